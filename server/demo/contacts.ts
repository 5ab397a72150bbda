import { sql } from 'drizzle-orm';

import type { Tx } from '../store/database';
import { searchWords, sortKey } from '../store/fold';
import { STREETS, TOWNS, randomMail, randomName, randomPhone } from './names';
import type { Door } from './places';
import { type Random, randomFor } from './random';

/** The forms to which the answers of a contact refer. */
export type DemoForms = {
  readonly consent: { id: number; yes: number; no: number };
  readonly support: { id: number; levels: readonly number[] };
  readonly canHelp: { id: number };
};

const TAGS = [
  'donateur',
  'adhérent',
  'bénévole',
  'à rappeler',
  'marché du samedi',
  'quartier nord',
  'VIP',
  'presse',
];
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2019, 0, 1);
const BATCH_SIZE = 2_000;

/** Every fourth of the first contacts lives at one of the doors. */
const LAST_AT_DOOR = 2_000;

function doorOf(doors: readonly Door[], index: number) {
  const door = index < LAST_AT_DOOR && index % 4 === 1 ? doors[(index * 7) % doors.length] : undefined;
  if (!door) return {};
  return {
    house_number: [door.housenumber, door.addition].filter((part) => part !== undefined).join(' '),
    street: door.street,
    postal_code: String(door.postalcode).padStart(5, '0'),
    city: door.city,
    latitude: door.latitude,
    longitude: door.longitude,
  };
}

function randomAddress(random: Random, index: number, doors: readonly Door[]) {
  const town = random.pick(TOWNS);
  const inBuilding = random.chance(0.3);
  return {
    id: index + 1,
    house_number: random.chance(0.05) ? `${random.integer(1, 120)} bis` : String(random.integer(1, 180)),
    street: random.pick(STREETS),
    postal_code: town.postalCode,
    city: town.city,
    country: 'FR',
    pollingstation: `Bureau ${1 + (index % 12)}`,
    latitude: (town.latitude + (random.next() - 0.5) / 40).toFixed(6),
    longitude: (town.longitude + (random.next() - 0.5) / 40).toFixed(6),
    ...(inBuilding
      ? {
          building: random.pick(['A', 'B', 'C']),
          floor: String(random.integer(0, 8)),
          door: String(random.integer(1, 40)),
        }
      : {}),
    ...(random.chance(0.06)
      ? { infos: random.pick(['Sonnette en panne', 'Chien au jardin', 'Passer par la cour']) }
      : {}),
    ...doorOf(doors, index),
  };
}

function randomAnswers(random: Random, forms: DemoForms, index: number) {
  const answers: Record<string, unknown>[] = [];
  const add = (answer: Record<string, unknown>) =>
    answers.push({ id: index * 4 + answers.length + 1, ...answer });
  if (random.chance(0.7)) {
    const gave = random.chance(0.8);
    const date = new Date(FIRST_DAY + random.integer(0, 2_400) * DAY_MS).toISOString();
    add({
      form_id: forms.consent.id,
      form_ref_id: gave ? forms.consent.yes : forms.consent.no,
      data: gave ? '1' : '0',
      date,
    });
  }
  if (random.chance(0.4)) {
    const level = random.integer(0, forms.support.levels.length - 1);
    add({
      form_id: forms.support.id,
      form_ref_id: forms.support.levels[level],
      data: String(level + 1),
      survey_id: 1,
    });
  }
  return answers;
}

export type ContactOptions = {
  seed: string;
  forms: DemoForms;
  from: number;
  to: number;
  /** Where some of them live. */
  doors?: readonly Door[];
  onProgress?: (done: number) => void;
};

/** A contact that depends only on its index, so that a larger demo starts with the contacts of a smaller one. */
function randomContact(
  groupId: number,
  index: number,
  { seed, forms, doors = [] }: Pick<ContactOptions, 'seed' | 'forms' | 'doors'>
) {
  const random = randomFor(`${seed}/contact`, index);
  const name = randomName(random);
  // Some contacts have no name.
  const hasName = random.chance(0.97);
  const mail = random.chance(0.6) ? randomMail(name, index + 1) : null;
  const mobile = random.chance(0.65) ? randomPhone(random, 'mobile') : null;
  const phone = random.chance(0.25) ? randomPhone(random, 'landline') : null;
  const address = random.chance(0.93) ? randomAddress(random, index, doors) : null;
  const born = random.chance(0.45)
    ? new Date(Date.UTC(random.integer(1931, 2007), random.integer(0, 11), random.integer(1, 28)))
    : null;
  const created = new Date(FIRST_DAY + random.integer(0, 2_500) * DAY_MS);
  const person = { firstname: hasName ? name.firstname : '', surname: hasName ? name.surname : '' };
  return {
    ...person,
    gender: hasName && random.chance(0.85) ? name.gender : '',
    mail,
    mobile,
    mobile_invalid: mobile === null ? null : random.chance(0.04),
    phone,
    phone_invalid: phone === null ? null : random.chance(0.08),
    birthdate: born?.toISOString() ?? null,
    birth_city: born && random.chance(0.3) ? random.pick(TOWNS).city : null,
    birth_country: born && random.chance(0.3) ? 'FR' : null,
    nationality: random.chance(0.2) ? random.pick(['FR', 'BE', 'PT', 'MA', 'VN']) : null,
    age_category: random.chance(0.5) ? random.integer(0, 6) : null,
    black_list: random.chance(0.05),
    address,
    custom_fields: random.chance(0.2)
      ? [{ id: index + 1, form_id: forms.canHelp.id, data: 'Peut prêter une salle' }]
      : [],
    formdatas: randomAnswers(random, forms, index),
    tags: TAGS.filter(() => random.chance(0.12)),
    created_at: created.toISOString(),
    sort_key: sortKey(person),
    words: searchWords(groupId, { ...person, mail, mobile, phone, address }),
  };
}

/** Adds the contacts with an index from `from` (included) to `to` (excluded). */
export async function insertContacts(tx: Tx, groupId: number, options: ContactOptions): Promise<void> {
  const { from, to, onProgress } = options;
  for (let start = from; start < to; start += BATCH_SIZE) {
    const end = Math.min(to, start + BATCH_SIZE);
    const rows = Array.from({ length: end - start }, (_, offset) =>
      randomContact(groupId, start + offset, options)
    );
    await tx.execute(sql`
      INSERT INTO contacts (group_id, firstname, surname, gender, mail, mobile, mobile_invalid, phone, phone_invalid,
        birthdate, birth_city, birth_country, nationality, age_category, black_list, address, custom_fields, formdatas,
        tags, created_at, updated_at, sort_key, words)
      SELECT ${groupId}, firstname, surname, gender, mail, mobile, mobile_invalid, phone, phone_invalid,
        birthdate, birth_city, birth_country, nationality, age_category, black_list, address, custom_fields, formdatas,
        tags, created_at, created_at, sort_key, words
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS c (firstname text, surname text, gender text, mail text,
        mobile text, mobile_invalid boolean, phone text, phone_invalid boolean, birthdate timestamptz, birth_city text,
        birth_country text, nationality text, age_category integer, black_list boolean, address jsonb,
        custom_fields jsonb, formdatas jsonb, tags text[], created_at timestamptz, sort_key text, words tsvector)`);
    onProgress?.(end);
  }
}
