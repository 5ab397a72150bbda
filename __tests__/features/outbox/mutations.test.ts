import type { Team, TeamReplace } from '@/contract/team';
import { insertDayEntry, listDayEntries } from '@/db/dayTotals';
import { applyBundles } from '@/db/ledger/bundles';
import {
  applyTransition,
  deleteConfirmed,
  enqueue,
  getOutboxRow,
  listOutbox,
  markConfirmed,
  type OutboxRow,
  patchNotes,
} from '@/db/outbox/outbox';
import { claimNext } from '@/db/outbox/claims';
import { dayOf } from '@/domain/day';
import type { RowProblem } from '@/domain/outcome';
import {
  acceptAsIs,
  confirmExists,
  keepFirstVersion,
  removeRow,
  sendAgain,
  settleFieldConflict,
  shareRows,
} from '@/features/outbox/mutations';
import { outboxScreenQueries } from '@/features/outbox/queries';

import { capture } from '../../db/harness';
import { dayEntry } from '../support/dayTotals';
import { createTestRuntime, saturday } from '../support/runtime';

/** A row that was sent once and is in a state, with the reason. */
async function rowInState(
  to: 'parked' | 'needs_person' | 'unknown',
  problem: RowProblem | null,
  part: Parameters<typeof capture>[0] = {}
) {
  const test = await createTestRuntime();
  const { store, scope } = test;
  const id = part.id ?? 'one';
  await store.write((tx) => enqueue(tx, scope, capture({ ...part, id }), saturday));
  await store.write((tx) => claimNext(tx, { scope, now: saturday, leaseMs: 1000, owner: 'test' }));
  await store.write((tx) =>
    applyTransition(tx, { id, from: 'sending', to, owner: 'test', now: saturday, patch: { problem } })
  );
  const row = (await getOutboxRow(store, scope, id))!;
  const again = async () => (await getOutboxRow(store, scope, id))!;
  return { ...test, row, again };
}

const maybeArrived: RowProblem = { kind: 'question', question: { kind: 'is_it_there', candidates: [] } };

describe('an ambiguous record', () => {
  it('is acknowledged under the number that the person chose; nothing is sent', async () => {
    const { runtime, row, again, fakes } = await rowInState('needs_person', maybeArrived);
    expect(await confirmExists(runtime, row, 20418)).toBe(true);
    expect(await again()).toMatchObject({ state: 'acked', serverId: 20418, problem: null });
    expect(fakes.sendNows).toBe(0);
  });

  it('lets rows that wait for it continue under that number', async () => {
    const { runtime, row, store, scope } = await rowInState('needs_person', maybeArrived);
    const update = capture({ id: 'update', kind: 'bundle_update', entity: row.entity });
    await store.write((tx) => enqueue(tx, scope, update, saturday));
    await confirmExists(runtime, row, 20418);
    expect((await getOutboxRow(store, scope, 'update'))?.entity).toBe('bundle:20418');
  });

  it('is sent again under its own id when the person decides that it is not there', async () => {
    const { runtime, row, again, fakes } = await rowInState('needs_person', maybeArrived);
    expect(await sendAgain(runtime, row)).toBe(true);
    expect(await again()).toMatchObject({ id: 'one', state: 'queued', body: row.body, problem: null });
    expect(fakes.sendNows).toBe(1);
  });

  it('gets all tries again when something in between refused it too often', async () => {
    const { runtime, row, again, store } = await rowInState('needs_person', maybeArrived);
    await store.write((tx) => patchNotes(tx, row.id, { intercepted: 10, needsKey: true }));
    await sendAgain(runtime, await again());
    expect((await again()).notes).toEqual({ needsKey: true });
  });

  it('without notes has none after it is sent again', async () => {
    const { runtime, row, again } = await rowInState('needs_person', maybeArrived);
    await sendAgain(runtime, row);
    expect((await again()).notes).toBeNull();
  });

  it('does not change if it was decided meanwhile: the second decision has no effect', async () => {
    const { runtime, row, again } = await rowInState('needs_person', maybeArrived);
    await confirmExists(runtime, row, 20418);
    expect(await sendAgain(runtime, row)).toBe(false);
    expect((await again()).state).toBe('acked');
  });
});

describe('the number of a record that the person found in the service', () => {
  it('may be unknown: the record is acknowledged without one', async () => {
    const { runtime, row, again } = await rowInState('needs_person', maybeArrived);
    expect(await confirmExists(runtime, row, null)).toBe(true);
    expect(await again()).toMatchObject({ state: 'acked', serverId: null, entity: row.entity });
  });

  it('is refused if another record of this phone has it', async () => {
    const { runtime, row, again, store, scope } = await rowInState('needs_person', maybeArrived);
    await store.write((tx) => enqueue(tx, scope, capture({ id: 'two' }), saturday));
    await store.write((tx) =>
      tx.run(`UPDATE outbox SET state = 'acked', server_id = 20418, acked_at = 1 WHERE id = 'two'`)
    );
    expect(await confirmExists(runtime, row, 20418)).toBe('number_taken');
    expect(await again()).toMatchObject({ state: 'needs_person', serverId: null });
  });

  it('is refused if the service has another record under it', async () => {
    const { runtime, row, again, store, scope } = await rowInState('needs_person', maybeArrived);
    const other = { id: 20418, transactions: [{ id: 1, delivery_token: 'of another phone' }] };
    await store.write((tx) => applyBundles(tx, scope, [other]));
    expect(await confirmExists(runtime, row, 20418)).toBe('number_taken');
    expect((await again()).state).toBe('needs_person');
  });

  it('is not that of a gift any more that vanished and had it before', async () => {
    const { runtime, row, store, scope } = await rowInState('needs_person', maybeArrived);
    await store.write((tx) => enqueue(tx, scope, capture({ id: 'two' }), saturday));
    await store.write((tx) =>
      tx.run(`UPDATE outbox SET state = 'needs_person', server_id = 20418, acked_at = 1 WHERE id = 'two'`)
    );
    expect(await confirmExists(runtime, row, 20418)).toBe(true);
    expect(await getOutboxRow(store, scope, 'two')).toMatchObject({ state: 'needs_person', serverId: null });
  });

  it('may be that of a record with other changes on this phone', async () => {
    const { runtime, row, store, scope } = await rowInState('needs_person', maybeArrived, {
      kind: 'bundle_update',
      entity: 'bundle:20418',
    });
    await store.write((tx) => enqueue(tx, scope, capture({ id: 'two', kind: 'bundle_update' }), saturday));
    await store.write((tx) =>
      tx.run(`UPDATE outbox SET state = 'acked', server_id = 20418, acked_at = 1 WHERE id = 'two'`)
    );
    expect(await confirmExists(runtime, row, 20418)).toBe(true);
  });
});

describe('a fixed record whose first version arrived after all', () => {
  const arrived: RowProblem = { kind: 'question', question: { kind: 'arrived_already', serverId: 123 } };

  /** The first version is acknowledged, as the engine stores it. */
  async function fixedRow() {
    const test = await rowInState('needs_person', arrived, { id: 'fixed', amount: 3000 });
    const { store, scope, row } = test;
    await store.write(async (tx) => {
      await enqueue(tx, scope, capture({ id: 'first' }), saturday - 60_000);
      await tx.run(
        `UPDATE outbox SET state = 'acked', server_id = 123, acked_at = ?, replaced_by = 'fixed' WHERE id = 'first'`,
        [saturday]
      );
      const saved = { id: row.id, savedAt: row.createdAt, takenOn: dayOf(saturday), amount: 3000 };
      await insertDayEntry(tx, scope, dayEntry(saved));
    });
    return test;
  }
  const dayOfTest = (test: Awaited<ReturnType<typeof fixedRow>>) =>
    listDayEntries(test.store, test.scope, dayOf(saturday));

  it('ends as replaced by the first version, and the day counts that one', async () => {
    const test = await fixedRow();
    expect(await keepFirstVersion(test.runtime, test.row, 123)).toBe(true);
    expect(await test.again()).toMatchObject({ state: 'replaced', replacedBy: 'first', problem: null });
    expect(await dayOfTest(test)).toMatchObject([{ id: 'first', amount: 2000, paymentMethodKind: 'cash' }]);
    expect(test.fakes.sendNows).toBe(0);
  });

  it('is deleted together with the first version once that is confirmed', async () => {
    const test = await fixedRow();
    await keepFirstVersion(test.runtime, test.row, 123);
    await test.store.write((tx) => markConfirmed(tx, test.scope, ['first'], saturday));
    await test.store.write((tx) => deleteConfirmed(tx, test.scope));
    expect(await listOutbox(test.store, test.scope)).toEqual([]);
  });

  it('ends also if the row of the first version is confirmed and deleted; the day counts what was downloaded', async () => {
    const test = await fixedRow();
    const { store, scope } = test;
    await store.write(async (tx) => {
      await applyBundles(tx, scope, [
        { id: 123, transactions: [{ id: 1, amount: 2000, currency: 'eur', payment_method_kind: 'cash' }] },
      ]);
      await markConfirmed(tx, scope, ['first'], saturday);
      await deleteConfirmed(tx, scope);
    });
    expect(await keepFirstVersion(test.runtime, test.row, 123)).toBe(true);
    expect(await dayOfTest(test)).toMatchObject([{ amount: 2000 }]);
    await store.write((tx) => deleteConfirmed(tx, scope));
    expect(await listOutbox(store, scope)).toEqual([]);
  });
});

describe('a record that the service confirmed and does not have any more', () => {
  const vanished: RowProblem = { kind: 'question', question: { kind: 'vanished' } };

  it('is sent again on request', async () => {
    const { runtime, row, again, fakes } = await rowInState('needs_person', vanished);
    expect(await sendAgain(runtime, row)).toBe(true);
    expect(await again()).toMatchObject({ state: 'queued', problem: null });
    expect(fakes.sendNows).toBe(1);
  });

  it('gets another number when it is sent again, and what waits for it waits for that number', async () => {
    const { runtime, row, again, store, scope } = await rowInState('needs_person', vanished);
    await store.write(async (tx) => {
      await tx.run(`UPDATE outbox SET server_id = 20418 WHERE id = 'one'`);
      const addition = capture({ id: 'update', kind: 'bundle_update', entity: 'bundle:20418' });
      await enqueue(tx, scope, addition, saturday);
    });
    expect(await sendAgain(runtime, { ...row, serverId: 20418 })).toBe(true);
    expect(await again()).toMatchObject({ state: 'queued', serverId: null });
    expect((await getOutboxRow(store, scope, 'update'))?.entity).toBe(row.entity);
  });

  it('is sent again with the changes that were lost with it', async () => {
    const { runtime, row, store, scope } = await rowInState('needs_person', vanished);
    await store.write(async (tx) => {
      await tx.run(`UPDATE outbox SET server_id = 20418 WHERE id = 'one'`);
      const addition = capture({ id: 'update', kind: 'bundle_update', entity: 'bundle:20418' });
      await enqueue(tx, scope, addition, saturday);
      await tx.run(`UPDATE outbox SET state = 'acked', server_id = 20418, acked_at = 1 WHERE id = 'update'`);
    });
    await sendAgain(runtime, { ...row, serverId: 20418 });
    const update = await getOutboxRow(store, scope, 'update');
    expect(update).toMatchObject({ state: 'queued', entity: row.entity, serverId: null });
  });

  it('ends if the person accepts it, and the day still counts it: the money was taken', async () => {
    const { runtime, row, store, scope } = await rowInState('needs_person', vanished);
    const saved = { id: row.id, savedAt: row.createdAt, takenOn: dayOf(saturday) };
    await store.write((tx) => insertDayEntry(tx, scope, dayEntry(saved)));
    expect(await acceptAsIs(runtime, row)).toBe(true);
    expect(await listOutbox(store, scope)).toEqual([]);
    expect(await listDayEntries(store, scope, dayOf(saturday))).toMatchObject([{ id: row.id }]);
    // It is not listed as sent.
    const { queryFn } = outboxScreenQueries.view(runtime, dayOf(saturday));
    expect(await queryFn()).toMatchObject({ arrived: [], counts: [] });
  });
});

describe('nothing is deleted without an export', () => {
  const refused: RowProblem = { kind: 'refused', refusal: { status: 422, code: 'invalid' } };

  it('the database refuses a row that is in none', async () => {
    const { runtime, row, again } = await rowInState('parked', refused);
    expect(await removeRow(runtime, row)).toBe('refused');
    expect((await again()).state).toBe('parked');
  });

  it('a share that was cancelled or failed is no export', async () => {
    const { runtime, row, again, fakes } = await rowInState('parked', refused);
    for (const result of ['cancelled', 'failed'] as const) {
      fakes.shareResult = result;
      expect(await shareRows(runtime, { rows: [row], unsealed: true })).toBe(result);
    }
    expect((await again()).exportedAt).toBeNull();
    expect(await removeRow(runtime, row)).toBe('refused');
  });

  it('after the export it is deleted', async () => {
    const { runtime, row, store, scope } = await rowInState('parked', refused);
    await shareRows(runtime, { rows: [row], unsealed: true });
    expect(await removeRow(runtime, row)).toBe('removed');
    expect(await listOutbox(store, scope)).toEqual([]);
  });

  it('a row that is being looked up stays, exported or not', async () => {
    const { runtime, row, again } = await rowInState('unknown', { kind: 'checking', why: 'timeout' });
    await shareRows(runtime, { rows: [row], unsealed: true });
    expect(await removeRow(runtime, row)).toBe('refused');
    expect((await again()).state).toBe('unknown');
  });

  it('the export contains every unsent record with its request, and no sent one', async () => {
    const { runtime, store, scope, fakes } = await rowInState('parked', refused);
    await store.write((tx) => enqueue(tx, scope, capture({ id: 'two', who: 'Luc' }), saturday));
    await shareRows(runtime, { unsealed: true });
    const file = JSON.parse(fakes.shared[0]?.text ?? '');
    expect(fakes.shared[0]?.name).toMatch(/^doorstep-unsent-\d{4}-\d{2}-\d{2}\.json$/);
    expect(file).toMatchObject({ format: 'doorstep-unsent', count: 2, space_id: 10 });
    expect(file.records.map((record: { id: string }) => record.id)).toEqual(['one', 'two']);
    expect(file.records[1].body.data.transactions[0].amount).toBe(2000);
  });
});

describe('two changes of one team', () => {
  const base: Team = { id: 3, name: 'Plateau', description: 'old', users: [{ id: 1 }], leaders: [] };
  const mine: TeamReplace = {
    id: 3,
    name: 'Plateau nord',
    description: 'mine',
    users: [{ id: 1 }, { id: 2 }],
    leaders: [],
  };
  const conflicts = [{ field: 'description', base: 'old', mine: 'mine', theirs: 'theirs' }];

  it('replaces the row by one with the choices', async () => {
    const question = { kind: 'field_conflict', conflicts } as const;
    const { runtime, row, again, store, scope } = await rowInState(
      'needs_person',
      { kind: 'question', question },
      {
        kind: 'team_edit',
        entity: 'team:3',
        base,
        body: JSON.stringify({ data: { team: mine } }),
        who: 'Plateau',
      }
    );
    expect(await settleFieldConflict(runtime, row, conflicts, { description: 'theirs' })).toBe(true);
    const old = await again();
    expect(old.state).toBe('replaced');
    const next = (await getOutboxRow(store, scope, old.replacedBy ?? '')) as OutboxRow;
    expect(next).toMatchObject({ kind: 'team_edit', entity: 'team:3', state: 'queued', who: 'Plateau' });
    expect(JSON.parse(next.body ?? '').data.team.description).toBe('theirs');
  });
});
