/**
 * A space with two running actions and three teams. Every contact, gift, visit, cash record and person, and the doors of every
 * action, have a text that occurs nowhere else; what an endpoint shows is the set of these texts in its answer.
 */
import assert from 'node:assert/strict';

import { batchOf, boardReportOf, handOverOf } from './cashSamples';
import { type PersonName, type TestService, type TestSpace, bundleOf, runSql } from './harness';
import { answersOf, visitOf } from './visitSamples';

const people = ['superadmin', 'admin', 'manager', 'leader', 'volunteer', 'newcomer'] as const;
const everyone = people.map((name) => `person ${name}`);
const contacts = [0, 1, 2, 3, 4, 5].map((index) => `contact ${index}`);
const makers = ['volunteer', 'leader', 'newcomer', 'manager'] as const;
export const everything = [
  ...everyone,
  ...contacts,
  ...makers.map((name) => `gift ${name}`),
  'visit volunteer',
  'visit newcomer',
  'answer volunteer',
  'answer newcomer',
  'cash volunteer',
  'doors 0',
  'doors 1',
];

/** Contacts 0 and 1 are in the turf of the first action, 2 and 3 in that of the second; the others are in none. */
const giftTo = { volunteer: 5, leader: 4, newcomer: 2, manager: 3 } as const;

/** The first action has the team of leader and volunteer, the second has the newcomer. */
export const expected: { readonly [Name in PersonName]: readonly string[] } = {
  volunteer: [
    ...['contact 0', 'contact 1', 'contact 5', 'gift volunteer', 'visit volunteer', 'cash volunteer'],
    ...['answer volunteer', 'doors 0'],
    // The manager leads the other team of the volunteer.
    ...['person volunteer', 'person leader', 'person manager'],
  ],
  leader: [
    ...['contact 0', 'contact 1', 'contact 4', 'contact 5', 'gift leader', 'gift volunteer'],
    ...['answer volunteer', 'doors 0'],
    ...['visit volunteer', 'cash volunteer', 'person leader', 'person volunteer'],
    // Whom a leader hands cash over to.
    ...['person manager', 'person admin', 'person superadmin'],
  ],
  newcomer: [
    ...['contact 2', 'contact 3', 'gift newcomer', 'visit newcomer', 'answer newcomer', 'person newcomer'],
    'doors 1',
  ],
  manager: everything,
  admin: everything,
  superadmin: everything,
};

export const sorted = (texts: Iterable<string>) => [...new Set(texts)].sort();

export const square = (longitude: number) =>
  JSON.stringify([
    { lat: 49, lng: longitude - 1 },
    { lat: 49, lng: longitude + 1 },
    { lat: 51, lng: longitude + 1 },
    { lat: 51, lng: longitude - 1 },
  ]);

/** The ids of what `fillSpace` made. */
type Filled = { actions: number[]; bundles: number[]; batches: number[] };

/** Fills a new space with these records. */
export async function fillSpace(service: TestService, space: TestSpace): Promise<Filled> {
  const filled: Filled = { actions: [], bundles: [], batches: [] };
  const { actions, bundles, batches } = filled;
  const sql = (text: string, values: unknown[]) => runSql(service.connectionString, text, values);
  const { groupId, userIds, contactIds, tokens, teamId } = space;
  for (const [index, id] of contactIds.entries()) {
    const address =
      index < 4 ? { latitude: '50', longitude: index < 2 ? '10' : '20' } : { street: 'Far', city: 'Away' };
    await sql('UPDATE contacts SET mail = $2, address = $3, phone = NULL, mobile = NULL WHERE id = $1', [
      id,
      `contact ${index}`,
      JSON.stringify(address),
    ]);
    // As the import does.
    await sql('UPDATE contacts SET words = array_to_tsvector(ARRAY[$2]) WHERE id = $1', [
      id,
      `${groupId}/common`,
    ]);
  }
  for (const name of people)
    await sql('UPDATE users SET phone = $2 WHERE id = $1', [userIds[name], `person ${name}`]);
  for (const [index, longitude] of [10, 20].entries()) {
    const { rows } = await sql(
      'INSERT INTO actions (group_id, name, scope, created_by, addresses) VALUES ($1, $2, $3, $4, $5) RETURNING id',
      [
        groupId,
        `Action ${index}`,
        JSON.stringify({ polygon: square(longitude) }),
        userIds.admin,
        JSON.stringify([{ street: `doors ${index}`, city: 'Here' }]),
      ]
    );
    actions.push(Number(rows[0].id));
  }
  await sql('INSERT INTO action_teams VALUES ($1, $2, $3)', [groupId, actions[0], teamId]);
  await sql('INSERT INTO action_users VALUES ($1, $2, $3)', [groupId, actions[1], userIds.newcomer]);
  for (const name of makers) {
    const { body } = await service.call(tokens[name], 'POST', '/v1/transaction_bundles', {
      body: {
        data: {
          ...bundleOf(space, { comment: `gift ${name}`, contact_id: contactIds[giftTo[name]] }).data,
          memberships: [{ amount: 1, comment: `gift ${name}` }],
          donations: [{ amount: 1, comment: `gift ${name}` }],
        },
      },
    });
    bundles.push(body.data.id);
    // A board names no gift; the text shows whose counts it contains.
    const taken = [{ payment_method_kind: `gift ${name}`, currency: 'EUR', amount: 1, count: 1 }];
    await service.call(tokens[name], 'POST', '/v1/board', { body: boardReportOf({ taken }) });
  }
  const visits = { volunteer: [0, 0], newcomer: [1, 2] } as const;
  for (const [name, [action, contact]] of Object.entries(visits)) {
    const token = tokens[name as PersonName];
    const about = { contact_id: contactIds[contact] };
    await service.call(token, 'POST', '/v1/visits', {
      body: visitOf(actions[action] ?? 0, { ...about, note: `visit ${name}` }),
    });
    const answers = [{ form_id: space.forms.canHelp.id, data: `answer ${name}` }];
    const answered = await service.call(token, 'POST', '/v1/answers', {
      body: answersOf(0, { ...about, action_id: actions[action], answers }),
    });
    assert.equal(answered.status, 200, JSON.stringify(answered.body));
  }
  const handOver = handOverOf(userIds.volunteer);
  handOver.data.cash_record.to.name = 'cash volunteer';
  await service.call(tokens.volunteer, 'POST', '/v1/cash_records', { body: handOver });
  const { body: gift } = await service.call(
    tokens.manager,
    'GET',
    `/v1/transaction_bundles/${bundles.at(-1)}`
  );
  const [payment] = gift.data.transactions;
  const made = await service.call(tokens.manager, 'POST', '/v1/batches', {
    body: batchOf([payment.id], {
      payment_method_kind: payment.payment_method_kind,
      currency: payment.currency,
    }),
  });
  batches.push(made.body.data.batches[0].id);
  return filled;
}
