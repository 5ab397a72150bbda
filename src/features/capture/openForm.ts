import { getAction } from '@/db/actions';
import { getContact, listContactLines } from '@/db/contacts';
import { getDraft, listDrafts } from '@/db/drafts';
import { getFact } from '@/db/facts';
import { getOutboxRow } from '@/db/outbox/outbox';
import { listDonationPrices, listMembershipPriceGroups } from '@/db/prices';
import { getTransactionSettings } from '@/db/settings';
import { type Capture, makeExternalId } from '@/domain/bundle';
import type { Runtime } from '@/features/shared/runtime';

import { assemble, type SaveContext } from './assemble';
import { type Catalogue, currencyOf, methodsOf, suggestedMethod } from '@/domain/catalogue';
import { type Draft, DraftSchema, startDraft, type Who } from './draft';
import { contactIdsOf, draftFromBundle } from './fix';
import { suggestedPrices } from './suggestions';

/** The values of the last capture, suggested for the next one. */
export interface LastUsedValues {
  method: string;
  currency: string;
  campaign: string;
}

/** The longest campaign code. */
export const longestCampaign = 200;

export const lastUsedKey = 'capture_last_used';
const draftPrefix = 'capture:';

/** Where a capture starts: new, from a contact, from an action, or from a refused record. */
export type CaptureOrigin =
  | { kind: 'new' }
  | { kind: 'contact'; contactId: number }
  /** Also from a door of an action: with its address, and a contact who lives there. */
  | { kind: 'action'; actionId: number; place: string; contactId: number | null }
  | { kind: 'fix'; rowId: string };

/** Each origin has its own draft. */
export function draftKeyOf(origin: CaptureOrigin): string {
  switch (origin.kind) {
    case 'new':
      return `${draftPrefix}new`;
    case 'contact':
      return `${draftPrefix}contact:${origin.contactId}`;
    case 'action':
      return `${draftPrefix}action:${[origin.actionId, origin.contactId ?? '', origin.place].join(':')}`;
    case 'fix':
      return `${draftPrefix}fix:${origin.rowId}`;
  }
}

/** The origin of a stored draft. */
export function originOfKey(key: string): CaptureOrigin {
  const [kind, value = ''] = key.slice(draftPrefix.length).split(/:(.*)/s);
  if (kind === 'contact') return { kind, contactId: Number(value) };
  if (kind === 'action') {
    const [actionId, contactId = '', ...place] = value.split(':');
    return {
      kind,
      actionId: Number(actionId),
      contactId: contactId === '' ? null : Number(contactId),
      place: place.join(':'),
    };
  }
  if (kind === 'fix') return { kind, rowId: value };
  return { kind: 'new' };
}

export interface UnfinishedDraft {
  key: string;
  draft: Draft;
  /** As far as it can be read, for its sum. */
  capture: Capture;
}

/** What the form opens with. */
export type OpenedForm =
  | { kind: 'open'; draft: Draft; isStored: boolean; catalogue: Catalogue; unfinished: UnfinishedDraft[] }
  /** The refused record cannot be read, or has another state meanwhile. */
  | { kind: 'not_fixable' };

/** The time and the labels that opening needs. */
export interface OpenContext extends SaveContext {
  /** The label of a contact that is not on the phone. */
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

/**
 * Opens the form once: the stored draft of its origin, or a new one with its own id. Not a query: what is on the
 * form belongs to the person typing, and no later read may change it. Prices that are downloaded later only
 * fill what is still empty (`suggestions.ts`).
 */
export async function openForm(
  runtime: Runtime,
  origin: CaptureOrigin,
  context: OpenContext
): Promise<OpenedForm> {
  const { store, scope } = runtime;
  const key = draftKeyOf(origin);
  const [catalogue, stored, others] = await Promise.all([
    loadCatalogue(runtime),
    getDraft<unknown>(store, scope, key),
    origin.kind === 'new' ? listDrafts<unknown>(store, scope, draftPrefix) : [],
  ]);
  const unfinished = others.flatMap((other) => {
    const draft = DraftSchema.safeParse(other.draft).data;
    if (draft === undefined || other.key === key) return [];
    return [{ key: other.key, draft, capture: assemble(draft, catalogue, context).capture }];
  });
  const known = DraftSchema.safeParse(stored?.draft).data;
  if (known !== undefined) return { kind: 'open', draft: known, isStored: true, catalogue, unfinished };

  const draft =
    origin.kind === 'fix'
      ? await fixDraft(runtime, origin.rowId, catalogue, context)
      : await freshDraft(runtime, origin, catalogue, context);
  if (draft === null) return { kind: 'not_fixable' };
  return { kind: 'open', draft, isStored: false, catalogue, unfinished };
}

async function freshDraft(
  runtime: Runtime,
  origin: CaptureOrigin,
  catalogue: Catalogue,
  context: OpenContext
): Promise<Draft> {
  const { store, scope } = runtime;
  const lastUsed = await getFact(store, scope, lastUsedKey);
  const prices = suggestedPrices(catalogue);
  const contactId = origin.kind === 'contact' || origin.kind === 'action' ? origin.contactId : null;
  const draft = startDraft({
    id: runtime.newId(),
    externalId: makeExternalId(runtime.random),
    who: contactId === null ? null : await whoOfContact(runtime, contactId, context),
    method: suggestedMethod(methodsOf(catalogue), lastUsed?.method ?? null),
    currency: currencyOf(catalogue, lastUsed?.currency ?? null),
    campaign: (await campaignOf(runtime, origin)) ?? lastUsed?.campaign ?? '',
    donationPriceId: prices.donation,
    membershipPriceId: prices.membership,
  });
  // A contact has their own address; of a new supporter the note keeps it.
  return origin.kind === 'action' && contactId === null ? { ...draft, note: origin.place } : draft;
}

/**
 * The contract calls an action a mobilisation campaign and gives it a name, no code. So the name is the campaign code
 * of the payment; the ledger filters by it.
 */
async function campaignOf({ store, scope }: Runtime, origin: CaptureOrigin): Promise<string | null> {
  if (origin.kind !== 'action') return null;
  const name = (await getAction(store, scope, origin.actionId))?.Action.name?.trim() ?? '';
  return name === '' ? null : name.slice(0, longestCampaign);
}

/** A contact that is not on the phone can be recorded too: the service needs the number alone. */
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

async function fixDraft(
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
    replaces: rowId,
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
