import { renderRouter } from 'expo-router/testing-library';

import { applyTransition, enqueue, type NewOutboxRow } from '@/db/outbox/outbox';
import { claimNext } from '@/db/outbox/claims';
import type { OutboxState } from '@/domain/outbox';
import type { RowProblem } from '@/domain/outcome';
import { OutboxScreen } from '@/features/outbox/OutboxScreen';
import type { Runtime } from '@/features/shared/runtime';
import { Text } from '@/ui/Text';

import { capture } from '../../db/harness';
import { type createTestRuntime, saturday } from '../support/runtime';
import { createWrapper } from '../support/render';

export type Test = Awaited<ReturnType<typeof createTestRuntime>>;

/** Saves a record and moves it to a state. */
export async function put(
  { store, scope }: Test,
  row: Partial<NewOutboxRow>,
  to?: OutboxState,
  problem: RowProblem | null = null
) {
  const saved = capture(row);
  await store.write((tx) => enqueue(tx, scope, saved, saturday - 60_000));
  if (to === undefined) return saved.id;
  await store.write((tx) => claimNext(tx, { scope, now: saturday, leaseMs: 1000, owner: 'test' }));
  const patch = to === 'acked' ? { serverId: 20418, ackedAt: saturday } : { problem };
  await store.write((tx) =>
    applyTransition(tx, { id: saved.id, from: 'sending', to, owner: 'test', now: saturday, patch })
  );
  return saved.id;
}

export function open(runtime: Runtime) {
  return renderRouter(
    {
      outbox: OutboxScreen,
      record: () => <Text>The form</Text>,
      'ledger/[id]/correct': () => <Text>The correction</Text>,
    },
    { initialUrl: '/outbox', wrapper: createWrapper(runtime) }
  );
}
