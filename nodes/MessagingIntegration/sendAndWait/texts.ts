import type { IWebhookFunctions } from 'n8n-workflow';
import { booleanOf, textOf } from '../../shared/values';
import { toPlainText } from '../input/markdown';

const LANGUAGES = ['en', 'pt', 'es'];

/** The texts for the recipient in English, Portuguese and Spanish. The user can set some of them. */
const TEXTS = {
	/** The language of the page, as HTML names it. */
	lang: ['en', 'pt-BR', 'es'],
	respond: ['Respond', 'Responder', 'Responder'],
	title: ['Your response is requested', 'Aguardamos a sua resposta', 'Esperamos su respuesta'],
	approve: ['✓ Approve', '✓ Aprovar', '✓ Aprobar'],
	decline: ['✗ Decline', '✗ Recusar', '✗ Rechazar'],
	label: ['Your response', 'Sua resposta', 'Su respuesta'],
	submit: ['Send Response', 'Enviar resposta', 'Enviar respuesta'],
	recordedTitle: ['Thank you', 'Obrigado!', 'Gracias'],
	recorded: [
		'Your response was recorded. You can close this page.',
		'Sua resposta foi registrada. Você já pode fechar esta página.',
		'Su respuesta se ha registrado. Ya puede cerrar esta página.',
	],
	outdatedTitle: ['No response needed', 'Não é preciso responder', 'No hace falta responder'],
	outdated: [
		'This question was answered, or its time is over.',
		'Esta pergunta já foi respondida ou o prazo terminou.',
		'Esta pregunta ya se ha respondido o el plazo ha terminado.',
	],
	unavailableTitle: ['This link does not work now', 'Este link não funciona agora', 'Este enlace no funciona ahora'],
	unavailable: [
		'Your response was not recorded. Please try again later, or answer in another way.',
		'Sua resposta não foi registrada. Tente novamente mais tarde ou responda de outra forma.',
		'Su respuesta no se ha registrado. Inténtelo de nuevo más tarde o responda de otra manera.',
	],
	// What is wrong with an element of the form.
	empty: ['Fill in this field.', 'Preencha este campo.', 'Complete este campo.'],
	choice: ['Choose from the options.', 'Escolha entre as opções.', 'Elija entre las opciones.'],
} satisfies Record<string, [english: string, portuguese: string, spanish: string]>;

/** The texts for the recipient in one language, and what the page says above the form. */
export type Texts = Record<keyof typeof TEXTS | 'description', string>;

type Context = Pick<IWebhookFunctions, 'getNodeParameter'>;

/** Where the user sets a text. */
const SETTINGS: Partial<Texts> = {
	respond: 'options.messageButtonLabel',
	title: 'options.responseFormTitle',
	approve: 'approvalOptions.values.approveLabel',
	decline: 'approvalOptions.values.disapproveLabel',
	submit: 'options.responseFormButtonLabel',
	recorded: 'options.formSubmittedText',
};

/** Returns the user's texts, or those in the language of the options, else of the browser (RFC 9110, 12.5.4). */
export function textsFor(context: Context, acceptLanguage = ''): Texts {
	// Browsers name the preferred language first.
	const languages = [textAt(context, 'options.language') ?? '', ...acceptLanguage.split(',')];
	const languageIndexes = languages.map((language) => LANGUAGES.indexOf(language.trim().slice(0, 2).toLowerCase()));
	const languageIndex = languageIndexes.find((index) => index >= 0) ?? 0;
	const names = Object.keys(TEXTS) as Array<keyof typeof TEXTS>;
	const texts = names.map((name) => [name, textAt(context, SETTINGS[name]) ?? TEXTS[name][languageIndex]]);
	const message = textAt(context, 'message') ?? '';
	const isMarkdown = booleanOf(valueAt(context, 'options.formatMarkdown'));
	// The recipient has the message anyway.
	const description =
		textAt(context, 'options.responseFormDescription') ?? (isMarkdown ? toPlainText(message) : message);
	return { ...(Object.fromEntries(texts) as Texts), description };
}

const textAt = (context: Context, path?: string): string | undefined =>
	path === undefined ? undefined : textOf(valueAt(context, path));

/** A page is shown even if an expression of the node is broken. */
function valueAt(context: Context, path: string): unknown {
	try {
		return context.getNodeParameter(path, '');
	} catch {
		return undefined;
	}
}
