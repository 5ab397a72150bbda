import { z } from 'zod';

/** Somebody in a draft, with the words the form shows for them. */
const WhoSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('contact'), contactId: z.int(), name: z.string(), detail: z.string() }),
  z.object({ kind: z.literal('supporter'), name: z.string(), mail: z.string(), phone: z.string() }),
  z.object({ kind: z.literal('nobody') }),
]);
export type Who = z.output<typeof WhoSchema>;

/** A price of the catalogue, or letters that were typed; `typed` is null while the price's own amount stands. */
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
  /** The last day of a membership, typed where the price does not say how long it runs. */
  until: z.string(),
});
export type PersonDraft = z.output<typeof PersonDraftSchema>;

/**
 * Everything on the form at this moment, letter for letter: it is kept on the phone as it is, readable or not, so
 * that nothing is lost when the app is killed.
 */
export const DraftSchema = z.object({
  version: z.literal(1),
  /** Made when the form opened; the capture keeps it. */
  id: z.string(),
  externalId: z.int(),
  /** The refused record that this one is to take the place of. */
  mends: z.string().nullable(),
  people: z.array(PersonDraftSchema).min(1),
  /** Null where the first person pays. */
  payer: WhoSchema.nullable(),
  method: z.string(),
  currency: z.string(),
  campaign: z.string(),
  affectation: z.string(),
  note: z.string(),
  /** Null is now, at the moment of saving. */
  day: z.string().nullable(),
  time: z.string(),
});
export type Draft = z.output<typeof DraftSchema>;

/** What a new draft begins with: what was used last, and what the settings suggest. */
export interface DraftStart {
  id: string;
  externalId: number;
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
    mends: null,
    people: [
      {
        key: start.id,
        who: start.who,
        takes: 'donation',
        donation: untouched(start.donationPriceId),
        membership: untouched(start.membershipPriceId),
        until: '',
      },
    ],
    payer: null,
    method: start.method,
    currency: start.currency,
    campaign: start.campaign,
    affectation: '',
    note: '',
    day: null,
    time: '',
  };
}

/** Another person on the same payment, who takes the same kind of thing as the one before. */
export function addPerson(draft: Draft, key: string): Draft {
  const last = draft.people[draft.people.length - 1];
  const person: PersonDraft = {
    key,
    who: null,
    takes: last?.takes ?? 'donation',
    donation: untouched(last?.donation.priceId ?? null),
    membership: untouched(last?.membership.priceId ?? null),
    until: last?.until ?? '',
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
