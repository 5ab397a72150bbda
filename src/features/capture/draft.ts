import { z } from 'zod';

import { type ShownBundle } from '@/db/outbox/pendingBundles';

/** A person of a draft, with the labels of the form. */
const WhoSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('contact'), contactId: z.int(), name: z.string(), detail: z.string() }),
  z.object({
    kind: z.literal('supporter'),
    name: z.string(),
    address: z.string(),
    mail: z.string(),
    phone: z.string(),
    /** The person agreed that mail and phone are kept. */
    mayKeep: z.boolean(),
  }),
  z.object({ kind: z.literal('nobody') }),
]);
export type Who = z.output<typeof WhoSchema>;
export type NewSupporter = Extract<Who, { kind: 'supporter' }>;

/** Somebody new, at the address of the door where the form was opened. */
export const newSupporter = (name: string, address = ''): NewSupporter => ({
  kind: 'supporter',
  name,
  address,
  mail: '',
  phone: '',
  mayKeep: false,
});

/** The door of a walk list where the form was opened, with its address as a visit has it. */
const GiftDoorSchema = z.object({ actionId: z.int(), address: z.record(z.string(), z.string()) });

/** A price of the catalogue, or a typed amount; `typed` is null while the price's own amount counts. */
const PriceChoiceSchema = z.object({ priceId: z.int().nullable(), typed: z.string().nullable() });
export type PriceChoice = z.output<typeof PriceChoiceSchema>;

export const takenKinds = ['donation', 'membership', 'both'] as const;
export type Taken = (typeof takenKinds)[number];

const PersonDraftSchema = z.object({
  key: z.string(),
  who: WhoSchema.nullable(),
  takes: z.enum(takenKinds),
  donation: PriceChoiceSchema,
  membership: PriceChoiceSchema,
  /** The last day of a membership, typed where the price has no period. */
  until: z.string(),
  /** The places of the items among those of the record that is corrected; none for a person who was added here. */
  places: z.object({ donation: z.int().optional(), membership: z.int().optional() }).default({}),
});
export type PersonDraft = z.output<typeof PersonDraftSchema>;

/**
 * Everything on the form, letter by letter: it is stored as typed, valid or not, so
 * that nothing is lost when the app is killed.
 */
export const DraftSchema = z.object({
  version: z.literal(1),
  /** Created when the form opens; the id of the record. */
  id: z.string(),
  externalId: z.int(),
  /** The saved record of which this is another version. */
  replaces: z.string().nullable(),
  /** That record as the form showed it first. */
  seen: z
    .custom<ShownBundle>((seen) => typeof seen === 'object' && seen !== null)
    .nullable()
    .default(null),
  people: z.array(PersonDraftSchema).min(1),
  /** Null where the first person pays. */
  payer: WhoSchema.nullable(),
  method: z.string(),
  /** Of the payment: the number of a cheque, the reference of a card terminal. */
  details: z.record(z.string(), z.unknown()),
  /** Not paid yet; the day to call back is typed, or empty. */
  promise: z.object({ callBack: z.string() }).nullable().default(null),
  currency: z.string(),
  campaign: z.string(),
  affectation: z.string(),
  note: z.string(),
  /** Null is the time of saving. */
  day: z.string().nullable(),
  time: z.string(),
  /** What a new supporter answered, by question. */
  answers: z.record(z.string(), z.array(z.string())),
  answersId: z.string(),
  door: GiftDoorSchema.nullable().default(null),
});
export type Draft = z.output<typeof DraftSchema>;

/** The initial values of a draft: those used last, and those that the settings suggest. */
export interface DraftStart {
  id: string;
  externalId: number;
  answersId: string;
  who: Who | null;
  method: string;
  currency: string;
  campaign: string;
  donationPriceId: number | null;
  membershipPriceId: number | null;
}

const untouched = (priceId: number | null): PriceChoice => ({ priceId, typed: null });

export function startDraft(start: DraftStart): Draft {
  return {
    version: 1,
    id: start.id,
    externalId: start.externalId,
    replaces: null,
    seen: null,
    people: [
      {
        key: start.id,
        who: start.who,
        takes: 'donation',
        donation: untouched(start.donationPriceId),
        membership: untouched(start.membershipPriceId),
        until: '',
        places: {},
      },
    ],
    payer: null,
    method: start.method,
    details: {},
    promise: null,
    currency: start.currency,
    campaign: start.campaign,
    affectation: '',
    note: '',
    day: null,
    time: '',
    answers: {},
    answersId: start.answersId,
    door: null,
  };
}

/** Another person on the same payment, with the same choices as the one before. */
export function addPerson(draft: Draft, key: string): Draft {
  const last = draft.people[draft.people.length - 1];
  const person: PersonDraft = {
    key,
    who: null,
    takes: last?.takes ?? 'donation',
    donation: untouched(last?.donation.priceId ?? null),
    membership: untouched(last?.membership.priceId ?? null),
    until: last?.until ?? '',
    places: {},
  };
  return { ...draft, people: [...draft.people, person] };
}

export function removePerson(draft: Draft, key: string): Draft {
  const people = draft.people.filter((person) => person.key !== key);
  return people.length === 0 ? draft : { ...draft, people };
}

export function changePerson(draft: Draft, key: string, change: Partial<PersonDraft>): Draft {
  return {
    ...draft,
    people: draft.people.map((person) => (person.key === key ? { ...person, ...change } : person)),
  };
}
