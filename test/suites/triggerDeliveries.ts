import { runFolders } from '../suite';

runFolders('trigger/deliveries', 'trigger/duplicates');
