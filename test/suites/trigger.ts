import { runFolders } from '../suite';

runFolders('trigger');
