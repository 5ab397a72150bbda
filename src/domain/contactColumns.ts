import { addressFields } from './address';
import { sortKeyOf } from './fold';

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

/** Other names of fields in the headers of common systems, folded. */
const otherNames: Readonly<Record<string, ImportField>> = {
  'first name': 'firstname',
  prenom: 'firstname',
  vorname: 'firstname',
  nombre: 'firstname',
  'last name': 'surname',
  lastname: 'surname',
  name: 'surname',
  nom: 'surname',
  nachname: 'surname',
  apellidos: 'surname',
  apellido: 'surname',
  email: 'mail',
  'e mail': 'mail',
  correo: 'mail',
  movil: 'mobile',
  mobil: 'mobile',
  portable: 'mobile',
  handy: 'mobile',
  telephone: 'phone',
  tel: 'phone',
  telefon: 'phone',
  telefono: 'phone',
  number: 'house_number',
  numero: 'house_number',
  'numero de voie': 'house_number',
  hausnummer: 'house_number',
  hausnr: 'house_number',
  rue: 'street',
  voie: 'street',
  strasse: 'street',
  calle: 'street',
  postcode: 'postal_code',
  zip: 'postal_code',
  'code postal': 'postal_code',
  cp: 'postal_code',
  'codigo postal': 'postal_code',
  plz: 'postal_code',
  postleitzahl: 'postal_code',
  town: 'city',
  ville: 'city',
  commune: 'city',
  ort: 'city',
  stadt: 'city',
  ciudad: 'city',
  localidad: 'city',
  municipio: 'city',
  lat: 'latitude',
  breitengrad: 'latitude',
  latitud: 'latitude',
  lon: 'longitude',
  lng: 'longitude',
  laengengrad: 'longitude',
  langengrad: 'longitude',
  longitud: 'longitude',
  'polling station': 'pollingstation',
  'bureau de vote': 'pollingstation',
  wahllokal: 'pollingstation',
  'colegio electoral': 'pollingstation',
  geburtsdatum: 'birthdate',
  'date de naissance': 'birthdate',
  'ne le': 'birthdate',
  'nee le': 'birthdate',
  'ne e le': 'birthdate',
  'fecha de nacimiento': 'birthdate',
  pays: 'country',
  land: 'country',
  pais: 'country',
  id: 'external_id',
};

/** The field with this name, however it is written. */
export function findField(name: string): ImportField | undefined {
  return importFields.find((each) => sortKeyOf(each) === sortKeyOf(name));
}

/** A first mapping by the names of the columns; each field at most once. */
export function guessMapping(header: readonly string[]): Mapping {
  const used = new Set<ImportField>();
  return header.map((name) => {
    const key = sortKeyOf(name).replace(/^address /, '');
    const field = findField(key) ?? otherNames[key] ?? null;
    if (field === null || used.has(field)) return null;
    used.add(field);
    return field;
  });
}
