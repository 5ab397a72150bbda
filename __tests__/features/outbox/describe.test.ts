import type { OutboxRow } from '@/db/outbox/outbox';
import { outboxKinds, type OutboxState } from '@/domain/outbox';
import type { Question } from '@/domain/outcome';
import { describeRow, detailWords, nameWords } from '@/features/outbox/describe';
import { sortEntries, sumMethods } from '@/features/outbox/queries';
import { durationWords } from '@/features/shared/duration';
import { syncLine } from '@/features/shared/syncLine';
import { fieldName } from '@/features/outbox/conflictFields';
import { createFormat } from '@/i18n/format';
import { createI18n } from '@/i18n/I18nProvider';
import { englishLanguage } from '@/i18n/languages';

import { quietStatus, saturday } from '../support/runtime';

const { t } = createI18n(englishLanguage());
const format = createFormat('en-GB', 'Europe/Paris');

const row = (part: Partial<OutboxRow> = {}): OutboxRow => ({
  seq: 1,
  id: 'a',
  kind: 'bundle_create',
  entity: 'bundle:a',
  body: '{}',
  bodyHash: '',
  bodyVersion: 1,
  base: null,
  state: 'queued',
  attempts: 0,
  attemptsWithoutKey: 0,
  failedLookups: 0,
  nextAttemptAt: 0,
  leaseUntil: null,
  leaseOwner: null,
  serverId: null,
  position: null,
  problem: null,
  notes: null,
  replacedBy: null,
  who: 'Jeanne',
  amount: 2000,
  currency: 'EUR',
  paymentMethodKind: 'cash',
  contactId: null,
  externalTransactionId: null,
  createdAt: saturday,
  updatedAt: saturday,
  sentAt: null,
  ackedAt: null,
  confirmedAt: null,
  exportedAt: null,
  ...part,
});

const say = (part: Partial<OutboxRow>, status = quietStatus) => {
  const { state, next } = describeRow(t, format, row(part), { status, now: saturday });
  return `${state} ${next}`;
};

const asks = (question: Question): Partial<OutboxRow> => ({
  state: 'needs_person',
  problem: { kind: 'question', question },
});

describe('every state has a label and a text for what happens next', () => {
  it.each<[string, Partial<OutboxRow>, Partial<typeof quietStatus>]>([
    ['On this phone. Sends when there is signal.', {}, { isOnline: false }],
    ['On this phone. Sends in a moment.', {}, {}],
    ['On this phone. Sends when the service answers.', {}, { problem: 'unreachable' as const }],
    ['On this phone. Next try in 40 s.', { nextAttemptAt: saturday + 40_000 }, {}],
    ['On this phone. Next try in 3 min.', { nextAttemptAt: saturday + 170_000 }, {}],
    [
      'On this phone. Sends after 15:30: the service asked everyone to wait.',
      {},
      { phase: { kind: 'paused', until: saturday + 360_000 } },
    ],
    [
      'On this phone. Sends after 15:30: the service has a problem.',
      {},
      { phase: { kind: 'paused', until: saturday + 360_000 }, problem: 'service_trouble' as const },
    ],
    [
      'On this phone. Sends when this network lets it through.',
      {},
      { phase: { kind: 'login_page', until: saturday } },
    ],
    ['Sending now.', { state: 'sending', leaseUntil: saturday + 1_000 }, {}],
    [
      'Not sure yet. Doorstep checks whether this arrived when there is signal.',
      { state: 'sending', leaseUntil: saturday + 1_000 },
      { isOnline: false },
    ],
    [
      'Checking whether this arrived. Doorstep does not send it twice.',
      { state: 'sending', leaseUntil: saturday },
      {},
    ],
    [
      'Not sure yet. Doorstep checks whether this arrived when there is signal.',
      { state: 'unknown' },
      { isOnline: false },
    ],
    [
      'Not sure yet. Something between this phone and the service answered. Doorstep tries again automatically.',
      { state: 'unknown', problem: { kind: 'checking', why: 'not_the_service' } },
      {},
    ],
    ['Checking whether this arrived. Doorstep does not send it twice.', { state: 'unknown' }, {}],
    ['Sent 15:24, number 20418.', { state: 'acked', ackedAt: saturday, serverId: 20418 }, {}],
    ['Sign in to send. Stays on this phone until then.', { state: 'blocked' }, {}],
    ['Sign in to send. Stays on this phone until then.', {}, { phase: { kind: 'signed_out' } }],
    [
      'Refused: you are not allowed to record this here.',
      { state: 'parked', problem: { kind: 'refused', refusal: { status: 403, code: 'forbidden' } } },
      {},
    ],
    [
      'Refused: only this person and managers of the space they came from can change this profile.',
      {
        kind: 'user_update',
        state: 'parked',
        problem: { kind: 'refused', refusal: { status: 403, code: 'forbidden' } },
      },
      {},
    ],
    [
      'Refused: the last admin of the space keeps this role. Give it to somebody else first.',
      {
        kind: 'role_change',
        state: 'parked',
        problem: { kind: 'refused', refusal: { status: 409, code: 'last_admin' } },
      },
      {},
    ],
    [
      'Refused: confirm with your second step first, then send again.',
      {
        kind: 'role_change',
        state: 'parked',
        problem: { kind: 'refused', refusal: { status: 403, code: 'second_factor_needed' } },
      },
      {},
    ],
    [
      'Refused: this price ended on 31 October.',
      {
        state: 'parked',
        problem: {
          kind: 'refused',
          refusal: {
            status: 422,
            code: 'invalid',
            errors: [{ location: 'body', message: 'this price ended on 31 October.' }],
          },
        },
      },
      {},
    ],
    [
      'Refused: the service no longer accepts this payment method.',
      {
        state: 'parked',
        problem: {
          kind: 'refused',
          refusal: {
            status: 422,
            code: 'invalid',
            errors: [
              {
                location: 'body/data/transactions/0/payment_method_kind',
                message: 'is not known in this space',
              },
            ],
          },
        },
      },
      {},
    ],
    [
      'Needs you: this may have arrived already.',
      asks({
        kind: 'is_it_there',
        candidates: [{ id: 5, amount: null, currency: null, date: null, contactId: null }],
      }),
      {},
    ],
    [
      'Needs you: this phone cannot check whether this arrived.',
      asks({ kind: 'is_it_there', candidates: [] }),
      {},
    ],
    [
      'Needs you: the first version arrived after all, number 123.',
      asks({ kind: 'arrived_already', serverId: 123 }),
      {},
    ],
    [
      'Needs you: the first version arrived after all.',
      asks({ kind: 'arrived_already', serverId: null }),
      {},
    ],
    ['Needs you: the service confirmed this and does not have it any more.', asks({ kind: 'vanished' }), {}],
    [
      'Needs you: the service has what this adds twice, in payment 7.',
      asks({ kind: 'added_twice', serverId: 7 }),
      {},
    ],
  ])('%s', (expected, part, status) => {
    expect(say(part, { ...quietStatus, ...status })).toBe(expected);
  });

  it('does not promise to send what waits for a person', () => {
    const context = { status: quietStatus, now: saturday, waitsForPerson: true };
    expect(describeRow(t, format, row(), context).next).toBe('Waits for an earlier record that needs you.');
  });

  it('offers only actions that a person can take', () => {
    const actionsOf = (part: Partial<OutboxRow>) =>
      describeRow(t, format, row(part), { status: quietStatus, now: saturday }).actions;
    expect(actionsOf({ state: 'needs_person' })).toEqual(['decide']);
    for (const state of ['queued', 'sending', 'unknown', 'acked', 'blocked'] as const)
      expect(actionsOf({ state })).toEqual([]);
  });

  it.each(outboxKinds)(
    'offers to send a refused %s again; captures and added contacts have a form to fix it',
    (kind) => {
      const { actions } = describeRow(t, format, row({ state: 'parked', kind }), {
        status: quietStatus,
        now: saturday,
      });
      const hasForm = kind === 'bundle_create' || kind === 'contact_create';
      expect(actions).toEqual(hasForm ? ['fix', 'send_again'] : ['send_again']);
    }
  );
});

it('calls a record by its name', () => {
  expect(nameWords(t, row())).toBe('Jeanne');
  expect(nameWords(t, row({ who: null }))).toBe('No name');
});

it('tells a count, a hand-over and what follows it apart, with the sum', () => {
  const sums = [{ currency: 'EUR', amount: 4_000 }];
  const base = { key: 'k', made_at: '2026-11-14T10:00:00Z' };
  const words = (record: object, who: string | null) => {
    const body = JSON.stringify({ data: { cash_record: { ...base, ...record } } });
    const cash = row({ kind: 'cash_record', who, amount: null, currency: null, body });
    return [nameWords(t, cash), detailWords(t, format, { row: cash, items: 'payment' })];
  };
  const shift = { key: 's', started_at: base.made_at };
  const count = { kind: 'count', shift, expected: sums, counted: sums, records: [], unsent: 0 };
  expect(words(count, null)).toEqual(['Count of cash', '€40.00']);
  const to = { user_id: 6, name: 'Yann Oger' };
  const given = { kind: 'hand_over', counts: ['c'], received: [], cash: sums, cheques: 0, to };
  expect(words(given, 'Yann Oger')).toEqual(['Yann Oger', 'Hand-over · €40.00']);
  const reply = { kind: 'reply', hand_over: 'h', counted: sums, cheques: 0, is_disputed: false };
  expect(words(reply, null)).toEqual(['Cash received', '€40.00']);
  const back = { kind: 'take_back', hand_over: 'h', to };
  expect(words(back, 'Yann Oger')).toEqual(['Yann Oger', 'Hand-over taken back']);
  const seen = { kind: 'reply_seen', hand_over: 'h', by: 6, is_disputed: false };
  expect(words(seen, null)).toEqual(['Answer to a hand-over', '']);
});

it('shows its kind, its amount and its payment method', () => {
  expect(detailWords(t, format, { row: row(), items: 'both' })).toBe('Donation + membership · €20.00 · Cash');
  const team = row({ kind: 'team_edit', amount: null, currency: null });
  expect(detailWords(t, format, { row: team, items: 'payment' })).toBe('Change to a team');
});

it('says what happened at a door, and that a mark was taken back', () => {
  const uuid = '11111111-1111-4111-8111-111111111111';
  const visit = { uuid, action_id: 1, address: { street: 'rue d’Ivry' }, visited_at: '2026-11-14T10:00:00Z' };
  const words = (part: object) => {
    const body = JSON.stringify({ data: { ...visit, ...part } });
    const door = row({ kind: 'visit_create', amount: null, currency: null, body });
    return detailWords(t, format, { row: door, items: 'payment' });
  };
  expect(words({ outcome: 'nobody_in' })).toBe('Visit · Nobody in');
  expect(words({ outcome: 'undone', undoes: uuid })).toBe('Visit · Undone right after saving');
});

it('sorts by what needs a person, sending, waiting and arrived; newest first', () => {
  const states: OutboxState[] = ['acked', 'queued', 'unknown', 'parked', 'queued', 'needs_person', 'blocked'];
  const entries = states.map((state, seq) => ({
    row: row({ seq, state, id: `${seq}` }),
    items: 'donation' as const,
  }));
  expect(sortEntries(entries).map((entry) => entry.row.id)).toEqual(['5', '3', '6', '2', '4', '1', '0']);
});

it('adds up by payment method, never across currencies', () => {
  const counts = [
    { state: 'queued', paymentMethodKind: 'cash', currency: 'EUR', count: 2, amount: 4500 },
    { state: 'queued', paymentMethodKind: 'card', currency: 'eur', count: 1, amount: 2000 },
    { state: 'queued', paymentMethodKind: 'cash', currency: 'CHF', count: 1, amount: 1000 },
    { state: 'queued', paymentMethodKind: null, currency: null, count: 1, amount: 0 },
    { state: 'acked', paymentMethodKind: 'cash', currency: 'EUR', count: 6, amount: 16000 },
  ] as const;
  expect(
    sumMethods(counts, ['queued']).map(({ method, currency, amount }) => [method, currency, amount])
  ).toEqual([
    ['cash', 'EUR', 4500],
    ['card', 'EUR', 2000],
    ['cash', 'CHF', 1000],
  ]);
});

it('counts down in the unit that fits', () => {
  expect([1, 59_001, 61_000, 7_200_000].map((ms) => durationWords(t, ms))).toEqual([
    '1 s',
    '1 min',
    '2 min',
    '2 h',
  ]);
});

describe('the line on the state of sync', () => {
  it.each<[string, Partial<typeof quietStatus>]>([
    ['Last connected 15:23.', {}],
    ['No signal since 15:23. Records send automatically when the signal is back.', { isOnline: false }],
    [
      'No signal. Records send automatically when the signal is back.',
      { isOnline: false, lastContactAt: null },
    ],
    ['Sending 3 of 7.', { phase: { kind: 'pushing', done: 2, total: 7 } }],
    [
      'Sign in to send. Your records stay on this phone until then.',
      { phase: { kind: 'signed_out' }, isOnline: false },
    ],
    ['The service does not answer. Doorstep tries again automatically.', { problem: 'unreachable' }],
    [
      'The service has a problem. Doorstep tries again after 15:30.',
      { phase: { kind: 'paused', until: saturday + 360_000 }, problem: 'service_trouble' },
    ],
    ['Not connected yet. Doorstep tries automatically.', { lastContactAt: null }],
    ['First download: everything, 0 so far. You can already record.', { lastPulledAt: null }],
  ])('%s', (expected, part) => {
    expect(syncLine(t, format, { ...quietStatus, ...part }, saturday, null).text).toBe(expected);
  });
});

it('labels the fields of a team as the form does', () => {
  expect(fieldName(t, 'team_edit', 'hide_users')).toBe('Hide members');
  expect(fieldName(t, 'team_edit', 'address.postalcode')).toBe('Postcode');
  expect(fieldName(t, 'team_edit', 'meeting_day')).toBe('meeting day');
  expect(fieldName(t, 'contact_update', 'address.street')).toBe('Street');
  expect(fieldName(t, 'contact_update', 'black_list')).toBe('Do not contact');
});
