import { runFolders } from '../suite';

runFolders('run/sending', 'run/responses', 'run/sendAndWait');
