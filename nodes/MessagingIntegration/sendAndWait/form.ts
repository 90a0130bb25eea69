import { isSafeObjectProperty, type IWebhookFunctions } from 'n8n-workflow';
import { parseJson } from '../../shared/texts';
import { booleanOf, type Fields, isObject, textOf } from '../../shared/values';
import { UserError } from '../../shared/userError';
import type { Texts } from './texts';

const TEXT_TYPES = ['date', 'email', 'number', 'text', 'textarea'];
const CHOICE_TYPES = ['checkbox', 'dropdown', 'radio'];

/** An element of the form, as `readElement` returns it. `isRefused`: the response has no valid value for it. */
export type FormElement = ReturnType<typeof readElement> & { isRefused?: boolean };

/** The form of the response type Free Text. */
export const freeTextForm = ({ label }: Texts): FormElement[] => [
	{ ...readElement({ fieldLabel: label, fieldType: 'textarea', requiredField: true }), outputName: 'text' },
];

/** Reads the user's form, in the format of n8n's Form node. @throws UserError if nobody could fill it in */
export function readForm(context: Pick<IWebhookFunctions, 'getNodeParameter'>): FormElement[] {
	const isJson = context.getNodeParameter('defineForm', 'fields') === 'json';
	const definition: unknown = context.getNodeParameter(isJson ? 'jsonOutput' : 'formFields.values', []);
	const list = typeof definition === 'string' ? parseJson(definition) : definition;
	if (list instanceof SyntaxError) throw new UserError('The form is not valid JSON', list.message);
	if (!Array.isArray(list) || list.length === 0)
		throw new UserError('The form has no elements', 'Add a form element, or enter a JSON array of form elements.');
	const elements: FormElement[] = list.map((element, index) => readElement(element, index));
	const outputNames = elements.map(({ outputName }) => outputName);
	const duplicateName = outputNames.find((name, index) => outputNames.indexOf(name) !== index);
	if (duplicateName === undefined) return elements;
	throw new UserError(
		`Two form elements have the label "${duplicateName}"`,
		'Give each element its own label: the label is its name in the output.',
	);
}

/** Reads an element. `options` is empty for those that take text; `entered` is what the element contains at first. */
function readElement(value: unknown, index = 0) {
	const field = isObject(value) ? value : {};
	const label = textOf(field.fieldLabel);
	if (label === undefined) throw new UserError('A form element has no label', 'Enter a label for each element.');
	const type = textOf(field.fieldType) ?? 'text';
	const isChoice = CHOICE_TYPES.includes(type);
	if (!isChoice && !TEXT_TYPES.includes(type))
		throw new UserError(
			`The form element "${label}" has the type "${type}", which this node does not support`,
			`Use one of these types: ${[...TEXT_TYPES, ...CHOICE_TYPES].sort().join(', ')}.`,
		);
	const options = isChoice ? readChoices(field.fieldOptions) : [];
	if (isChoice && options.length === 0)
		throw new UserError(
			`The form element "${label}" has no options`,
			'Enter what the recipient can choose under Field Options.',
		);
	const isMultiple = type === 'checkbox' || (type === 'dropdown' && booleanOf(field.multiselect) === true);
	const isRequired = booleanOf(field.requiredField) === true;
	return {
		// In the body, as in n8n's forms.
		name: `field-${index}`,
		// n8n would drop a value with a name such as `__proto__`.
		outputName: isSafeObjectProperty(label) ? label : `(${label})`,
		label,
		type,
		options,
		isMultiple,
		isRequired,
		placeholder: textOf(field.placeholder) ?? '',
		entered: enteredAtFirst(textOf(field.defaultValue) ?? '', type, isMultiple),
	};
}

function enteredAtFirst(text: string, type: string, isMultiple: boolean): string[] {
	if (isMultiple) return text.split(',').map((option) => option.trim());
	// n8n writes dates with a time.
	return [type === 'date' ? text.slice(0, 10) : text];
}

/** Reads options, without line breaks: browsers send those in another form than the page has them. */
function readChoices(value: unknown): string[] {
	const values: unknown = isObject(value) ? value.values : value;
	return (Array.isArray(values) ? values : []).flatMap((choice: unknown) => {
		const option = isObject(choice) ? textOf(choice.option) : undefined;
		return option === undefined ? [] : [option.replace(/\s+/g, ' ')];
	});
}

/** Fills a form with the body of a request, which may be anything. Browsers check more than is checked here. */
export function filledForm(elements: FormElement[], body: Fields): FormElement[] {
	return elements.map((element) => {
		const { name, options, isRequired } = element;
		const entered = [body[name]].flat().flatMap((value) => textOf(value) ?? []);
		const isMissing = isRequired && entered.length === 0;
		const hasUnknownOption = options.length > 0 && entered.some((value) => !options.includes(value));
		return { ...element, entered, isRefused: isMissing || hasUnknownOption };
	});
}

/** The value of an element for the output, as n8n's forms return it; null if it is empty. */
export function valueOf({ type, isMultiple, entered }: FormElement) {
	if (isMultiple) return [...new Set(entered)];
	const [text = null] = entered;
	const number = type === 'number' && text !== null ? Number(text) : NaN;
	// Longer numbers would lose digits: they are codes, e.g. of a payment slip.
	return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : text;
}
