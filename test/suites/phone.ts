import { runFolders } from '../suite';

runFolders('phone');
