/** Invented names and texts for the seeded data. */

export const instanceNames = [
	'Shop front',
	'Customer care',
	'Old sales line',
	'New branch',
	'Delivery desk',
	'Night shift',
];

export const groupSubjects = [
	'Weekend team',
	'Suppliers',
	'Loyal customers',
	'Bakery orders',
	'Neighbours of Rua das Flores',
	'Five-a-side on Thursdays',
	'Stock alerts',
	'Summer fair 2025',
];

/** Odd and even ones chat with different instances. */
export const people = [
	'Ana Ribeiro',
	'Bruno Tavares',
	'Carla Nogueira',
	'Daniel Okafor',
	'Elisa Prado',
	'Farid Haddad',
	'Gabriela Lima',
	'Henrique Duarte',
	'Ines Carvalho',
	'João Pires',
	'Kaori Tanaka',
	'Luís Antunes',
	'Marta Sokolova',
	'Nuno Freitas',
	'Olívia Bastos',
	'Paulo Mendes',
	'Rita Salgado',
];

export const incomingLines = [
	'Good morning! Are you open on Saturday?',
	'Is the blue one still available?',
	'How much is delivery to Campinas?',
	'Could you send me the invoice again, please?',
	'The parcel arrived today, thank you 🙏',
	'One of the cups was broken, what can we do?',
	'I would like to change my order.',
	'Do you take cards?',
	'Até que horas vocês atendem hoje?',
	'Can someone call me after three?',
	'Where is my order 10482?',
	'Perfect 👍',
	'Is there parking near the shop?',
	'I am outside, is anyone there?',
	'Could I pay in two parts?',
	'Do you have it in a larger size?',
	'My address has changed, can you update it?',
	'Vocês entregam em Santos?',
	'Lovely, I will take both.',
	'Can I pick it up on Monday instead?',
	'It does not fit, may I bring it back?',
	'What is the name of the tea I tried last week?',
];

export const outgoingLines = [
	'Good morning! Yes, from nine to one.',
	'It is, shall I keep one for you?',
	'Delivery is free from 150 reais.',
	'Here it is. Anything else?',
	'So glad to hear that!',
	'I am sorry. We will send you a new one today.',
	'Done, the new total is 89,90.',
	'Cards, cash and transfer, whatever you like.',
	'Hoje até as 18h 😊',
	'It left our house this morning and should be with you tomorrow.',
	'There is, behind the bakery.',
	'One moment, I will have a look.',
	'Of course. Half now, half on delivery.',
	'We have it in medium and large.',
	'Thank you, I have noted it.',
	'Entregamos, sim. Chega em dois dias.',
	'No problem, bring it any day before the end of the month.',
	'That was the hibiscus one 🌺',
];

/** The last message of each chat. */
export const closingLines = [
	'Thank you!',
	'See you on Friday.',
	'Great, until then.',
	'Obrigada!',
	'I will let you know.',
];
