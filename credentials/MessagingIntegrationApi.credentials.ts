import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { property } from '../nodes/shared/property';
import { joinSentences } from '../nodes/shared/texts';
import { UserError } from '../nodes/shared/userError';
import { assertSameOrigin, parseCredentials } from '../nodes/transport/credentials/credentials';

/** An account's bearer key, the environment of the key, and the URL of the service. */
export class MessagingIntegrationApi implements ICredentialType {
	name = 'messagingIntegrationApi';
	displayName = 'Messaging Integration API';

	icon: Icon = {
		light: 'file:../icons/messagingIntegration.svg',
		dark: 'file:../icons/messagingIntegration.dark.svg',
	};

	// Without a fragment, because n8n appends a query to it.
	documentationUrl = 'https://github.com/messaging-integration/n8n-nodes-messaging-integration';

	/** How the credentials appear in n8n's HTTP Request node. */
	httpRequestNode = {
		name: 'Messaging Integration',
		docsUrl: 'https://github.com/messaging-integration/n8n-nodes-messaging-integration',
		apiBaseUrlPlaceholder: 'https://service.example.com/api/v2',
	};

	properties: INodeProperties[] = [
		property('string', 'API Key', 'apiKey', {
			typeOptions: { password: true },
			required: true,
			placeholder: 'e.g. sk_live_…',
			description:
				'Create the key in the dashboard of the service, under Configurações → API Keys. The dashboard shows it only once.',
		}),
		property('options', 'Environment', 'environment', {
			options: [
				{ name: 'Production', value: 'production', description: 'Real data, billed. Keys start with sk_live_.' },
				{ name: 'Test', value: 'test', description: 'Test data, not billed. Keys start with sk_test_.' },
			],
			default: 'production',
			description:
				'Environment that the key belongs to. A key for the other environment is rejected before anything is sent, so a test workflow never sends live messages.',
		}),
		property('string', 'Base URL', 'baseUrl', {
			required: true,
			placeholder: 'e.g. https://service.example.com/api/v2',
			description:
				'URL of the API, ending with /api/v2. Plain HTTP is allowed only for this machine and private networks.',
		}),
		property('string', 'Default Country Code', 'defaultCountryCode', {
			placeholder: 'e.g. 55',
			description:
				'Added to phone numbers without a country code, e.g. (11) 98765-4321. If empty, the nodes refuse such numbers.',
		}),
		property('json', 'Field Names', 'fieldNames', {
			typeOptions: { rows: 8 },
			description:
				'What this service expects if it differs from the defaults, e.g. an example of a message with placeholders. {} stands for the defaults. <a href="https://github.com/messaging-integration/n8n-nodes-messaging-integration/blob/main/docs/fit-the-service.md" target="_blank">How to fill it in</a>.',
		}),
		property('string', 'Webhook Secret', 'webhookSecret', {
			typeOptions: { password: true },
			description:
				'Needed only for triggers that you register manually or that verify signatures with your own secret. Enter a random text of at least 16 characters. Secrets stored here are not exported with workflows.',
		}),
	];

	/**
	 * Adds the key to a request of the nodes, the credential test or n8n's HTTP Request node (reference, section 5).
	 * @throws UserError if the fields are contradictory, or it goes to another origin
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const { uri } = requestOptions as { uri?: string };
		const { apiKey } = withAdvice(() => {
			const parsed = parseCredentials(credentials);
			assertSameOrigin(parsed.baseUrl, uri ?? requestOptions.url, requestOptions.baseURL);
			return parsed;
		});
		const headers = { ...requestOptions.headers, Authorization: `Bearer ${apiKey}` };
		return Object.assign(requestOptions, { headers, sendCredentialsOnCrossOriginRedirect: false });
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: '/instances',
			qs: { limit: 1 },
			disableFollowRedirect: true,
			timeout: 30_000,
		},
		// n8n accepts both kinds of rules in one list; only its type does not.
		rules: RULES as ICredentialTestRequest['rules'],
	};
}

/** Runs a check; its error has both sentences in the message, because n8n's test of credentials shows nothing else. */
function withAdvice<Result>(check: () => Result): Result {
	try {
		return check();
	} catch (error) {
		throw error instanceof UserError ? new UserError(joinSentences(error.message, error.description)) : error;
	}
}

/** What the test of the credentials says about each status. */
const STATUS_MESSAGES: Record<number, string> = {
	401: 'The service rejected this API key (401). It may be mistyped, expired or revoked. Copy it again from the dashboard, or create a new one.',
	403: 'The API key works, but it has no permission to list instances (403). Grant it the permission "read" for instances in the dashboard, or use it only for operations that it has permission for.',
	404: 'No API was found at this Base URL (404). Check the host and the path. The URL must end with /api/v2.',
	429: 'The API key works, but it has used up its requests for this minute (429). Wait a minute and test again.',
};
for (const status of [500, 502, 503])
	STATUS_MESSAGES[status] = `The service could not check the key (${status}). Test again later.`;
for (const status of [301, 302, 303, 307, 308])
	STATUS_MESSAGES[status] =
		`The Base URL redirects to another URL (${status}). Enter the final URL of the API, ending with /api/v2.`;

/** n8n leaves a web page as a string, and a rule can only compare its first character. */
const PAGE_STARTS = ['<', '\n', ' '];

/** What it says about a 2xx with such a value in its body. */
const BODY_MESSAGES = [
	...PAGE_STARTS.map((value) => ({
		key: '[0]',
		value,
		message:
			'The Base URL returned a web page instead of an API response. Enter the URL of the API, ending with /api/v2.',
	})),
	{
		key: 'success',
		value: false,
		message:
			'The service responded, but refused to list the instances of this account. Check in the dashboard that the account is active and the key is valid.',
	},
];

/** A rule that matches fails the test, and n8n shows its message to the user. */
const RULES = [
	...Object.entries(STATUS_MESSAGES).map(([status, message]) => ({
		type: 'responseCode' as const,
		properties: { value: Number(status), message },
	})),
	...BODY_MESSAGES.map((properties) => ({ type: 'responseSuccessBody' as const, properties })),
];
