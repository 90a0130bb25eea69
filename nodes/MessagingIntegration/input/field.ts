// This folder reads and checks the fields of one item, and builds what is sent from them.

import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';
import { UserError } from '../../shared/userError';
import { type Fields, isObject } from '../../shared/values';
import type { ServiceCredentials } from '../../transport/credentials/credentials';
import type { ServiceRequest } from '../../transport/request/requestOnce';

/** What is sent for an item. */
export interface Prepared {
	request: ServiceRequest;
	/** Fields of the request for the output. */
	echo?: IDataObject;
	/** The message that is sent, if the form describes one. */
	message?: SentMessage;
	/** Identifies the file that is sent. */
	file?: string;
	/** Returns the request as it is sent, with what is not kept in memory until then, e.g. the content of the file. */
	complete?: () => Promise<ServiceRequest>;
}

/** What is known of a message because the node sends it. */
export interface SentMessage {
	recipient: string;
	instanceId: string;
	/** A key of the names of types, or the service's word. */
	type?: string;
	/** Its text, caption and other content, under usual names. */
	content: Fields;
}

/** n8n's context of an item, which evaluates each parameter once and has the node of the run. */
export interface ItemContext extends IExecuteSingleFunctions {
	/** Returns the item's credentials, which may contain expressions. @throws UserError if they cannot be used */
	credentials(): Promise<ServiceCredentials>;
}

/** A field of an operation, with its value for one item. Errors about it contain its label. */
export class Field {
	/** @param path name of the field, after the names of the collections around it */
	constructor(
		readonly context: ItemContext,
		readonly property: INodeProperties,
		private readonly path = [property.name],
	) {}

	get label(): string {
		return this.property.displayName;
	}

	/** Returns a field inside this one, which is a collection. */
	inner(name: string): Field {
		const options = (this.property.options ?? []) as INodeProperties[];
		return new Field(this.context, propertyNamed(options, name), [...this.path, name]);
	}

	/** The value; that of a resource locator is its plain value. @throws UserError for an expression set to Fixed */
	get value(): unknown {
		this.requireEvaluated();
		return this.property.type === 'resourceLocator' ? locatorValue(this.evaluated) : this.evaluated;
	}

	/** How the user entered the value of a resource locator. */
	get mode(): unknown {
		const { evaluated } = this;
		return isObject(evaluated) ? evaluated.mode : undefined;
	}

	private get evaluated(): unknown {
		const [name = '', ...inner] = this.path;
		const fallback = inner.length === 0 ? this.property.default : {};
		return valueAt(this.context.getNodeParameter(name, fallback as object), inner);
	}

	/** What the user entered: an expression, or the value. */
	get entered(): string {
		return String(this.parameter);
	}

	private get parameter(): unknown {
		return locatorValue(valueAt(this.context.getNode().parameters, this.path));
	}

	/** @throws UserError for an expression that n8n does not evaluate: people would get it as it is written */
	requireEvaluated(): void {
		if (hasFixedExpression(this.parameter))
			throw this.error(
				`The expression in the field "${this.label}" is not evaluated, because the field is set to Fixed`,
				'Nothing was sent. Switch the field to Expression.',
			);
	}

	get isExpression(): boolean {
		return this.entered.startsWith('=');
	}

	/** Whether the value is empty. n8n's JSON editor shows empty text as an error, so `{}` is an empty JSON field. */
	get isBlank(): boolean {
		const { value } = this;
		const isEmptyJson = this.property.type === 'json' && /^\s*\{\s*\}\s*$/.test(String(value));
		return isEmptyJson || isBlank(value);
	}

	/** Creates an error about the value, which names the field; `advice` says what to enter. */
	error(problem: string, advice: string): UserError {
		const name = problem.includes(`field "${this.label}"`) ? '' : ` (field "${this.label}")`;
		return new UserError(problem + name, advice);
	}

	emptyError(): UserError {
		return this.error(
			`The field "${this.label}" is empty`,
			'Enter a value. If the field contains an expression, the expression returns nothing for this item.',
		);
	}
}

/** Returns a field of an operation by its name, see `fieldsOf`. */
export type FieldOf = (name: string) => Field;

/** Gives access to fields for one item. */
export const fieldsOf =
	(context: ItemContext, fields: INodeProperties[]): FieldOf =>
	(name) =>
		new Field(context, propertyNamed(fields, name));

function propertyNamed(properties: INodeProperties[], name: string): INodeProperties {
	const property = properties.find((candidate) => candidate.name === name);
	if (property === undefined) throw new Error(`The operation has no field "${name}"`);
	return property;
}

/** The beginning of an expression after its braces: a variable or a call. Other words are names for another system. */
const EXPRESSION = /^(?:[^$}]|\}(?!\}))*(?:\$|\w\()[^]*\}\}/;

/** Whether a text, also one in a list or an object, has an expression but is none. */
function hasFixedExpression(entered: unknown): boolean {
	if (typeof entered === 'object' && entered !== null) return Object.values(entered).some(hasFixedExpression);
	if (typeof entered !== 'string' || entered.startsWith('=')) return false;
	return entered
		.split('{{')
		.slice(1)
		.some((part) => EXPRESSION.test(part));
}

const valueAt = (value: unknown, path: string[]): unknown =>
	path.reduce((parent, name) => (isObject(parent) ? parent[name] : undefined), value);

/** Returns the plain value of a resource locator, which may lack its `__rl`, and any other value unchanged. */
export const locatorValue = (value: unknown): unknown => (isObject(value) && 'mode' in value ? value.value : value);

/** Whether a value is empty: nothing, NaN, blank text, or a list or an object without any value. */
export function isBlank(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() === '';
	if (Array.isArray(value)) return value.length === 0;
	// Dates have no values of their own.
	if (isObject(value) && !('toJSON' in value)) return Object.values(value).every((part) => part === undefined);
	return value === undefined || value === null || Number.isNaN(value);
}
