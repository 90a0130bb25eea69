import { runFolders } from '../suite';

runFolders('sandbox');
