import { addressFields } from '../address';
import { sortKeyOf } from '../fold';

/** The fields of an address, with its position. */
const placeFields = ['addition', 'infos', 'country', 'latitude', 'longitude', 'pollingstation'] as const;

/** What a column of a file of contacts can be. */
export const importFields = [
  'firstname',
  'surname',
  'mail',
  'mobile',
  'phone',
  ...addressFields,
  ...placeFields,
  'gender',
  'birthdate',
  'birth_city',
  'birth_country',
  'nationality',
  'tags',
  'black_list',
  'external_id',
] as const;
export type ImportField = (typeof importFields)[number];

/** A line of the template, in the order of the fields. */
export const importExample = [
  ...['Ada', 'Example', 'ada@example.org', '0600000000', '', '8', 'Example street', '', '2', 'left'],
  ...['69001', 'Lyon', '', '', 'FR', '45.7702', '4.8321', 'Station 3', 'F', '1984-02-29', 'Lyon', 'FR', 'FR'],
  ...['member', 'no', '1001'],
] as const;

const ofAddress = new Set<string>([...addressFields, ...placeFields]);
export const isAddressField = (field: string): boolean => ofAddress.has(field);

/** The field of each column, by its place; null for one that is left out. */
export type Mapping = (ImportField | null)[];

/** Whether a line can be a contact at all. */
export const hasName = (mapping: Mapping): boolean =>
  mapping.includes('firstname') || mapping.includes('surname');

/** Other names of fields in the headers of common systems, in any case and with or without accents. */
export const otherNames: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  firstname: ['first name', 'given name', 'prénom', 'Vorname', 'nombre', 'الاسم الأول'],
  surname: [
    ...[
      'last name',
      'lastname',
      'family name',
      'name',
      'nom',
      'Nachname',
      'apellidos',
      'apellido',
      'اسم العائلة',
      'اللقب',
    ],
  ],
  mail: [
    ...[
      'email',
      'e-mail',
      'mail address',
      'email address',
      'adresse mail',
      'adresse e-mail',
      'adresse email',
    ],
    ...['courriel', 'Mailadresse', 'E-Mail-Adresse', 'correo', 'correo electrónico', 'البريد الإلكتروني'],
  ],
  mobile: ['mobile phone', 'móvil', 'mobil', 'portable', 'téléphone portable', 'Handy', 'الجوال'],
  phone: ['telephone', 'phone number', 'tel', 'Telefon', 'teléfono', 'الهاتف'],
  house_number: [
    'number',
    'numéro',
    'numéro de voie',
    'n° voie',
    'n° de voie',
    'Hausnummer',
    'Hausnr',
    'رقم المنزل',
  ],
  street: ['rue', 'voie', 'Straße', 'calle', 'الشارع'],
  postal_code: [
    ...['postcode', 'zip', 'code postal', 'CP', 'código postal', 'PLZ', 'Postleitzahl', 'الرمز البريدي'],
  ],
  city: [...['town', 'ville', 'commune', 'Ort', 'Stadt', 'ciudad', 'localidad', 'municipio', 'المدينة']],
  addition: ['complément', 'complément d’adresse', 'Adresszusatz'],
  country: ['pays', 'Land', 'país', 'البلد'],
  latitude: ['lat', 'Breitengrad', 'latitud', 'خط العرض'],
  longitude: ['lon', 'lng', 'Längengrad', 'Laengengrad', 'longitud', 'خط الطول'],
  pollingstation: ['polling station', 'bureau de vote', 'Wahllokal', 'colegio electoral', 'مركز الاقتراع'],
  gender: ['sex', 'sexe', 'Geschlecht', 'sexo', 'الجنس'],
  birthdate: [
    ...[
      'date of birth',
      'date de naissance',
      'né le',
      'née le',
      'né(e) le',
      'Geburtsdatum',
      'fecha de nacimiento',
    ],
    'تاريخ الميلاد',
  ],
  tags: ['étiquettes', 'Stichworte', 'etiquetas', 'الوسوم'],
};

const fieldByName = new Map<string, ImportField>(
  importFields.flatMap((field) =>
    [field, ...(otherNames[field] ?? [])].map((name): [string, ImportField] => [sortKeyOf(name), field])
  )
);

/** The field with this name, however it is written. */
export function findField(name: string): ImportField | undefined {
  return importFields.find((each) => sortKeyOf(each) === sortKeyOf(name));
}

/** A first mapping by the names of the columns; each field at most once. */
export function guessMapping(header: readonly string[]): Mapping {
  const used = new Set<ImportField>();
  return header.map((name) => {
    const field = fieldByName.get(sortKeyOf(name).replace(/^address /, '')) ?? null;
    if (field === null || used.has(field)) return null;
    used.add(field);
    return field;
  });
}
