import type { Resource } from './common/operation';
import { chat } from './chat';
import { contact } from './contact';
import { download } from './download';
import { group } from './group';
import { instance } from './instance';
import { message } from './message';
import { webhook } from './webhook';

/** The tags of the API (reference, section 1). */
export const resources: Resource[] = [instance, message, chat, contact, group, webhook, download];
