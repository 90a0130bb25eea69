import type { Resource } from './common/operation';
import { chat } from './chat';
import { contact } from './contact';
import { download } from './download';
import { group } from './group';
import { instance } from './instance';
import { message } from './message';
import { webhook } from './webhook';

/** The tags of the API (reference, section 1), in the order of the picker. */
export const resources: Resource[] = [chat, contact, download, group, instance, message, webhook];
