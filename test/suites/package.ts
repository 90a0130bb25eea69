import { runFolders } from '../suite';

runFolders('package');
