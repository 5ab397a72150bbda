import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

import { ContactCreateSchema, type ContactCreate } from '@/contract/contact';
import { addressFields } from '@/domain/address';
import { parseCsv, type CsvLine } from '@/domain/csv';
import { sortKeyOf } from '@/domain/fold';
import { readPosition } from '@/domain/geo';

/** What a column of a file can be. */
export const importFields = [
  'firstname',
  'surname',
  'mail',
  'mobile',
  'phone',
  ...addressFields,
  'latitude',
  'longitude',
  'tags',
  'black_list',
  'external_id',
] as const;
export type ImportField = (typeof importFields)[number];

/** A line of the template, in the order of the fields. */
export const importExample = [
  ...['Ada', 'Example', 'ada@example.org', '0600000000', '', '8', 'Example street', '', '2', 'left'],
  ...['69001', 'Lyon', '45.7702', '4.8321', 'member', 'no', '1001'],
] as const;

const isAddressField = (field: string): boolean =>
  field === 'latitude' || field === 'longitude' || addressFields.some((line) => line === field);

/** The field of each column, by its place; null for one that is left out. */
export type Mapping = (ImportField | null)[];

export type ImportError = 'name_missing' | 'mail' | 'too_long' | 'yes_no' | 'position' | 'cells' | 'twice';

/** A line that is not imported: why, and in which column of the file. */
export type BadLine = { line: number; column: string | null; error: ImportError; value: string };

export type ImportReading = { contacts: ContactCreate[]; bad: BadLine[] };

export type ImportFile = { header: string[]; lines: CsvLine[] };

export function openFile(text: string): ImportFile {
  const [first, ...lines] = parseCsv(text);
  return { header: first?.cells ?? [], lines };
}

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
  telephone: 'phone',
  telefon: 'phone',
  telefono: 'phone',
  number: 'house_number',
  numero: 'house_number',
  hausnummer: 'house_number',
  rue: 'street',
  strasse: 'street',
  calle: 'street',
  postcode: 'postal_code',
  zip: 'postal_code',
  'code postal': 'postal_code',
  plz: 'postal_code',
  town: 'city',
  ville: 'city',
  ort: 'city',
  ciudad: 'city',
  lat: 'latitude',
  breitengrad: 'latitude',
  latitud: 'latitude',
  lon: 'longitude',
  lng: 'longitude',
  laengengrad: 'longitude',
  langengrad: 'longitude',
  longitud: 'longitude',
  id: 'external_id',
};

/** A first mapping by the names of the columns; each field at most once. */
export function guessMapping(header: readonly string[]): Mapping {
  const used = new Set<ImportField>();
  return header.map((name) => {
    const key = sortKeyOf(name);
    const field = importFields.find((each) => sortKeyOf(each) === key) ?? otherNames[key] ?? null;
    if (field === null || used.has(field)) return null;
    used.add(field);
    return field;
  });
}

/** Reads the lines with a mapping: what can be imported, and what is wrong with the others. */
export function readLines({ header, lines }: ImportFile, mapping: Mapping): ImportReading {
  const reading: ImportReading = { contacts: [], bad: [] };
  const seen = new Set<string>();
  for (const { line, cells } of lines) {
    const columnOf = (field: string) => header[mapping.findIndex((each) => each === field)] ?? null;
    const refuse = (error: ImportError, field: string | null, value = '') =>
      reading.bad.push({ line, column: field === null ? null : columnOf(field), error, value });
    if (cells.length > header.length) {
      refuse('cells', null);
      continue;
    }
    const typed = new Map<ImportField, string>();
    mapping.forEach((field, place) => {
      const value = cells[place] ?? '';
      if (field !== null && value !== '') typed.set(field, value);
    });
    if (!typed.has('firstname') && !typed.has('surname')) {
      refuse('name_missing', 'surname');
      continue;
    }
    const optOut = readYesNo(typed.get('black_list'));
    if (optOut === null) {
      refuse('yes_no', 'black_list', typed.get('black_list'));
      continue;
    }
    if (!readDegrees(typed)) {
      refuse('position', 'latitude', [typed.get('latitude'), typed.get('longitude')].join(', '));
      continue;
    }
    const uuid = uuidOf(typed);
    if (seen.has(uuid)) {
      refuse('twice', null);
      continue;
    }
    seen.add(uuid);
    const parsed = ContactCreateSchema.safeParse(contactOf(uuid, typed, optOut));
    if (parsed.success) reading.contacts.push(parsed.data);
    else {
      const path = parsed.error.issues[0]?.path ?? [];
      const field = String(path[0] === 'address' ? path[1] : path[0]);
      refuse(field === 'mail' ? 'mail' : 'too_long', field, typed.get(field as ImportField));
    }
  }
  return reading;
}

/** Writes decimal commas as points. False if the position is not one. */
function readDegrees(typed: Map<ImportField, string>): boolean {
  if (!typed.has('latitude') && !typed.has('longitude')) return true;
  for (const field of ['latitude', 'longitude'] as const)
    typed.set(field, (typed.get(field) ?? '').replace(',', '.'));
  return readPosition(typed.get('latitude'), typed.get('longitude')) !== null;
}

function contactOf(uuid: string, typed: ReadonlyMap<ImportField, string>, optOut: boolean): object {
  const address: Record<string, string> = {};
  const contact: Record<string, unknown> = { uuid };
  for (const [field, value] of typed) {
    if (isAddressField(field)) address[field] = value;
    else if (field === 'tags')
      contact.tags = [...new Set(value.split(/[;|,]/).map((name) => name.trim()))]
        .filter((name) => name !== '')
        .map((name) => ({ name }));
    else if (field !== 'black_list' && field !== 'external_id') contact[field] = value;
  }
  return {
    ...contact,
    ...(Object.keys(address).length === 0 ? {} : { address }),
    ...(optOut ? { black_list: true } : {}),
  };
}

const yes = new Set(['1', 'true', 'yes', 'oui', 'ja', 'si', 'نعم', 'x']);
const no = new Set(['', '0', 'false', 'no', 'non', 'nein', 'لا']);

function readYesNo(text = ''): boolean | null {
  const word = sortKeyOf(text);
  if (yes.has(word)) return true;
  return no.has(word) ? false : null;
}

/**
 * The same line has the same uuid, so that a second import of a file adds nothing. With an id of another system the line is
 * that person, whatever else it contains.
 */
function uuidOf(typed: ReadonlyMap<ImportField, string>): string {
  const id = typed.get('external_id');
  const content = id === undefined ? JSON.stringify([...typed].sort()) : `external ${id}`;
  const hex = bytesToHex(sha256(utf8ToBytes(`doorstep import ${content}`)));
  // Version 8: made from other data (RFC 9562).
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return parts.join('-');
}
