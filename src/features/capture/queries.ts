import { queryOptions } from '@tanstack/react-query';

import { getAction } from '@/db/actions';
import { getContact, listContactLines, searchContacts } from '@/db/contacts';
import { getDraft, listDrafts } from '@/db/drafts';
import { listDayRecords } from '@/db/dayTotals';
import { getFact } from '@/db/facts';
import { getOutboxRow } from '@/db/outbox/outbox';
import { listDonationPrices, listMembershipPriceGroups } from '@/db/prices';
import { getTransactionSettings } from '@/db/settings';
import { type Capture, makeExternalId } from '@/domain/bundle';
import { dayOf } from '@/domain/day';
import type { Runtime } from '@/features/shared/runtime';

import { assemble, type Moment } from './assemble';
import { type Catalogue, currencyOf, methodsOf, suggestedMethod } from '@/domain/catalogue';
import { type Draft, DraftSchema, startDraft, type Who } from './draft';
import { contactIdsOf, draftFromBundle } from './fix';
import { suggestedPrices } from './suggestions';

/** What the last capture used, as the next one begins with it. */
export interface CaptureHabits {
  method: string;
  currency: string;
  campaign: string;
}

/** As much as a campaign code may hold. */
export const longestCampaign = 200;

export const habitsKey = 'capture_habits';
const draftPrefix = 'capture:';

/** Where a capture begins: from nothing, a contact, an action, or a refused record. */
export type CaptureOrigin =
  | { kind: 'new' }
  | { kind: 'contact'; contactId: number }
  | { kind: 'action'; actionId: number }
  | { kind: 'mend'; rowId: string };

/** Each place that a capture can begin at keeps a draft of its own. */
export function draftKeyOf(origin: CaptureOrigin): string {
  switch (origin.kind) {
    case 'new':
      return `${draftPrefix}new`;
    case 'contact':
      return `${draftPrefix}contact:${origin.contactId}`;
    case 'action':
      return `${draftPrefix}action:${origin.actionId}`;
    case 'mend':
      return `${draftPrefix}mend:${origin.rowId}`;
  }
}

/** The place that a kept draft began at. */
export function originOfKey(key: string): CaptureOrigin {
  const [kind, value = ''] = key.slice(draftPrefix.length).split(/:(.*)/s);
  if (kind === 'contact') return { kind, contactId: Number(value) };
  if (kind === 'action') return { kind, actionId: Number(value) };
  if (kind === 'mend') return { kind, rowId: value };
  return { kind: 'new' };
}

export interface UnfinishedDraft {
  key: string;
  draft: Draft;
  /** As far as it goes, for its sum. */
  capture: Capture;
}

/** What the form opens with. */
export type OpenedForm =
  | { kind: 'open'; draft: Draft; isKept: boolean; catalogue: Catalogue; unfinished: UnfinishedDraft[] }
  /** The refused record cannot be read, or is no longer refused. */
  | { kind: 'not_mendable' };

/** The moment and the words that opening needs. */
export interface OpenContext extends Moment {
  /** What a contact is called of whom only the number is known. */
  nameOfNumber(contactId: number): string;
}

async function loadCatalogue({ store, scope }: Runtime): Promise<Catalogue> {
  const [settings, donationPrices, membershipPriceGroups] = await Promise.all([
    getTransactionSettings(store, scope),
    listDonationPrices(store, scope),
    listMembershipPriceGroups(store, scope),
  ]);
  return { settings, donationPrices, membershipPriceGroups };
}

/** Reads of the capture form. Keys begin with what they read, and the runtime makes them stale by table. */
export const captureQueries = {
  /** Everyone on the phone whose name, mail, phone or town has the typed words. */
  people: ({ store, scope }: Runtime, text: string) =>
    queryOptions({
      queryKey: ['contacts', scope.id, 'search', text],
      queryFn: () => searchContacts(store, scope, text),
      // The list before the next letter stays until the new one is there: nothing flickers under the finger.
      placeholderData: (before) => before,
    }),

  catalogue: (runtime: Runtime) =>
    queryOptions({
      queryKey: ['capture', runtime.scope.id, 'catalogue'],
      queryFn: () => loadCatalogue(runtime),
    }),

  dayRecords: ({ store, scope, now }: Runtime) => {
    const day = dayOf(now());
    return queryOptions({
      queryKey: ['facts', scope.id, 'dayRecords', day],
      queryFn: () => listDayRecords(store, scope, day),
    });
  },
};

/**
 * Opens the form once: the kept draft of this place, or a new one with an id of its own. Not a query: what is on the
 * form belongs to the person typing, and no later read may change it under their fingers. Prices that come later only
 * fill what is still open (`suggestions.ts`).
 */
export async function openForm(
  runtime: Runtime,
  origin: CaptureOrigin,
  context: OpenContext
): Promise<OpenedForm> {
  const { store, scope } = runtime;
  const key = draftKeyOf(origin);
  const [catalogue, kept, others] = await Promise.all([
    loadCatalogue(runtime),
    getDraft<unknown>(store, scope, key),
    origin.kind === 'new' ? listDrafts<unknown>(store, scope, draftPrefix) : [],
  ]);
  const unfinished = others.flatMap((other) => {
    const draft = DraftSchema.safeParse(other.draft).data;
    if (draft === undefined || other.key === key) return [];
    return [{ key: other.key, draft, capture: assemble(draft, catalogue, context).capture }];
  });
  const known = DraftSchema.safeParse(kept?.draft).data;
  if (known !== undefined) return { kind: 'open', draft: known, isKept: true, catalogue, unfinished };

  const draft =
    origin.kind === 'mend'
      ? await mendedDraft(runtime, origin.rowId, catalogue, context)
      : await freshDraft(runtime, origin, catalogue, context);
  if (draft === null) return { kind: 'not_mendable' };
  return { kind: 'open', draft, isKept: false, catalogue, unfinished };
}

async function freshDraft(
  runtime: Runtime,
  origin: CaptureOrigin,
  catalogue: Catalogue,
  context: OpenContext
): Promise<Draft> {
  const { store, scope } = runtime;
  const habits = await getFact<Partial<CaptureHabits>>(store, scope, habitsKey);
  const prices = suggestedPrices(catalogue);
  return startDraft({
    id: runtime.newId(),
    externalId: makeExternalId(runtime.random),
    who: origin.kind === 'contact' ? await whoOfContact(runtime, origin.contactId, context) : null,
    method: suggestedMethod(methodsOf(catalogue), habits?.method ?? null),
    currency: currencyOf(catalogue, habits?.currency ?? null),
    campaign: (await campaignOf(runtime, origin)) ?? habits?.campaign ?? '',
    donationPriceId: prices.donation,
    membershipPriceId: prices.membership,
  });
}

/**
 * An action is what the interface calls a mobilisation campaign. It gives it a name and no code, so the name is what
 * a payment says it came in through; the ledger filters by it.
 */
async function campaignOf({ store, scope }: Runtime, origin: CaptureOrigin): Promise<string | null> {
  if (origin.kind !== 'action') return null;
  const name = (await getAction(store, scope, origin.actionId))?.Action.name?.trim() ?? '';
  return name === '' ? null : name.slice(0, longestCampaign);
}

/** A contact that is known by number only can still be recorded: the number is what the service needs. */
async function whoOfContact(
  { store, scope }: Runtime,
  contactId: number,
  { nameOfNumber }: OpenContext
): Promise<Who> {
  const contact = await getContact(store, scope, contactId);
  const { house_number, street, city } = contact?.address ?? {};
  const line = [house_number, street].filter(Boolean).join(' ');
  return {
    kind: 'contact',
    contactId,
    name: [contact?.firstname, contact?.surname].filter(Boolean).join(' ') || nameOfNumber(contactId),
    detail: [line, city].filter(Boolean).join(', '),
  };
}

async function mendedDraft(
  runtime: Runtime,
  rowId: string,
  catalogue: Catalogue,
  { locale, nameOfNumber }: OpenContext
): Promise<Draft | null> {
  const { store, scope } = runtime;
  const row = await getOutboxRow(store, scope, rowId);
  if (row?.state !== 'parked' || row.kind !== 'bundle_create') return null;
  const lines = new Map(
    (await listContactLines(store, scope, contactIdsOf(row.body))).map((line) => [line.id, line])
  );
  return draftFromBundle(row.body, {
    mends: rowId,
    id: runtime.newId(),
    externalId: makeExternalId(runtime.random),
    catalogue,
    locale,
    nameOf: (contactId) => ({
      name: lines.get(contactId)?.name ?? nameOfNumber(contactId),
      detail: lines.get(contactId)?.town ?? '',
    }),
  });
}
