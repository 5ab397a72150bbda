import { enqueue, type NewOutboxRow } from '@/db/outbox/outbox';
import { entityOf } from '@/domain/entity';

import {
  amountsSent,
  captureId,
  createTestPhone,
  emptyService,
  range,
  refuse,
  respond,
  storedBundle,
  success,
  type Reaction,
  type Script,
  type TestPhone,
} from './support';
import { first, keyed, minutes, phoneWith } from './outboxPhone';

const firewall: Reaction = { status: 403, text: '<html>Blocked</html>' };
const firewallInJson = respond(403, { error: 'blocked' });
const wrongPath = respond(404, { message: 'no route' });

const requestsOf = (phone: TestPhone) =>
  phone.ports.sent
    .filter(({ method, path }) => method !== 'GET' || path === '/health')
    .map(({ method, path }) => `${method} ${path}`);

const writesOf = (phone: TestPhone) => phone.ports.sent.filter(({ method }) => method !== 'GET');
/** A pull may already have confirmed and deleted an acked row. */
const unsentStatesOf = async (phone: TestPhone) =>
  (await phone.states()).filter((state) => state !== 'acked');

/** A row of each kind that is sent as it was saved. */
const rowsOfEveryKind: NewOutboxRow[] = [
  { kind: 'bundle_update', entity: entityOf('bundle', 5), body: { data: { id: 5, donations: [] } } },
  {
    kind: 'team_create',
    entity: entityOf('team', captureId(3)),
    body: { data: { team: { name: 'North' } } },
  },
  { kind: 'team_delete', entity: entityOf('team', 7), body: {} },
  { kind: 'user_update', entity: entityOf('user', 8), body: { data: { mail: 'a@example.org' } } },
  { kind: 'role_change', entity: entityOf('user', 9), body: { data: { user_id: 9, role_id: 1 } } },
  { kind: 'invitation', entity: entityOf('invitation', captureId(6)), body: { data: { invitations: [] } } },
].map(({ kind, entity, body }, index) => ({
  id: captureId(60 + index),
  kind: kind as NewOutboxRow['kind'],
  entity,
  body: JSON.stringify(body),
  bodyVersion: 1,
}));
const save = (phone: TestPhone, row: NewOutboxRow) =>
  phone.store.write((tx) => enqueue(tx, phone.scope, row, phone.ports.clock.now()));
const accepted = success({ id: 5, team: { id: 6 }, message: 'ok', team_id: 7, invitations: [], msg: '' });

describe('at a service with keys', () => {
  test.each([
    ['403 of a firewall', firewall],
    ['403 of a firewall in JSON', firewallInJson],
    ['404 of a proxy', wrongPath],
    [
      '403 in the words of the service, without the key',
      { ...Object(refuse('forbidden')), headers: { 'idempotency-key': '' } },
    ],
  ])(
    'a %s after the HTTP stack sent the request twice is no refusal: the row is sent again under its key',
    async (_name, reaction) => {
      const phone = await phoneWith(first(reaction));
      await phone.capture(1);
      const engine = await phone.start();
      await phone.pass(1_000);
      expect(await phone.rows()).toMatchObject([
        { state: 'unknown', problem: { kind: 'checking', why: 'not_the_service' } },
      ]);
      expect(engine.getStatus().phase).toMatchObject({ kind: 'login_page' });
      await phone.pass(minutes(2));
      expect(await phone.rows()).toMatchObject([{ state: 'acked', attempts: 2 }]);
      const keys = phone.ports.sent.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
      expect(keys).toEqual([captureId(1), captureId(1)]);
      await engine.stop();
    }
  );

  test('a record that a firewall refuses for ever becomes a question, and delays no other', async () => {
    const phone = await phoneWith((sent, count) =>
      sent.headers['idempotency-key'] === captureId(1) ? firewall : storedBundle(sent, count)
    );
    await phone.capture(1);
    await phone.capture(2);
    const engine = await phone.start();
    await phone.pass(minutes(120));
    expect(await phone.rows()).toMatchObject([
      {
        state: 'needs_person',
        attempts: 10,
        problem: { kind: 'question', question: { kind: 'is_it_there', candidates: [] } },
      },
      { state: 'acked' },
    ]);
    await engine.stop();
  });

  test('six records sent into a firewall are not refused: all are sent when it is gone', async () => {
    let isBlocked = true;
    const phone = await phoneWith((sent, count) => (isBlocked ? firewallInJson : storedBundle(sent, count)));
    for (const number of range(1, 6)) await phone.capture(number);
    const engine = await phone.start();
    await phone.pass(minutes(10));
    expect(await phone.states()).not.toContain('parked');
    isBlocked = false;
    await phone.pass(minutes(10));
    expect(new Set(await phone.states())).toEqual(new Set(['acked']));
    await engine.stop();
  });

  test.each(rowsOfEveryKind.map((row) => [row.kind, row] as const))(
    'a firewall does not park a row of kind %s, and its success proves nothing without the key',
    async (_kind, row) => {
      const withoutKey = { ...Object(accepted), headers: { 'idempotency-key': '' } };
      const phone = await phoneWith(
        (_sent, count) => [firewallInJson, wrongPath, withoutKey][count - 1] ?? accepted
      );
      await save(phone, row);
      const engine = await phone.start();
      await phone.pass(minutes(10));
      expect(writesOf(phone)).toHaveLength(4);
      expect(await unsentStatesOf(phone)).toEqual([]);
      await engine.stop();
    }
  );

  test('a response without the key makes the engine ask for the capabilities before it sends anything else', async () => {
    const phone = await phoneWith(
      first({ status: 201, body: { status: 'success', data: { id: 5 } }, headers: { 'idempotency-key': '' } })
    );
    await phone.capture(1);
    await phone.capture(2);
    const engine = await phone.start();
    await phone.pass(500);
    // The first row still waits for its next try.
    engine.requestRound('foreground');
    await phone.pass(500);
    const post = 'POST /v1/transaction_bundles';
    expect(requestsOf(phone)).toEqual(['GET /health', post, 'GET /health', post]);
    expect(await phone.states()).toEqual(['unknown', 'acked']);
    await engine.stop();
  });

  test('the position of the write is stored with the acknowledgement', async () => {
    const phone = await phoneWith((sent) => {
      const stored = storedBundle(sent, 7);
      return typeof stored === 'string' ? stored : { ...stored, headers: { 'doorstep-position': 'a.41' } };
    });
    await phone.capture(1);
    const engine = await phone.start();
    await phone.pass(1_000);
    expect(await phone.rows()).toMatchObject([{ state: 'acked', position: 'a.41' }]);
    await engine.stop();
  });
});

describe('an edit of a team', () => {
  const team = { id: 7, name: 'North', users: [], leaders: [] };
  const edit: NewOutboxRow = {
    id: captureId(70),
    kind: 'team_edit',
    entity: entityOf('team', 7),
    base: team,
    body: JSON.stringify({ data: { team: { ...team, name: 'South' } } }),
    bodyVersion: 1,
  };
  const withTeam = (onRead: (count: number) => Reaction | null, onWrite: Script): Script => {
    const service = emptyService([...keyed, 'if_match'], onWrite);
    let reads = 0;
    return (sent, count) => {
      if (sent.method !== 'GET' || sent.path !== '/teams/7') return service(sent, count);
      return onRead((reads += 1)) ?? respond(200, { status: 'success', data: { team } }, { etag: '"1"' });
    };
  };
  const stored = success({ team: { ...team, name: 'South' } });

  test.each<[string, (count: number) => Reaction | null, Script]>([
    ['the write', () => null, (_sent, count) => (count === 1 ? firewallInJson : stored)],
    ['the reading before it', (count) => (count === 1 ? wrongPath : null), () => stored],
  ])('is not parked when a firewall refuses %s', async (_name, onRead, onWrite) => {
    const phone = await createTestPhone(withTeam(onRead, onWrite));
    await save(phone, edit);
    const engine = await phone.start();
    await phone.pass(1_000);
    expect(['queued', 'unknown']).toContain((await phone.states())[0]);
    await phone.pass(minutes(3));
    expect(writesOf(phone).length).toBeGreaterThan(0);
    expect(await unsentStatesOf(phone)).toEqual([]);
    await engine.stop();
  });

  test('has another key for each request, because its body depends on the edits of others', async () => {
    const phone = await createTestPhone(
      withTeam(
        () => null,
        (_sent, count) => [refuse('precondition_failed'), respond(500, {})][count - 1] ?? stored
      )
    );
    await save(phone, edit);
    const engine = await phone.start();
    await phone.pass(minutes(3));
    const keys = phone.ports.sent.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
    expect(keys).toEqual(['1.0', '1.1', '2.0'].map((name) => `${captureId(70)}.${name}`));
    expect(await unsentStatesOf(phone)).toEqual([]);
    await engine.stop();
  });

  test('is parked by a refusal of the service itself', async () => {
    const phone = await createTestPhone(
      withTeam(
        () => null,
        () => refuse('forbidden')
      )
    );
    await save(phone, edit);
    const engine = await phone.start();
    await phone.pass(minutes(1));
    expect(await phone.rows()).toMatchObject([{ state: 'parked', problem: { refusal: { status: 403 } } }]);
    await engine.stop();
  });
});

describe('a service whose keys come and go', () => {
  /** A service that announces these extensions, and stores the first write although its response is lost. */
  async function changingPhone(extensions: string[]) {
    const bundles: object[] = [];
    const service = emptyService(extensions, (sent, count) => {
      const { data }: { data: object } = JSON.parse(sent.body ?? '{}');
      bundles.push({ ...data, id: 100 + count });
      return count === 1 ? 'silence' : storedBundle(sent, 100 + count);
    });
    const phone = await createTestPhone((sent, count) =>
      sent.method === 'GET' && sent.path.startsWith('/v1/transaction_bundles')
        ? success(bundles, { total: bundles.length })
        : service(sent, count)
    );
    return { ...phone, bundles };
  }

  test('a row that was sent without a key is searched, and not sent again, when the service has keys since', async () => {
    const extensions: string[] = [];
    const phone = await changingPhone(extensions);
    await phone.capture(1);
    const engine = await phone.start();
    await phone.pass(21_000);
    expect(await phone.rows()).toMatchObject([{ state: 'unknown', attemptsWithoutKey: 1 }]);
    await engine.stop();
    extensions.push(...keyed);
    await phone.start();
    await phone.pass(minutes(15));
    expect(await unsentStatesOf(phone)).toEqual([]);
    expect(amountsSent(phone.ports)).toEqual([1_001]);
  });

  test('a row that was sent with a key is searched, and not sent again, when the service has dropped its keys', async () => {
    const extensions = [...keyed];
    const phone = await changingPhone(extensions);
    await phone.capture(1);
    await phone.start();
    await phone.pass(10_000);
    extensions.length = 0;
    await phone.pass(minutes(15));
    expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: 101 }]);
    expect(amountsSent(phone.ports)).toEqual([1_001]);
  });
});

describe('at a service without keys', () => {
  test.each([400, 403, 404, 409, 412, 422])(
    'a %i in JSON parks the row with its reason after a search, not before',
    async (status) => {
      const phone = await phoneWith(() => respond(status, { code: 'no', detail: 'because' }), []);
      await phone.capture(1);
      const engine = await phone.start();
      await phone.pass(30_000);
      const problem = { kind: 'refused', refusal: { status, code: 'no', detail: 'because' } };
      expect(await phone.rows()).toMatchObject([{ state: 'unknown', problem }]);
      await phone.pass(minutes(10));
      expect(await phone.rows()).toMatchObject([{ state: 'parked', problem, attempts: 1 }]);
      await engine.stop();
    }
  );

  test('an attempt that the service did not let in does not count as one that may be stored', async () => {
    const phone = await phoneWith(() => respond(401, { message: 'expired' }), []);
    await phone.capture(1);
    const engine = await phone.start();
    for (let presses = 0; presses < 6; presses += 1) {
      engine.requestRound('button');
      await phone.pass(minutes(1));
    }
    expect(await phone.rows()).toMatchObject([{ state: 'queued', attemptsWithoutKey: 0 }]);
    await engine.stop();
  });

  test('a refusal after a request that was stored is no refusal: the row is found', async () => {
    const bundles: object[] = [];
    const service = emptyService([], (sent) => {
      const { data }: { data: object } = JSON.parse(sent.body ?? '{}');
      bundles.push({ ...data, id: 55 });
      return firewallInJson;
    });
    const phone = await createTestPhone((sent, count) =>
      sent.method === 'GET' && sent.path.startsWith('/v1/transaction_bundles')
        ? success(bundles, { total: bundles.length })
        : service(sent, count)
    );
    await phone.capture(1);
    const engine = await phone.start();
    await phone.pass(minutes(10));
    expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: 55 }]);
    expect(amountsSent(phone.ports)).toHaveLength(1);
    await engine.stop();
  });

  test('a page of a firewall is no refusal: the row is searched and sent again automatically', async () => {
    const phone = await phoneWith(first(firewall), []);
    await phone.capture(1);
    const engine = await phone.start();
    await phone.pass(minutes(15));
    expect(await phone.rows()).toMatchObject([{ state: 'acked', attempts: 2 }]);
    await engine.stop();
  });

  test('a row is sent automatically three times; then a person decides', async () => {
    const phone = await phoneWith(() => 'silence', []);
    await phone.capture(1);
    await phone.start();
    await phone.pass(minutes(120));
    expect(amountsSent(phone.ports)).toHaveLength(3);
    expect(await phone.rows()).toMatchObject([
      {
        state: 'needs_person',
        attempts: 3,
        attemptsWithoutKey: 3,
        problem: { kind: 'question', question: { kind: 'is_it_there', candidates: [] } },
      },
    ]);
  });

  test.each([
    ['above 2^53', '9007199254740993'],
    ['of text', '"b-17"'],
  ])('an acknowledgement with an id %s is one, and the row is sent once', async (_name, id) => {
    const phone = await phoneWith(
      () => ({ status: 201, text: `{"status":"success","data":{"id":${id}}}` }),
      []
    );
    await phone.capture(1);
    const engine = await phone.start();
    await phone.pass(1_000);
    expect(await phone.rows()).toMatchObject([{ state: 'acked', serverId: null }]);
    await engine.stop();
  });

  test('a response with the marker of another capture acknowledges nothing', async () => {
    const others = { id: 9, transactions: [{ delivery_token: captureId(2) }] };
    const phone = await phoneWith(() => success(others), []);
    await phone.capture(1);
    const engine = await phone.start();
    await phone.pass(1_000);
    expect(await phone.rows()).toMatchObject([
      { state: 'unknown', serverId: null, problem: { kind: 'checking', why: 'incomplete' } },
    ]);
    await engine.stop();
  });

  test.each([
    ['does not have it', { id: 7, name: 'North' }],
    ['does not have it in any form', { id: 7, name: {} }],
  ])('a 404 for a team to delete counts as deleted only if the list of teams %s', async (_, team) => {
    const teams: object[] = [team];
    const service = emptyService([], () => wrongPath);
    const phone = await createTestPhone((sent, count) =>
      sent.method === 'GET' && sent.path.startsWith('/teams') && !sent.path.startsWith('/teams/public')
        ? success({ teams })
        : service(sent, count)
    );
    const [, , deletion] = rowsOfEveryKind;
    if (!deletion) throw new Error('expected a deletion');
    await save(phone, deletion);
    const engine = await phone.start();
    await phone.pass(1_000);
    expect((await phone.states())[0]).not.toBe('acked');
    teams.length = 0;
    await save(phone, { ...deletion, id: captureId(90), entity: entityOf('team', 8) });
    engine.requestRound('write');
    await phone.pass(1_000);
    expect((await phone.states())[1]).toBe('acked');
    await engine.stop();
  });
});
