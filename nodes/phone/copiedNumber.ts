import { isChatAddress, kindOfAddress } from './address';
import { MAX_DIGITS, planOf, readFullNumber, splitFullNumber } from './numberingPlan';
import { eitherOf, type PhoneNumber, readPhoneNumber, type Refusal } from './phoneNumber';
import { NO_NUMBER, plainText } from './phoneText';

/** Digits alone may be copied from the address of a chat; those that are longer than a number may be its ID. */
const DIGITS_ALONE = /^\d+$/;

/** Reads a number that may be copied from a service: digits alone are refused if they are also another full number. */
export function readCopiedNumber(value: unknown, countryCode = ''): PhoneNumber {
	const number = readPhoneNumber(value, countryCode);
	const copied = plainText(value);
	const isOther = 'digits' in number && number.digits !== copied && DIGITS_ALONE.test(copied);
	return isOther && readFullNumber(copied) ? eitherOf(copied, number.digits) : number;
}

/** Reads a number to compare it with addresses. @returns what is meant; two numbers if only one can be a chat's */
export function readChatNumber(value: unknown, countryCode: string): { numbers: string[] } | Refusal {
	const number = readPhoneNumber(value, countryCode);
	const copied = plainText(value);
	if (!DIGITS_ALONE.test(copied)) return 'digits' in number ? { numbers: [number.digits] } : number;
	if (copied.length > MAX_DIGITS) return { numbers: [copied] };
	const full = splitFullNumber(copied);
	const isFullMobile = full?.plan.isMobile(full.number) ?? false;
	if ('problem' in number) return isFullMobile && !mayBeNational(copied, countryCode) ? { numbers: [copied] } : number;
	if (number.digits === copied) return { numbers: [copied] };
	return isFullMobile ? eitherOf(copied, number.digits) : { numbers: [number.digits, copied] };
}

/** Whether there may be such a number in the default country, or no country is known. */
function mayBeNational(digits: string, countryCode: string): boolean {
	const plan = planOf(countryCode);
	return plan === undefined || plan.nationalNumbers(digits).some((each) => plan.isPlausible(each));
}

/** Returns why a text cannot be the ID of a chat, as the end of a sentence; undefined if it can. */
export function chatProblem(id: string, countryCode: string): string | undefined {
	const chat = readChatNumber(id, countryCode);
	if (!('problem' in chat) || isChatAddress(id) || isOpaqueId(id)) return undefined;
	if (chat.lacksCode) return 'may lack its country code';
	return chat.problem === NO_NUMBER ? 'is neither a phone number nor a chat address' : chat.problem;
}

/** Whether a text is the ID of a group, or like one that a service makes: a name has fewer digits. */
const isOpaqueId = (id: string): boolean =>
	kindOfAddress(id) === 'group' ||
	(/^[a-z][\w.-]*$/i.test(id) && /\d{3}|\d[_.-]|[_.-][a-z]*\d/i.test(id)) ||
	/^[\da-f-]{16,}$/i.test(id);
