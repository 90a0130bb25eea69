/** Wordings that stand in a text, with full stops in the middle of the line between them. */
const listed = (text: string) => text.trim().split(/\n| · /);

/** Wordings of validation messages; {} is the name of the field. */
export const required = listed(`
{} is required · {} must be provided · {} must be present · {} is missing · {} was not provided
{} not specified · {} has to be specified · {} needs to be set · {} cannot be empty
{} may not be null · {} expected · {} has no value · Missing {} · missing property {}
Missing value for {} · No {} given · No value for {} · Please provide {}
Please provide a value for {} · You must provide {} · You have to specify the field {}
The request lacks {} · The request body must contain {} · The body must include the property {}
Property {} is missing in the request body · Required parameter {} is not present
Could not find {} in the request · {} not found in body · O campo {} precisa ser informado
É preciso informar {} · Informe o campo {} · {} não foi informado · Falta o campo {}
Se requiere {} · El campo {} no puede estar vacío · Hace falta {} · Debe indicar {}
{} is a required field · {} is not optional · The field {} is mandatory and cannot be omitted
Argument {} is required but was not supplied · Body parameter {} is missing or empty
Field required: {} · You did not send {} · {} should be provided · expected property {}
request must have {} · No {} in body · {} is a mandatory parameter
Parameter {} was not found in the request body · We need {} to send the message · {} is compulsory
Faltou informar {} · O parâmetro {} é necessário · Es necesario el campo {}
must have required property {} · {} should not be empty · Query parameter {} is missing
Missing parameter: {} · missing field {} · The {} field is required. · O campo {} é obrigatório
Campo obrigatório: {} · {} deve ser informado · El campo {} es obligatorio
Falta el campo {} · Field {} is mandatory
`);

export const unknown = listed(`
{} is not allowed · {} is not supported · {} is not recognised · {} is not a known field
{} is not part of the schema · {} is unknown · {} cannot be used here · {} not accepted
{} not permitted · Unknown property {} · Unexpected key {} · Unrecognised argument {}
Unsupported field {} · Extraneous key {} is not permitted · Field {} does not exist
There is no field {} · No field is called {} · The body must not contain {}
The request does not accept {} · Remove {} · O campo {} não existe · O campo {} não é aceito
{} não faz parte do esquema · El campo {} no existe · No se reconoce {} · Campo desconocido: {}
{} is unexpected · {} is not a valid property · {} is not defined in the schema
Unknown parameter: {} · additional property {} found · Property {} is not known
We do not know {} · unrecognized field {} · Schema has no property {} · Unknown body field: {}
This endpoint does not support {} · {} is not a parameter of this endpoint
Parâmetro não reconhecido: {} · El parámetro {} es desconocido · Unknown field {}
property {} should not exist · json: unknown field {} · Unrecognized key(s) in object: {}
Campo desconhecido: {} · O campo {} não é permitido · El campo {} no está permitido
`);

/** [1] is a type of messages that has the field, or that must not have it. */
export const misplaced = listed(`
{} is only possible for the kind [1] · {} is not possible for this kind of message
{} is only allowed for messages of type [1] · {} cannot be used with this type · {} não é permitido para este tipo
{} can only be sent with the type [1] · {} solo es posible para el tipo [1] · {} does not apply to this type of message
`);

/** [1] and [2] are accepted values. */
export const values = listed(`
{} accepts only [1], [2] · {} accepts [1] or [2] · {} takes one of [1], [2]
{} takes only [1] and [2] · {} can be [1] or [2] · {} has to be [1] or [2]
{} must be either [1] or [2] · {} must be one of [1], [2] · {} must match one of: [1], [2]
{} only supports [1], [2] · Allowed values for {}: [1], [2] · Allowed values for {} are [1], [2]
Invalid {}. Choose from [1], [2] · Invalid {} (choose from [1], [2])
Invalid value for {}: use [1] or [2] · {} is invalid, valid values: [1], [2]
{} aceita apenas [1], [2] · {} deve ser [1] ou [2] · {} solo acepta [1], [2]
{} tiene que ser [1] o [2] · {} must be chosen from [1], [2] · {} not in [1], [2]
{} is limited to [1] and [2] · {} supports [1] and [2] only · {}: expected [1] or [2]
{} should equal [1] or [2] · {} is none of [1], [2] · {} must be any of: [1], [2]
The value of {} has to be one of [1], [2] · {} can only be [1] or [2]
Acceptable values for {}: [1], [2] · Possible values of {}: [1] | [2] · {} must be [1] or [2]
{} must be one of the following values: [1], [2]
O campo {} deve ser um dos seguintes valores: [1], [2]
El campo {} debe ser uno de los siguientes valores: [1], [2] · {} must be one of [[1], [2]]
`);

/** By what is expected. */
export const types = {
	object: listed(`
{} takes an object · {} must be an object · {} has to be an object · {} needs an object
{} expects an object · {} should be an object · {} is not an object · {} accepts only objects
Expected {} to be an object · Expected an object at {} · {}: expected an object
{} deve ser um objeto · {} tem que ser um objeto · {} tiene que ser un objeto
`),
	url: listed(`
{} must be a valid URL · {} takes a URL · {} is not a valid URL · Invalid URL in {}
`),
	number: listed(`
{} has to be a number
`),
};

/** [1] and [2] are the names that the service knows. */
export const allowed = listed(`
Allowed fields: [1], [2] · The allowed fields are [1], [2] · Valid fields are [1] and [2]
Known properties: [1], [2] · The body takes only [1], [2]
The request accepts only the fields [1], [2] · Only [1] and [2] are allowed
Supported keys: [1], [2] · Use [1], [2] · Campos permitidos: [1], [2] · Campos aceptados: [1], [2]
Apenas [1] e [2] são aceitos
`);

/** Around a name. */
export const quotes = ['|', "'|'", '"|"', '`|`', '«|»', '“|”', '[|]', '<|>', '**|**'].map(
	(each) => each.split('|') as [before: string, after: string],
);
