import { canMove, outboxStates, unsentStates } from '@/domain/outbox';

test('rows change state as designed and in no other way', () => {
  const moves = outboxStates.flatMap((from) =>
    outboxStates.filter((to) => canMove(from, to)).map((to) => `${from}>${to}`)
  );
  expect(moves).toEqual([
    'queued>sending',
    'queued>blocked',
    'queued>replaced',
    'queued>local',
    'queued>cancelled',
    'sending>queued',
    'sending>acked',
    'sending>unknown',
    'sending>parked',
    'sending>blocked',
    'sending>needs_person',
    'acked>queued',
    'acked>needs_person',
    'unknown>queued',
    'unknown>acked',
    'unknown>parked',
    'unknown>blocked',
    'unknown>needs_person',
    'parked>queued',
    'parked>replaced',
    'parked>local',
    'parked>cancelled',
    'blocked>queued',
    'blocked>replaced',
    'needs_person>queued',
    'needs_person>acked',
    'needs_person>replaced',
    'replaced>acked',
    'local>queued',
    'local>cancelled',
  ]);
});

test('no state means dropped: every row that is not acked, replaced, cancelled or without a place is unsent', () => {
  const others = outboxStates.filter((state) => !unsentStates.includes(state));
  expect(others).toEqual(['acked', 'replaced', 'local', 'cancelled']);
});
