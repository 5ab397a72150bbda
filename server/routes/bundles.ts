import type { BodyOf } from '@/contract/endpoints';

import { type Input, type Service, serveRead, serveWrite, serveWriteAtOnce } from '../http/endpoint';
import { ProblemError, invalid } from '../http/problems';
import {
  ITEM_KINDS,
  type ItemFields,
  type ItemKind,
  type Items,
  REFERENCES,
  normalised,
} from '../store/bundleItems';
import {
  type BundleChange,
  applyBundleChange,
  getBundle,
  getBundleHistory,
  getBundleOfTokens,
  holdBundle,
  insertBundle,
  isEqual,
  listBundles,
  listMissingReferences,
} from '../store/bundles';
import { getTransactionSettings } from '../store/catalogue';
import type { Tx } from '../store/database';
import { isManager } from '../store/permissions';
import { repeatedIn } from '../store/postgresErrors';

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

  serveWriteAtOnce(
    service,
    'createBundle',
    async (at, caller, { body, key, hash }) => {
      const given: GivenItems = body.data;
      const items = {
        transactions: (given.transactions ?? []).map((item) => normalised('transactions', item)),
        memberships: (given.memberships ?? []).map((item) => normalised('memberships', item)),
        donations: (given.donations ?? []).map((item) => normalised('donations', item)),
      };
      const made = await insertBundle(at, caller, { items, key, requestHash: hash, unique });
      return made?.text ?? null;
    },
    async (tx, _caller, input, error) => {
      if (error === null) throw await tooManyItems(tx);
      if (isTokenRepeat(error)) return answerRepeat(tx, input);
      throw await explainRefusal(tx, input.body.data);
    }
  );

  serveWrite(
    service,
    'updateBundle',
    async (tx, caller, { params, body }) => {
      if (body.data.id !== params.id) throw invalid('body/data/id', 'must equal the id in the path');
      const held = await holdBundle(tx, params.id);
      if (!held) throw new ProblemError('not_found');
      if (!isManager(caller) && held.createdBy !== caller.userId) throw new ProblemError('forbidden');
      const change = changeOf(held.items, body);
      await refuseTooMany(tx, held.items, change);
      await applyBundleChange(tx, caller, params.id, change, unique);
      const bundle = await getBundle(tx, params.id);
      if (!bundle) throw new ProblemError('not_found');
      return { status: 'success', data: bundle };
    },
    async (tx, _caller, { body }, error) => {
      if (isTokenRepeat(error))
        throw new ProblemError('conflict', { detail: 'Another transaction has this token.' });
      throw await explainRefusal(tx, body.data);
    }
  );
}

function isTokenRepeat(error: unknown): boolean {
  return repeatedIn(error)?.startsWith('transactions_unique_') ?? false;
}

/** A token that is there already: the same request is answered as the first time, any other is refused. */
async function answerRepeat(tx: Tx, { body, hash }: Input<'createBundle'>) {
  const { transactions } = body.data;
  const first = await getBundleOfTokens(tx, transactions);
  if (!first) throw repeatedWithin(transactions);
  const bundle = first.requestHash?.equals(hash) ? await getBundle(tx, first.id) : null;
  if (!bundle) throw new ProblemError('key_reused', { detail: 'The token belongs to another bundle.' });
  return { status: 'success' as const, data: bundle };
}

/** The same token twice in one bundle. */
function repeatedWithin(transactions: readonly ItemFields[]): ProblemError {
  const seen = new Set<string>();
  const errors = transactions.flatMap((item, index) =>
    ['delivery_token', 'external_transaction_id'].flatMap((field) => {
      const value = item[field];
      if (value === undefined) return [];
      const known = seen.has(`${field}=${String(value)}`);
      seen.add(`${field}=${String(value)}`);
      const location = `body/data/transactions/${index}/${field}`;
      return known ? [{ location, message: 'occurs twice in this bundle' }] : [];
    })
  );
  return new ProblemError('invalid', { errors });
}

/** After a foreign key said no: which of the references lead nowhere. */
async function explainRefusal(tx: Tx, given: GivenItems): Promise<ProblemError> {
  const all = ITEM_KINDS.flatMap((kind) => given[kind] ?? []);
  const missing = await listMissingReferences(tx, REFERENCES, all);
  const errors = ITEM_KINDS.flatMap((kind) =>
    (given[kind] ?? []).flatMap((item, index) =>
      REFERENCES.filter(
        (field) => item[field] !== undefined && missing.has(`${field}=${String(item[field])}`)
      ).map((field) => ({
        location: `body/data/${kind}/${index}/${field}`,
        message: 'is not known in this space',
      }))
    )
  );
  // What was missing a moment ago is there now: the same request will pass.
  return errors.length > 0 ? new ProblemError('invalid', { errors }) : new ProblemError('conflict');
}

async function tooManyItems(tx: Tx): Promise<ProblemError> {
  const settings = await getTransactionSettings(tx);
  return invalid(
    'body/data',
    settings
      ? `holds more than the ${settings.max_batch_size} items that one bundle may have`
      : 'this space takes no bundles before it has transaction settings'
  );
}

async function refuseTooMany(tx: Tx, items: Items, change: BundleChange): Promise<void> {
  const added = ITEM_KINDS.reduce((sum, kind) => sum + change[kind].added.length, 0);
  const settings = added === 0 ? null : await getTransactionSettings(tx);
  if (!settings) return;
  const present = ITEM_KINDS.reduce((sum, kind) => sum + items[kind].length, 0);
  if (present + added > settings.max_batch_size) throw await tooManyItems(tx);
}

/** Lays what was given over what is there: items with an id field by field, items without as new ones. */
function changeOf(items: Items, body: BodyOf<'updateBundle'>): BundleChange {
  const errors: { location: string; message: string }[] = [];
  const given: GivenItems = body.data;
  const of = (kind: ItemKind): BundleChange[ItemKind] => {
    const current = new Map(items[kind].map((item) => [item.id, item]));
    const original = new Map(current);
    const added: ItemFields[] = [];
    for (const [index, item] of (given[kind] ?? []).entries()) {
      if (item.id === undefined) {
        added.push(normalised(kind, item));
        continue;
      }
      const before = current.get(Number(item.id));
      if (before) current.set(before.id, { ...before, ...normalised(kind, item) });
      else errors.push({ location: `body/data/${kind}/${index}/id`, message: 'is not in this bundle' });
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
  return change;
}
