import { getAction } from '@/db/actions';
import { getContact } from '@/db/contacts';
import { getDraft, keyOfFix, listDrafts, removeDraft } from '@/db/drafts';
import { getFact } from '@/db/facts';
import { getCountedAt, getGift, isGiftCancelled } from '@/db/gifts';
import { contactsOf } from '@/db/ledger/bundles';
import { getOutboxRow, isCertainlyAbsent } from '@/db/outbox/outbox';
import { getVersionToReplace, type ShownBundle } from '@/db/outbox/pendingBundles';
import { listDonationPrices, listMembershipPriceGroups } from '@/db/prices';
import { getTransactionSettings } from '@/db/settings';
import { type Capture, makeExternalId } from '@/domain/bundle';
import { isSameJson } from '@/domain/sameJson';
import { findGiftDoor } from '@/features/shared/giftVisit';
import type { Runtime } from '@/features/shared/runtime';

import { assemble, type SaveContext } from './assemble';
import { type Catalogue, currencyOf, methodsOf, suggestedMethod } from '@/domain/catalogue';
import { type Draft, DraftSchema, startDraft, type Who } from './draft';
import { draftFromBundle } from './fix';
import { suggestedPrices } from './suggestions';

/** The longest campaign code. */
export const longestCampaign = 200;

/** The values of the last payment, suggested for the next one. */
export const lastUsedKey = 'capture_last_used';
/** The keys of all drafts of this form. */
export const draftPrefix = 'capture:';

/** Where a capture starts: new, from a contact, from an action, or from a record that was saved before. */
export type CaptureOrigin =
  /** Every new form has a draft of its own: a half-filled one never becomes that of the next door. */
  | { kind: 'new'; formId: string }
  | { kind: 'contact'; contactId: number }
  /** Also from a door of an action: with its address, and a contact who lives there. */
  | { kind: 'action'; actionId: number; place: string; contactId: number | null }
  | { kind: 'fix'; rowId: string };

/** Each origin has its own draft. */
export function draftKeyOf(origin: CaptureOrigin): string {
  switch (origin.kind) {
    case 'new':
      return `${draftPrefix}new:${origin.formId}`;
    case 'contact':
      return `${draftPrefix}contact:${origin.contactId}`;
    case 'action':
      return `${draftPrefix}action:${[origin.actionId, origin.contactId ?? '', origin.place].join(':')}`;
    case 'fix':
      return keyOfFix(origin.rowId);
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
  return { kind: 'new', formId: value };
}

export interface UnfinishedDraft {
  key: string;
  draft: Draft;
  /** As far as it can be read, for its sum. */
  capture: Capture;
}

/**
 * A new record; another version of a refused one; or another version of one that waits (`change`) or may be at the service
 * (`correct`).
 */
export type FormPurpose = 'record' | 'fix' | 'change' | 'correct';

/** What the form opens with. */
export type OpenedForm =
  | {
      kind: 'open';
      purpose: FormPurpose;
      draft: Draft;
      isStored: boolean;
      catalogue: Catalogue;
      unfinished: UnfinishedDraft[];
    }
  /** The record cannot be read, or has another state meanwhile. */
  | { kind: 'not_fixable' }
  /** Its shift was counted: a manager corrects it. */
  | { kind: 'counted'; at: number };

/** The time and the labels that opening needs. */
export interface OpenContext extends SaveContext {
  /** The label of a contact that is not on the phone. */
  nameOfNumber(contactId: number): string;
  /** Managers correct records of every shift. */
  canCorrectAll?: boolean;
  /** The key of the door of the walk list where the form was opened. */
  door?: string | undefined;
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
    origin.kind === 'new' || origin.kind === 'action' ? listDrafts<unknown>(store, scope, draftPrefix) : [],
  ]);
  const unfinished = others.flatMap((other) => {
    const draft = DraftSchema.safeParse(other.draft).data;
    // A correction is continued at its record.
    if (draft === undefined || other.key === key || draft.replaces !== null) return [];
    return [{ key: other.key, draft, capture: assemble(draft, catalogue, context).capture }];
  });
  const earlier = origin.kind === 'fix' ? await findEarlier(runtime, origin.rowId) : null;
  if (origin.kind === 'fix' && earlier === null) return { kind: 'not_fixable' };
  const at = earlier && (await getCountedAt(store, scope, earlier.id));
  if (at !== null && earlier?.purpose !== 'fix' && context.canCorrectAll !== true) {
    await store.write((tx) => removeDraft(tx, scope, key));
    return { kind: 'counted', at };
  }
  const known = DraftSchema.safeParse(stored?.draft).data;
  // The other version of a refused record contains what was saved since: a draft that does not show it is not continued.
  const isBehind = earlier?.purpose === 'fix' && !isSameJson(known?.seen, earlier.bundle);
  const draft =
    (isBehind ? undefined : known) ??
    (earlier === null
      ? await freshDraft(runtime, origin, catalogue, context)
      : await fixDraft(runtime, earlier, catalogue, context));
  if (draft === null) return { kind: 'not_fixable' };
  const purpose = earlier?.purpose ?? 'record';
  return { kind: 'open', purpose, draft, isStored: draft === known, catalogue, unfinished };
}

async function freshDraft(
  runtime: Runtime,
  origin: CaptureOrigin,
  catalogue: Catalogue,
  context: OpenContext
): Promise<Draft> {
  const { store, scope } = runtime;
  const lastUsed = await getFact(store, scope, lastUsedKey);
  const currency = currencyOf(catalogue, lastUsed?.currency ?? null);
  const prices = suggestedPrices(catalogue, currency);
  const contactId = origin.kind === 'contact' || origin.kind === 'action' ? origin.contactId : null;
  const draft = startDraft({
    id: runtime.newId(),
    answersId: runtime.newId(),
    externalId: makeExternalId(runtime.random),
    who: contactId === null ? null : await whoOfContact(runtime, contactId, context),
    method: suggestedMethod(methodsOf(catalogue), lastUsed?.method ?? null),
    currency,
    campaign: (await campaignOf(runtime, origin)) ?? lastUsed?.campaign ?? '',
    donationPriceId: prices.donation,
    membershipPriceId: prices.membership,
  });
  if (origin.kind !== 'action') return draft;
  const { actionId } = origin;
  const door =
    context.door === undefined ? null : await findGiftDoor(store, scope, { actionId, door: context.door });
  // A contact has their own address; of a new supporter the note keeps it.
  return { ...draft, door, ...(contactId === null ? { note: origin.place } : {}) };
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
): Promise<Extract<Who, { kind: 'contact' }>> {
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

/** The record that the form is to change, as it is now. */
interface Earlier {
  id: string;
  purpose: Exclude<FormPurpose, 'record'>;
  bundle: ShownBundle;
}

/** By the id of its row, or by the number of its bundle. One that a person has to decide about is decided first. */
async function findEarlier({ store, scope }: Runtime, id: string): Promise<Earlier | null> {
  return store.read(async (reader) => {
    const row = await getOutboxRow(reader, scope, id);
    if (row !== null && row.kind !== 'bundle_create') return null;
    if (row !== null && ['needs_person', 'replaced', 'cancelled'].includes(row.state)) return null;
    const view = await getGift(reader, scope, id);
    if (view === null) return null;
    if (row?.state === 'parked') {
      // Another version of a cancelled gift would count again.
      if (await isGiftCancelled(reader, scope, view)) return null;
      return { id, purpose: 'fix', bundle: await getVersionToReplace(reader, scope, row) };
    }
    const isWaiting = row !== null && (await isCertainlyAbsent(reader, scope, row));
    return { id, purpose: isWaiting ? 'change' : 'correct', bundle: view.bundle };
  });
}

async function fixDraft(
  runtime: Runtime,
  { id, bundle }: Earlier,
  catalogue: Catalogue,
  context: OpenContext
): Promise<Draft | null> {
  const people = await Promise.all(
    contactsOf(bundle).map(
      async (contactId) => [contactId, await whoOfContact(runtime, contactId, context)] as const
    )
  );
  const known = new Map(people);
  return draftFromBundle(bundle, {
    replaces: id,
    id: runtime.newId(),
    externalId: makeExternalId(runtime.random),
    catalogue,
    locale: context.locale,
    offsetMinutesAt: context.offsetMinutesAt,
    nameOf: (contactId) => ({
      name: known.get(contactId)?.name ?? context.nameOfNumber(contactId),
      detail: known.get(contactId)?.detail ?? '',
    }),
  });
}
