import { runFolders } from '../suite';

runFolders('transport/rateLimit', 'transport/simulation', 'messages');
