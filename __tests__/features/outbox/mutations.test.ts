import type { Team, TeamReplace } from '@/contract/team';
import { applyTransition, enqueue, getOutboxRow, listOutbox, type OutboxRow } from '@/db/outbox/outbox';
import { claimNext } from '@/db/outbox/claims';
import type { RowProblem } from '@/domain/outcome';
import {
  confirmExists,
  removeRow,
  sendAgain,
  settleTeamConflict,
  shareRows,
} from '@/features/outbox/mutations';

import { capture } from '../../db/harness';
import { createTestRuntime, saturday } from '../support/runtime';

/** A row that was sent once and is in a state, with the reason. */
async function standing(
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

const maybeThere: RowProblem = { kind: 'question', question: { kind: 'is_it_there', candidates: [] } };

describe('an ambiguous record', () => {
  it('is acknowledged under the number that the person chose; nothing is sent', async () => {
    const { runtime, row, again, fakes } = await standing('needs_person', maybeThere);
    expect(await confirmExists(runtime, row, 20418)).toBe(true);
    expect(await again()).toMatchObject({ state: 'acked', serverId: 20418, problem: null });
    expect(fakes.sendNows).toBe(0);
  });

  it('lets rows that wait for it continue under that number', async () => {
    const { runtime, row, store, scope } = await standing('needs_person', maybeThere);
    const update = capture({ id: 'update', kind: 'bundle_update', entity: row.entity });
    await store.write((tx) => enqueue(tx, scope, update, saturday));
    await confirmExists(runtime, row, 20418);
    expect((await getOutboxRow(store, scope, 'update'))?.entity).toBe('bundle:20418');
  });

  it('is sent again under its own id when the person decides that it is not there', async () => {
    const { runtime, row, again, fakes } = await standing('needs_person', maybeThere);
    expect(await sendAgain(runtime, row)).toBe(true);
    expect(await again()).toMatchObject({ id: 'one', state: 'queued', body: row.body, problem: null });
    expect(fakes.sendNows).toBe(1);
  });

  it('does not change if it was decided meanwhile: the second decision has no effect', async () => {
    const { runtime, row, again } = await standing('needs_person', maybeThere);
    await confirmExists(runtime, row, 20418);
    expect(await sendAgain(runtime, row)).toBe(false);
    expect((await again()).state).toBe('acked');
  });
});

describe('nothing is deleted without an export', () => {
  const refused: RowProblem = { kind: 'refused', refusal: { status: 422, code: 'invalid' } };

  it('the database refuses a row that is in none', async () => {
    const { runtime, row, again } = await standing('parked', refused);
    expect(await removeRow(runtime, row)).toBe('refused');
    expect((await again()).state).toBe('parked');
  });

  it('a share that was cancelled or failed is no export', async () => {
    const { runtime, row, again, fakes } = await standing('parked', refused);
    for (const result of ['cancelled', 'failed'] as const) {
      fakes.shareResult = result;
      expect(await shareRows(runtime, { rows: [row], unsealed: true })).toBe(result);
    }
    expect((await again()).exportedAt).toBeNull();
    expect(await removeRow(runtime, row)).toBe('refused');
  });

  it('after the export it is deleted', async () => {
    const { runtime, row, store, scope } = await standing('parked', refused);
    await shareRows(runtime, { rows: [row], unsealed: true });
    expect(await removeRow(runtime, row)).toBe('removed');
    expect(await listOutbox(store, scope)).toEqual([]);
  });

  it('a row that is being looked up stays, exported or not', async () => {
    const { runtime, row, again } = await standing('unknown', { kind: 'checking', why: 'timeout' });
    await shareRows(runtime, { rows: [row], unsealed: true });
    expect(await removeRow(runtime, row)).toBe('refused');
    expect((await again()).state).toBe('unknown');
  });

  it('the export contains every unsent record with its request, and no sent one', async () => {
    const { runtime, store, scope, fakes } = await standing('parked', refused);
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
    const question = { kind: 'team_conflict', conflicts } as const;
    const { runtime, row, again, store, scope } = await standing(
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
    expect(await settleTeamConflict(runtime, row, conflicts, { description: 'theirs' })).toBe(true);
    const old = await again();
    expect(old.state).toBe('replaced');
    const next = (await getOutboxRow(store, scope, old.replacedBy ?? '')) as OutboxRow;
    expect(next).toMatchObject({ kind: 'team_edit', entity: 'team:3', state: 'queued', who: 'Plateau' });
    expect(JSON.parse(next.body ?? '').data.team.description).toBe('theirs');
  });
});
