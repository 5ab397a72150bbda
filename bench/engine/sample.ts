/** Generated contacts, the same ones for the same seed: names made of syllables, so that they are not real. */

export type Random = () => number;

/** A small seeded generator (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const syllables = (
  'ma ri le du pon ber nar tho mas ro bel pe tit mo rau lau ren si mon mi chel fe vre gar da vid fou ser vin cen ' +
  'mul ler bon net fran coi mar ti nez gran gau tier per rin mer ci bla é lo zo kar im fa ti ü rö ñu ço'
).split(' ');

/** One of a list. */
export const pick = <T>(random: Random, list: readonly T[]): T => {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
};

/** Some names are common and most are rare, as in real data. */
const pickCommonly = <T>(random: Random, list: readonly T[]): T => {
  const item = list[Math.floor(random() ** 2.5 * list.length)];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
};

function names(random: Random, count: number): string[] {
  const found = new Set<string>();
  while (found.size < count) {
    const length = 2 + Math.floor(random() * 2);
    const word = Array.from({ length }, () => pick(random, syllables)).join('');
    found.add(word.charAt(0).toUpperCase() + word.slice(1));
  }
  return [...found];
}

/** Generates contacts one by one; each is about 850 bytes of JSON, like a real one. */
export function contactMaker(seed: number) {
  const random = seeded(seed);
  const firstnames = names(random, 400);
  const surnames = names(random, 4_000);
  const towns = names(random, 250);
  const streets = names(random, 500);
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  return (id: number) => {
    const firstname = pickCommonly(random, firstnames);
    const surname = pickCommonly(random, surnames);
    const town = pickCommonly(random, towns);
    return {
      id,
      created_at: '2025-03-01T10:00:00Z',
      updated_at: '2025-09-01T10:00:00Z',
      address: {
        id,
        house_number: String(1 + Math.floor(random() * 200)),
        street: `rue ${pick(random, streets)}`,
        postal_code: digits(5),
        city: town,
        country: 'FR',
        county: '',
        state: '',
        building: '',
        floor: '',
        door: '',
        infos: '',
        addition: '',
        latitude: `48.${digits(6)}`,
        longitude: `2.${digits(6)}`,
      },
      age_category: Math.floor(random() * 6),
      birth_city: pick(random, towns),
      birth_country: 'FR',
      birthdate: `19${60 + Math.floor(random() * 40)}-04-12T00:00:00Z`,
      black_list: random() < 0.05,
      custom_fields: [{ id, form_id: 3, form_ref_id: 4, data: 'yes' }],
      formdatas: [
        { id, form_id: 1, form_ref_id: 2, data: 'supporter', date: '2025-01-01T00:00:00Z', survey_id: 9 },
      ],
      firstname,
      surname,
      gender: pick(random, ['M', 'F', 'O', '']),
      mail: `${firstname}.${surname}${random() < 0.3 ? id : ''}@post.example`.toLowerCase(),
      mobile: `+336${digits(8)}`,
      mobile_invalid: false,
      phone: `01${digits(8)}`,
      phone_invalid: false,
      nationality: 'FR',
      tags: [{ name: 'newsletter' }, { name: pick(random, streets) }],
    };
  };
}

/** The pages of a list of contacts, as the service sends them: one text per page of a thousand. */
export function* contactPages(count: number, seed = 7, pageSize = 1_000): Generator<string> {
  const make = contactMaker(seed);
  for (let offset = 0; offset < count; offset += pageSize) {
    const size = Math.min(pageSize, count - offset);
    const data = Array.from({ length: size }, (_, index) => make(offset + index + 1));
    yield JSON.stringify({ status: 'success', data, total: count });
  }
}

/**
 * Typed text: a name letter by letter, a surname and the start of the first name, the reverse
 * order, a name and a town, a phone number.
 */
export function typedQueries(count: number, howMany: number, seed = 7): string[] {
  const make = contactMaker(seed);
  const people = Array.from({ length: Math.min(count, 1_000) }, (_, index) => make(index + 1));
  const random = seeded(seed + 1);
  const typed: string[] = [];
  while (typed.length < howMany) {
    const { firstname, surname, mobile, address } = pick(random, people);
    const fullName = pick(random, [
      surname,
      `${surname} ${firstname}`,
      `${firstname} ${surname}`,
      `${surname} ${address.city}`,
      `0${mobile.slice(3)}`,
    ]);
    for (let length = 1; length <= fullName.length && typed.length < howMany; length += 1) {
      typed.push(fullName.slice(0, length));
    }
  }
  return typed;
}
