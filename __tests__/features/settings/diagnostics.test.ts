import { type OutboxRow } from '@/db/outbox/outbox';
import { plainList } from '@/features/shared/plainList';
import { writeDiagnosis } from '@/features/settings/diagnostics';

import { quietStatus, saturday } from '../support/runtime';

it('reports failures and nothing about people', () => {
  const row = {
    kind: 'bundle_create',
    state: 'parked',
    attempts: 1,
    who: 'Rosa Giraud',
    body: '{"data":{"comment":"rosa@example.org"}}',
    problem: {
      kind: 'refused',
      refusal: { status: 422, code: 'invalid', detail: 'rosa@example.org is unknown' },
    },
  } as Partial<OutboxRow> as OutboxRow;
  const text = writeDiagnosis({
    madeAt: saturday,
    about: { version: '0.1.0', platform: 'web', system: 'test' },
    service: 'https://one.example/api',
    status: quietStatus,
    rounds: [{ endedAt: saturday, end: 'idle', problem: 'unreachable' }],
    counts: [{ table: 'contacts', count: 3 }],
    sizeInBytes: 4096,
    quarantined: [{ list: 'contacts', count: 1 }],
    reasons: [{ list: 'contacts', reason: 'mail: expected a string' }],
    outbox: [row, row],
  });
  const report = JSON.parse(text);
  expect(report.outbox).toEqual({ 'bundle_create, parked, tries 1, 422 invalid': 2 });
  expect(report.reasons).toEqual({ 'contacts: mail: expected a string': 1 });
  expect(report.rounds).toEqual([
    { endedAt: '2026-11-14T14:24:00.000Z', end: 'idle', problem: 'unreachable' },
  ]);
  expect(text).not.toMatch(/Rosa|rosa@|example\.org/);
});

it('formats an object of any shape as a list', () => {
  const words = { yes: 'Yes', no: 'No' };
  const settings = {
    receipt_footer: 'Thank you',
    sendReceipts: true,
    limits: { perDay: 5, kinds: ['cash', 'card'] },
    periods: [{ from: '2026-01-01' }],
    empty: null,
  };
  expect(plainList(settings, words)).toEqual([
    { name: 'receipt footer', value: 'Thank you' },
    { name: 'send receipts', value: 'Yes' },
    { name: 'limits · per day', value: '5' },
    { name: 'limits · kinds', value: 'cash, card' },
    { name: 'periods · 1 · from', value: '2026-01-01' },
  ]);
  expect(plainList(undefined, words)).toEqual([]);
});
