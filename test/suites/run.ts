import { runFolders } from '../suite';

runFolders('run');
