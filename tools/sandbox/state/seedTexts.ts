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
	'I would like to change my order.',
	'Até que horas vocês atendem hoje?',
	'Perfect 👍',
	'Vocês entregam em Santos?',
	'Lovely, I will take both.',
];

export const outgoingLines = [
	'Good morning! Yes, from nine to one.',
	'It is, shall I keep one for you?',
	'Delivery is free from 150 reais.',
	'So glad to hear that!',
	'Done, the new total is 89,90.',
	'Hoje até as 18h 😊',
	'Thank you, I have noted it.',
	'Entregamos, sim. Chega em dois dias.',
];
