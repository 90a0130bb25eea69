import { runFolders } from '../suite';

runFolders('transport/credentials', 'transport/request', 'transport/responses', 'transport/lists');
