import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type Endpoint, endpoints } from '@/contract/endpoints';

import { arbitraryOf } from '../contract/arbitrary';
import { fc } from '../support/property';
import { type TestService, type TestSpace, bundleOf, startTestService } from './harness';

/** The number of requests per endpoint and kind of input; `npm run nightly` sends more, and other ones. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 60);

const garbage: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    'null',
    'NaN',
    '1e9',
    '0x10',
    '1;DROP TABLE users',
    "' OR 1=1 --",
    '%00',
    '../..',
    '9'.repeat(30)
  ),
  fc.string({ maxLength: 20 })
);

/** Replaces generated ids and kinds by existing ones of this space and the other one. */
function withKnownIds(value: unknown, ids: readonly number[], pick: () => number): unknown {
  if (Array.isArray(value)) return value.map((item) => withKnownIds(item, ids, pick));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const isId = typeof item === 'number' && /(^|_)id$/.test(name) && name !== 'external_transaction_id';
      if (isId && pick() < 0.7) return [name, ids[Math.floor(pick() * ids.length)] ?? item];
      if (name === 'payment_method_kind' && pick() < 0.9) return [name, 'cash'];
      if (name === 'currency' && typeof item === 'string' && pick() < 0.9) return [name, 'eur'];
      if (/^(reimbursed|unpaid)_amount$/.test(name) && typeof item === 'number' && pick() < 0.9)
        return [name, 0];
      return [name, withKnownIds(item, ids, pick)];
    })
  );
}

describe('random input', () => {
  let service: TestService;
  let own: TestSpace;
  let other: TestSpace;
  let ids: number[];
  let seen: unknown;
  const accepted = new Set<string>();

  before(async () => {
    service = await startTestService();
    own = await service.createSpace();
    other = await service.createSpace();
    for (const space of [own, other]) {
      await service.call(space.tokens.volunteer, 'POST', '/v1/transaction_bundles', {
        body: bundleOf(space),
      });
    }
    const of = (space: TestSpace) => [
      ...Object.values(space.userIds),
      ...Object.values(space.roles),
      ...space.contactIds.slice(0, 3),
      space.teamId,
      space.privateTeamId,
      space.groupId,
      space.forms.consent.id,
      space.catalogue.statuses.valid,
      space.catalogue.membershipPrices.yearly,
      ...space.catalogue.donationPrices,
    ];
    ids = [...of(own), ...of(other), 1, 2];
    seen = await snapshot(other);
  });
  after(() => service.close());

  /** All rows of a space, read from the tables. */
  async function snapshot(space: TestSpace): Promise<unknown> {
    return service.database.asOwner(async ({ $client: client }) => {
      const tables = [
        'roles',
        'space_users',
        'teams',
        'team_users',
        'contacts',
        'transaction_bundles',
        'transactions',
        'memberships',
        'donations',
        'bundle_history',
        'invitations',
        'idempotency_keys',
        'donation_prices',
        'transaction_settings',
      ];
      const rows = [];
      for (const table of tables) {
        rows.push(
          (await client.query(`SELECT * FROM ${table} WHERE group_id = $1 ORDER BY 1, 2`, [space.groupId]))
            .rows
        );
      }
      rows.push(
        (await client.query('SELECT * FROM users WHERE group_id = $1 ORDER BY id', [space.groupId])).rows
      );
      return rows;
    });
  }

  const tokens = () => fc.constantFrom(own.tokens.superadmin, own.tokens.manager, own.tokens.volunteer);
  const number = () => fc.oneof(fc.constantFrom(...ids), fc.nat(), fc.maxSafeNat());

  /** A path with ids, a query and headers, each valid or invalid. */
  function requestTo(endpoint: Endpoint) {
    const query = endpoint.query
      ? fc.oneof(
          arbitraryOf(endpoint.query),
          fc.dictionary(fc.constantFrom(...Object.keys(endpoint.query.shape)), garbage)
        )
      : fc.dictionary(fc.string({ maxLength: 5 }), garbage, { maxKeys: 2 });
    return fc.record({
      token: tokens(),
      id: fc.oneof({ weight: 4, arbitrary: number().map(String) }, { weight: 1, arbitrary: garbage }),
      query: query.map((fields) => {
        const pairs = Object.entries(fields as Record<string, unknown>).filter(
          ([, value]) => value !== undefined
        );
        return new URLSearchParams(
          pairs.map(([name, value]): [string, string] => [name, String(value)])
        ).toString();
      }),
      key: fc.option(fc.oneof(fc.uuid(), fc.string({ maxLength: 8 })), { nil: undefined }),
    });
  }

  const pathOf = (endpoint: Endpoint, id: string, query: string) =>
    `${endpoint.path.replace(/:\w+/, encodeURIComponent(id) || '0')}${query === '' ? '' : `?${query}`}`;
  const headersOf = (key: string | undefined): Record<string, string> =>
    key !== undefined && /^[\x20-\x7e]+$/.test(key) ? { 'idempotency-key': key.trim() } : {};

  // `call` fails on a 500, and on any response that violates the contract.
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    it(`with the shape of the contract never makes ${name} fail`, async () => {
      const body = endpoint.body ? arbitraryOf(endpoint.body) : fc.constant(undefined);
      await fc.assert(
        fc.asyncProperty(
          requestTo(endpoint),
          body,
          fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
          async (request, given, random) => {
            const pick = () => random.next().value;
            const { status } = await service.call(
              request.token,
              endpoint.method,
              pathOf(endpoint, request.id, request.query),
              {
                body: withKnownIds(given, ids, pick),
                headers: headersOf(request.key),
              }
            );
            if (status === 200) accepted.add(name);
          }
        ),
        { numRuns: RUNS }
      );
    });

    if (!endpoint.writes) continue;
    it(`with any other shape never makes ${name} fail`, async () => {
      const anything = fc.oneof(
        fc.json(),
        fc.string(),
        fc.jsonValue().map((data) => JSON.stringify({ data })),
        fc.jsonValue().map((team) => JSON.stringify({ data: { team } }))
      );
      await fc.assert(
        fc.asyncProperty(requestTo(endpoint), anything, async (request, body) => {
          await service.call(request.token, endpoint.method, pathOf(endpoint, request.id, request.query), {
            body,
            headers: headersOf(request.key),
          });
        }),
        { numRuns: RUNS }
      );
    });
  }

  it('is accepted often enough to be a useful test', () => {
    assert.ok(accepted.has('createBundle'));
    assert.ok(accepted.size > Object.keys(endpoints).length * 0.6, [...accepted].join(', '));
  });

  it('changes nothing in the other space', async () => {
    assert.deepEqual(await snapshot(other), seen);
  });
});
