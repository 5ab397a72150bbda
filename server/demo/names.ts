import type { Random } from './random';

/** Fictional people: first names and surnames are combined at random. */

const FIRST_NAMES: readonly (readonly [name: string, gender: 'F' | 'M' | 'O'])[] = [
  ['Amélie', 'F'],
  ['Benoît', 'M'],
  ['Chloé', 'F'],
  ['Désiré', 'M'],
  ['Élodie', 'F'],
  ['Fatou', 'F'],
  ['Gaël', 'M'],
  ['Héloïse', 'F'],
  ['Ibrahim', 'M'],
  ['Joséphine', 'F'],
  ['Kévin', 'M'],
  ['Loïc', 'M'],
  ['Maëlle', 'F'],
  ['Noémie', 'F'],
  ['Océane', 'F'],
  ['Pierre-Alexandre', 'M'],
  ['Quentin', 'M'],
  ['Rémi', 'M'],
  ['Soraya', 'F'],
  ['Théophile', 'M'],
  ['Ursule', 'F'],
  ['Victoire', 'F'],
  ['Wassim', 'M'],
  ['Xavier', 'M'],
  ['Yasmine', 'F'],
  ['Zoé', 'F'],
  ['Andrea', 'O'],
  ['Camille', 'O'],
  ['Dominique', 'O'],
  ['Marie-Ségolène', 'F'],
  ['Jean-Baptiste', 'M'],
  ['Łucja', 'F'],
  ['Søren', 'M'],
  ['Nuño', 'M'],
  ['Şebnem', 'F'],
  ['Đorđe', 'M'],
  ['Thị Hương', 'F'],
  ['Αγγελική', 'F'],
  ['Светлана', 'F'],
  ['ليلى', 'F'],
  ['يوسف', 'M'],
  ['فاطمة', 'F'],
  ['خالد', 'M'],
  ['美咲', 'F'],
  ['Bo', 'M'],
  ['Ó', 'M'],
];

const SURNAMES: readonly string[] = [
  'Lefèvre',
  'Dubois',
  'N’Diaye',
  'Müller',
  'García Márquez',
  'O’Connor',
  'Nguyễn',
  'Kowalczyk',
  'Petit',
  'Benali',
  'Traoré',
  'Rousseau',
  'Le Goff',
  'Kerbrat',
  'Saint-Aubin',
  'Çelik',
  'Öztürk',
  'Jørgensen',
  'Ferreira',
  'Marchand',
  'Chevallier',
  'Boulanger',
  'Da Silva',
  'Van den Broeck',
  'Haddad',
  'Cohen',
  'Ivanova',
  'Papadopoulos',
  'Fontaine',
  'Moreau',
  'Gauthier',
  'Perrin',
  'Blanchard',
  'Guérin',
  'Müntz',
  'de La Rochefoucauld-Montmorency-Villeneuve',
  'Besançon',
  'Île',
  'الحسن',
  'بن يوسف',
  'المنصوري',
  'عبد الرحمن',
  '田中',
  'Ng',
  'Vasseur',
  'Olivier',
  'Lecomte',
  'Renaud',
  'Meyer',
  'Barbier',
];

/** Fictional towns, so that the demo contains no real address. */
export const TOWNS = [
  { city: 'Valorme', postalCode: '00110', latitude: 47.218, longitude: -1.553 },
  { city: 'Saint-Évron-le-Vieux', postalCode: '00120', latitude: 47.301, longitude: -1.487 },
  { city: 'Port-Clairin', postalCode: '00130', latitude: 47.155, longitude: -1.712 },
  { city: 'Mézières-les-Bois', postalCode: '00140', latitude: 47.262, longitude: -1.338 },
  { city: 'L’Isle-Dorée', postalCode: '00150', latitude: 47.094, longitude: -1.602 },
] as const;

export const STREETS = [
  'rue des Tisserands',
  'avenue du Onze-Novembre',
  'place de l’Église',
  'chemin du Moulin',
  'rue Neuve',
  'boulevard des Marronniers',
  'impasse du Puits',
  'allée des Érables',
  'quai des Bateliers',
  'rue de la Fontaine-aux-Loups',
  'sentier des Douaniers',
  'rue Basse',
] as const;

export type InventedName = { firstname: string; surname: string; gender: 'F' | 'M' | 'O' };

export function randomName(random: Random): InventedName {
  const [firstname, gender] = random.pick(FIRST_NAMES);
  return { firstname, surname: random.pick(SURNAMES), gender };
}

/** A phone number from the ranges reserved for fiction. */
export function randomPhone(random: Random, kind: 'mobile' | 'landline'): string {
  const digits = String(random.integer(0, 9999)).padStart(4, '0');
  const prefix =
    kind === 'mobile' ? '+33 6 39 98' : random.pick(['+33 1 99 00', '+33 2 61 91', '+33 5 36 49']);
  return `${prefix} ${digits.slice(0, 2)} ${digits.slice(2)}`;
}

/** An address at a domain reserved for examples. */
export function randomMail({ firstname, surname }: InventedName, number: number): string {
  const plain = `${firstname}.${surname}`
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z.]+/g, '');
  return `${/[a-z]/.test(plain) ? plain.replace(/^\.+|\.+$/g, '').slice(0, 40) : 'personne'}.${number}@example.org`;
}
