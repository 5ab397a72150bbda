import type { BodyOf } from '@/contract/endpoints';
import { EXTENSION_HEADERS } from '@/contract/extensions';
import { isCurrency } from '@/domain/currencies';
import { isUnpaid } from '@/domain/promise';
import { type ReadReceipt, readReceipt } from '@/domain/receipt';

import { type Input, type Service, serveRead, serveWrite } from '../http/endpoint';
import { ProblemError, invalid } from '../http/problems';
import {
  ITEM_KINDS,
  type ItemFields,
  type ItemKind,
  type Items,
  REFERENCES,
  normalize,
} from '../store/bundleItems';
import { getBundleHistory, isEqual } from '../store/bundleHistory';
import {
  type BundleChange,
  applyBundleChange,
  getBundle,
  getBundleMaker,
  getBundleOfTokens,
  insertBundle,
  listArchivedStatuses,
  listBundles,
  listMissingReferences,
  lockBundle,
} from '../store/bundles';
import type { Caller, Tx } from '../store/database';
import { violatedUnique } from '../store/postgresErrors';
import { insertReceipt } from '../store/receipts';
import { isSigned } from '../store/signatures';

type GivenItems = { readonly [Kind in ItemKind]?: readonly ItemFields[] };

export function registerBundles(service: Service): void {
  const unique = service.config.extensions;

  serveRead(service, 'listBundles', async (tx, _caller, { query }) => {
    const { bundles, total } = await listBundles(tx, query);
    return { status: 'success', data: bundles, total };
  });

  serveRead(service, 'getBundle', async (tx, _caller, { params }) => {
    const bundle = await getBundle(tx, params.id);
    if (!bundle) throw new ProblemError('not_found');
    return { status: 'success', data: bundle };
  });

  serveRead(service, 'getBundleHistory', async (tx, _caller, { params }) => {
    const history = await getBundleHistory(tx, params.id);
    if (!history) throw new ProblemError('not_found');
    return { status: 'success', data: history };
  });

  serveWrite(
    service,
    'createBundle',
    async (tx, caller, { body, hash, replaced }) => {
      if (replaced.length > 0) await refuseStoredTokens(tx, replaced);
      const given: GivenItems = body.data;
      const items = {
        transactions: (given.transactions ?? []).map((item) => normalize('transactions', item)),
        memberships: (given.memberships ?? []).map((item) => normalize('memberships', item)),
        donations: (given.donations ?? []).map((item) => normalize('donations', item)),
      };
      await refuseWrongItems(
        tx,
        ITEM_KINDS.flatMap((kind) =>
          items[kind].map((after, index) => ({ location: `body/data/${kind}/${index}`, before: {}, after }))
        )
      );
      const receipt = unique ? readGivenReceipt(caller, body.data.receipt) : null;
      if (receipt && !certifies(receipt, items.transactions.map(handedOver)))
        throw invalid('body/data/receipt', 'certifies another payment');
      const { bundle, hasSettings } = await insertBundle(tx, caller, {
        items,
        requestHash: hash,
        unique,
        receipt,
      });
      if (!hasSettings) throw invalid('body/data', 'this space has no transaction settings');
      return { status: 'success', data: bundle };
    },
    async (tx, input, error) => {
      if (isRepeatedToken(error)) return respondToRepeat(tx, input);
      throw await explainViolation(tx, input.body.data);
    }
  );

  serveWrite(
    service,
    'updateBundle',
    async (tx, caller, { params, body, headers }) => {
      if (body.data.id !== params.id) throw invalid('body/data/id', 'must equal the id in the path');
      const isPayment = unique && headers[EXTENSION_HEADERS.ifUnpaid] !== undefined;
      const items = await lockBundle(tx, params.id);
      if (!items) throw await explainLocked(tx, caller, body, isPayment);
      const { change, checked } = changeOf(items, body);
      await refuseWrongItems(tx, checked);
      if (isPayment) refuseSecondPayment(items.transactions, body);
      const receipt = unique ? readGivenReceipt(caller, body.data.receipt) : null;
      await applyBundleChange(tx, caller, params.id, change, unique);
      // The office may have corrected the bundle meanwhile: the record counts, and the receipt of another sum is not stored.
      if (receipt && certifies(receipt, paidIn(items.transactions, change.transactions)))
        await insertReceipt(tx, caller, { bundleId: params.id, code: receipt.code, receipt });
      const changed = await getBundle(tx, params.id);
      if (!changed) throw new ProblemError('not_found');
      return { status: 'success', data: changed };
    },
    async (tx, { body }, error) => {
      if (isRepeatedToken(error))
        throw new ProblemError('conflict', { detail: 'Another transaction has this token.' });
      throw await explainViolation(tx, body.data);
    }
  );
}

/** A receipt that is signed by its key and of this space; null without one. */
function readGivenReceipt(caller: Caller, code: string | undefined) {
  if (code === undefined) return null;
  const receipt = readReceipt(code);
  if (receipt === null || !isSigned(receipt)) throw invalid('body/data/receipt', 'is not a signed receipt');
  if (receipt.facts.space !== caller.groupId) throw invalid('body/data/receipt', 'certifies another payment');
  return { ...receipt, code };
}

type PaidPart = { amount: number; currency: string; method: string };

const partOf = (item: ItemFields, amount: number): PaidPart => ({
  amount,
  currency: String(item.currency).toLowerCase(),
  method: String(item.payment_method_kind),
});

/** What a new payment hands over. */
const handedOver = (item: ItemFields): PaidPart => partOf(item, Number(item.amount));

const received = (item: ItemFields) =>
  Number(item.amount) - Number(item.reimbursed_amount ?? 0) - Number(item.unpaid_amount ?? 0);

const hasNothingPaid = ({ amount, reimbursed_amount: returned, unpaid_amount: unpaid }: ItemFields) =>
  isUnpaid({
    amount: Number(amount),
    reimbursed_amount: Number(returned ?? 0),
    unpaid_amount: Number(unpaid ?? 0),
  });

/**
 * Two phones may have marked one promise as paid without signal: the first counts, and the second becomes a question there. What was
 * paid and paid back since was paid too.
 */
function refuseSecondPayment(stored: readonly ItemFields[], { data }: BodyOf<'updateBundle'>): void {
  const paid = new Set(stored.filter((item) => !hasNothingPaid(item)).map(({ id }) => id));
  const isSecond = ({ id, unpaid_amount: unpaid }: { id?: number; unpaid_amount?: number }) =>
    id !== undefined && unpaid === 0 && paid.has(id);
  if (data.transactions?.some(isSecond)) throw new ProblemError('already_paid');
}

/** The transactions of which nothing was paid before a change, with what it makes them receive. */
function paidIn(before: Items['transactions'], { changed }: BundleChange['transactions']): PaidPart[] {
  return changed
    .filter(({ old }) => before.some((item) => item.id === old.id && received(item) === 0))
    .map(({ new: item }) => partOf(item, received(item)))
    .filter(({ amount }) => amount > 0);
}

/** Whether a receipt certifies these payments and no other sum. */
function certifies({ facts }: ReadReceipt, parts: readonly PaidPart[]): boolean {
  const total = parts.reduce((sum, { amount }) => sum + amount, 0);
  return (
    facts.amount === total &&
    parts.every(({ currency, method }) => currency === facts.currency && method === facts.method)
  );
}

function isRepeatedToken(error: unknown): boolean {
  return violatedUnique(error)?.startsWith('transactions_unique_') ?? false;
}

/** The token exists already: the same request gets the first response, any other is refused. */
async function respondToRepeat(tx: Tx, { body, hash }: Input<'createBundle'>) {
  const { transactions } = body.data;
  const first = await getBundleOfTokens(tx, transactions);
  const twice = first ? [] : repeatedWithin(transactions);
  if (twice.length > 0) throw new ProblemError('invalid', { errors: twice });
  // The bundle may be one that the caller does not see.
  const bundle = first?.requestHash?.equals(hash) ? await getBundle(tx, first.id) : null;
  if (!bundle) throw new ProblemError('key_reused', { detail: 'The token belongs to another bundle.' });
  return { status: 'success' as const, data: bundle };
}

/** The app's tokens are its keys. A replaced bundle may be stored without its key, or under the key of another person. */
async function refuseStoredTokens(tx: Tx, replaced: readonly string[]): Promise<void> {
  const first = await getBundleOfTokens(
    tx,
    replaced.map((key) => ({ delivery_token: key }))
  );
  const stored = first ? await getBundle(tx, first.id) : null;
  if (stored) throw new ProblemError('replaced_stored', { stored });
}

/** The same token twice in one bundle. */
function repeatedWithin(transactions: readonly ItemFields[]): { location: string; message: string }[] {
  const seen = new Set<string>();
  return transactions.flatMap((item, index) =>
    ['delivery_token', 'external_transaction_id'].flatMap((field) => {
      const value = item[field];
      if (value === undefined) return [];
      const isRepeated = seen.has(`${field}=${String(value)}`);
      seen.add(`${field}=${String(value)}`);
      const location = `body/data/transactions/${index}/${field}`;
      return isRepeated ? [{ location, message: 'occurs twice in this bundle' }] : [];
    })
  );
}

/** Finds the references that violated a foreign key. */
async function explainViolation(tx: Tx, given: GivenItems): Promise<ProblemError> {
  const all = ITEM_KINDS.flatMap((kind) => given[kind] ?? []);
  const missing = await listMissingReferences(tx, REFERENCES, all);
  const errors = ITEM_KINDS.flatMap((kind) =>
    (given[kind] ?? []).flatMap((item, index) =>
      REFERENCES.filter(
        (field) => item[field] !== undefined && missing.has(`${field}=${String(item[field])}`)
      ).map((field) => ({
        location: `body/data/${kind}/${index}/${field}`,
        message: 'does not exist in this space',
      }))
    )
  );
  // The missing record was created in the meantime: the same request will succeed.
  return errors.length > 0 ? new ProblemError('invalid', { errors }) : new ProblemError('conflict');
}

/** Why the database does not let this person change a bundle. It may be the manager who received what they mark as paid. */
async function explainLocked(
  tx: Tx,
  caller: Caller,
  body: BodyOf<'updateBundle'>,
  isPayment: boolean
): Promise<ProblemError> {
  const { id } = body.data;
  const maker = await getBundleMaker(tx, id);
  if (maker === null) return new ProblemError('not_found');
  if (maker !== caller.userId) return new ProblemError('forbidden');
  if (isPayment) refuseSecondPayment((await getBundle(tx, id))?.transactions ?? [], body);
  return new ProblemError('bundle_managed');
}

/** An item of a request before and after it. */
type CheckedItem = { readonly location: string; readonly before: ItemFields; readonly after: ItemFields };

/** Refuses unknown currencies, archived statuses, and more paid back or unpaid than the amount. */
async function refuseWrongItems(tx: Tx, items: readonly CheckedItem[]): Promise<void> {
  const given = items.flatMap(({ before, after }) =>
    after.status_id === before.status_id ? [] : Number(after.status_id)
  );
  const archived = await listArchivedStatuses(tx, given);
  const errors = items.flatMap(({ location, before, after }) => {
    const isUnknown = typeof after.currency === 'string' && !isCurrency(after.currency);
    const returned = Number(after.reimbursed_amount ?? 0) + Number(after.unpaid_amount ?? 0);
    const isArchived = after.status_id !== before.status_id && archived.has(Number(after.status_id));
    const tooMuch = after.reimbursed_amount === undefined ? 'unpaid_amount' : 'reimbursed_amount';
    return [
      ...(isUnknown ? [{ location: `${location}/currency`, message: 'is not a currency' }] : []),
      ...(returned > 0 && returned > Number(after.amount)
        ? [{ location: `${location}/${tooMuch}`, message: 'is more than the amount' }]
        : []),
      ...(isArchived ? [{ location: `${location}/status_id`, message: 'is archived' }] : []),
    ];
  });
  if (errors.length > 0) throw new ProblemError('invalid', { errors });
}

/** Merges the request into the stored items: an item with an id field by field, an item without one as new. */
function changeOf(
  items: Items,
  body: BodyOf<'updateBundle'>
): { change: BundleChange; checked: CheckedItem[] } {
  const errors: { location: string; message: string }[] = [];
  const checked: CheckedItem[] = [];
  const given: GivenItems = body.data;
  const of = (kind: ItemKind): BundleChange[ItemKind] => {
    const current = new Map(items[kind].map((item) => [item.id, item]));
    const original = new Map(current);
    const added: ItemFields[] = [];
    for (const [index, item] of (given[kind] ?? []).entries()) {
      const location = `body/data/${kind}/${index}`;
      if (item.id === undefined) {
        const after = normalize(kind, item);
        added.push(after);
        checked.push({ location, before: {}, after });
        continue;
      }
      const before = current.get(Number(item.id));
      if (before) {
        const after = { ...before, ...normalize(kind, item) };
        current.set(before.id, after);
        checked.push({ location, before: original.get(before.id) ?? before, after });
      } else errors.push({ location: `body/data/${kind}/${index}/id`, message: 'is not in this bundle' });
    }
    const changed = [...original.values()].flatMap((old) => {
      const after = current.get(old.id);
      return after && !isEqual(old, after) ? [{ old, new: after }] : [];
    });
    return { changed, added };
  };
  const change = {
    transactions: of('transactions'),
    memberships: of('memberships'),
    donations: of('donations'),
  };
  if (errors.length > 0) throw new ProblemError('invalid', { errors });
  return { change, checked };
}
