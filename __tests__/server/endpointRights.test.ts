import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

import { type EndpointName, endpoints } from '@/contract/endpoints';

import { type PersonName, type TestService, type TestSpace, startTestService } from './harness';
import { sampleRequest } from './sampleRequests';

const FILE = path.join(__dirname, '../../docs/endpoint-rights.md');
const COMMAND = 'npm run docs:rights';

/** The columns: who calls. A leader is a volunteer who leads a team. */
const callers = ['volunteer', 'leader', 'manager', 'admin', 'superadmin'] as const satisfies PersonName[];
type Caller = (typeof callers)[number];

/** `own`: about the caller's own profile, devices, bundles and contacts, and the teams that they lead. */
type Right = 'allowed' | 'own' | 'never';

const INTRODUCTION = `# Who may call which endpoint

Written by a test (\`__tests__/server/endpointRights.test.ts\`) that calls every endpoint of the running service as every
role, in a space with the default setting: volunteers and leaders see what they are assigned to. \`${COMMAND}\`
writes it again after a change; the test fails while this page differs.

- **allowed**: about every record of the space that the caller can see.
- **own**: about the caller's own profile, devices, bundles and contacts, and about teams that they lead.
- **never**: refused.

No endpoint reaches a record of another space (\`__tests__/server/isolation.test.ts\`). A person above the caller's role
is refused to managers and admins. Everyone may leave the space: \`changeMembership\` of the caller. A token for scripts
has the rights of its person, less those that it was not given. The pages of sign-in, \`/api/openapi.json\` and
\`/api/docs\` need no token. Which records a role sees, and its phone stores, is tested in
\`__tests__/server/scope.test.ts\`.
`;

function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

describe('the rights of every role', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace({ visibility: 'assigned' });
  });
  after(() => service.close());

  /** Sends a request about the records of a person. */
  async function isAllowed(name: EndpointName, caller: Caller | null, of: PersonName): Promise<boolean> {
    const { path: url, body } = await sampleRequest(service, space, name, of);
    // A new token each time: signing a person out revokes theirs.
    const token = caller && (await service.createTokenFor(space.userIds[caller]));
    const { status } = await service.call(token, endpoints[name].method, url, { body });
    if (status === 200) return true;
    assert.ok(caller === null ? status === 401 : status === 403 || status === 404, `${name}: ${status}`);
    return false;
  }

  /** Outside the interface: this machine needs no token, another one does. */
  async function seesMetrics(caller: Caller | null): Promise<boolean> {
    const token = caller && (await service.createTokenFor(space.userIds[caller]));
    const headers = {
      'x-forwarded-for': '203.0.113.7',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    };
    const { statusCode } = await service.app.inject({ method: 'GET', url: '/metrics', headers });
    assert.ok(statusCode === 200 || statusCode === 404, `metrics: ${statusCode}`);
    return statusCode === 200;
  }

  async function rightOf(name: EndpointName, caller: Caller): Promise<Right> {
    if (await isAllowed(name, caller, 'newcomer')) return 'allowed';
    return (await isAllowed(name, caller, caller)) ? 'own' : 'never';
  }

  it('is the one on the page', { timeout: 600_000 }, async () => {
    const rows: string[][] = [];
    for (const name of Object.keys(endpoints) as EndpointName[]) {
      const { method, path: url } = endpoints[name];
      const rights: Right[] = [];
      for (const caller of callers) rights.push(await rightOf(name, caller));
      const open = (await isAllowed(name, null, 'newcomer')) ? 'allowed' : 'never';
      rows.push([name, `\`${method} ${url}\``, open, ...rights]);
    }
    const metrics: Right[] = [];
    for (const caller of [null, ...callers]) metrics.push((await seesMetrics(caller)) ? 'allowed' : 'never');
    rows.push(['metrics', '`GET /metrics`, from another machine', ...metrics]);
    const table = formatTable([['name', 'endpoint', 'no token', ...callers], ...rows]);
    const page = `${INTRODUCTION}\n${table}\n`;
    if (process.env.WRITE_DOCS === '1') await writeFile(FILE, page);
    const stored = await readFile(FILE, 'utf8');
    assert.equal(stored, page, `docs/endpoint-rights.md differs: ${COMMAND}`);
  });
});
