import { runFolders } from '../suite';

runFolders('trigger/registration', 'trigger/verification');
