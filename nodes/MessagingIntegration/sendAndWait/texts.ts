import type { IWebhookFunctions } from 'n8n-workflow';
import { isObject, textOf } from '../../shared/values';

/** The texts for the recipient, in one language. Approval, title, label and thanks can be set by the user. */
const ENGLISH = {
	/** For `<html lang>`. */
	lang: 'en',
	respond: 'Respond',
	title: 'Your response is requested',
	approve: '✓ Approve',
	decline: '✗ Decline',
	label: 'Your response',
	submit: 'Send Response',
	choose: 'Choose an option',
	recordedTitle: 'Thank you',
	recorded: 'Your response was recorded. You can close this page.',
	outdatedTitle: 'No response needed',
	outdated: 'This question was answered, or its time is over.',
	unavailableTitle: 'This link does not work at the moment',
	unavailable: 'Your response was not recorded. Please try again later, or answer in another way.',
	problems: {
		empty: 'Fill in this field.',
		length: 'This text is too long.',
		choice: 'Choose from the options.',
		date: 'Enter a date.',
		email: 'Enter an email address.',
		number: 'Enter a number.',
	},
};

export type Texts = typeof ENGLISH;

const PORTUGUESE: Texts = {
	lang: 'pt-BR',
	respond: 'Responder',
	title: 'Aguardamos a sua resposta',
	approve: '✓ Aprovar',
	decline: '✗ Recusar',
	label: 'Sua resposta',
	submit: 'Enviar resposta',
	choose: 'Escolha uma opção',
	recordedTitle: 'Obrigado!',
	recorded: 'Sua resposta foi registrada. Você já pode fechar esta página.',
	outdatedTitle: 'Não é preciso responder',
	outdated: 'Esta pergunta já foi respondida ou o prazo terminou.',
	unavailableTitle: 'Este link não está funcionando no momento',
	unavailable: 'Sua resposta não foi registrada. Tente novamente mais tarde ou responda de outra forma.',
	problems: {
		empty: 'Preencha este campo.',
		length: 'Este texto é longo demais.',
		choice: 'Escolha entre as opções.',
		date: 'Informe uma data.',
		email: 'Informe um endereço de e-mail.',
		number: 'Informe um número.',
	},
};

const SPANISH: Texts = {
	lang: 'es',
	respond: 'Responder',
	title: 'Esperamos su respuesta',
	approve: '✓ Aprobar',
	decline: '✗ Rechazar',
	label: 'Su respuesta',
	submit: 'Enviar respuesta',
	choose: 'Elija una opción',
	recordedTitle: 'Gracias',
	recorded: 'Su respuesta se ha registrado. Ya puede cerrar esta página.',
	outdatedTitle: 'No hace falta responder',
	outdated: 'Esta pregunta ya se ha respondido o el plazo ha terminado.',
	unavailableTitle: 'Este enlace no funciona en este momento',
	unavailable: 'Su respuesta no se ha registrado. Inténtelo de nuevo más tarde o responda de otra manera.',
	problems: {
		empty: 'Complete este campo.',
		length: 'Este texto es demasiado largo.',
		choice: 'Elija entre las opciones.',
		date: 'Indique una fecha.',
		email: 'Escriba una dirección de correo electrónico.',
		number: 'Escriba un número.',
	},
};

/** By the value of the option Language. */
const LANGUAGES = new Map(Object.entries({ en: ENGLISH, es: SPANISH, pt: PORTUGUESE }));

type Context = Pick<IWebhookFunctions, 'getNodeParameter'>;

/**
 * Returns the texts for the recipient: the user's, the others in the language of the options or else of the browser
 * (RFC 9110, section 12.5.4), or English, as in the message. A setting that cannot be evaluated counts as not set.
 */
export function textsFor(context: Context, acceptLanguage?: string): Texts {
	const option = (name: string) => textOf(readIfPossible(context, `options.${name}`));
	const values = readIfPossible(context, 'approvalOptions.values');
	const approval = isObject(values) ? values : {};
	const texts = LANGUAGES.get(option('language') ?? '') ?? preferred(acceptLanguage ?? '');
	return {
		...texts,
		respond: option('messageButtonLabel') ?? texts.respond,
		title: option('responseFormTitle') ?? texts.title,
		approve: textOf(approval.approveLabel) ?? texts.approve,
		decline: textOf(approval.disapproveLabel) ?? texts.decline,
		submit: option('responseFormButtonLabel') ?? texts.submit,
		recorded: option('formSubmittedText') ?? texts.recorded,
	};
}

/** What the page says above the form: the option, else the message, which the recipient has anyway. */
export function descriptionOf(context: Context): string {
	const option = textOf(readIfPossible(context, 'options.responseFormDescription'));
	return option ?? textOf(readIfPossible(context, 'message')) ?? '';
}

function readIfPossible(context: Context, name: string): unknown {
	try {
		return context.getNodeParameter(name, '');
	} catch {
		return undefined;
	}
}

/** The first of the browser's languages that there are texts for; browsers name the preferred one first. */
function preferred(acceptLanguage: string): Texts {
	const languages = acceptLanguage.split(',').map((each) => LANGUAGES.get(each.trim().slice(0, 2).toLowerCase()));
	return languages.find((texts) => texts !== undefined) ?? ENGLISH;
}
