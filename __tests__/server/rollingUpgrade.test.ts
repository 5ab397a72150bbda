import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { type EndpointName, endpoints } from '@/contract/endpoints';

import { type TestService, type TestSpace, runSql, startTestService } from './harness';
import { sampleRequest } from './sampleRequests';

/** What a migration of the next version may do while this version serves: every table gets a column, and there is a new one. */
const EXPAND = `DO $$
  DECLARE name text;
  BEGIN
    FOR name IN SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('ALTER TABLE %s ADD COLUMN of_next_version text DEFAULT ''new''', name);
    END LOOP;
  END $$;
  CREATE TABLE things_of_next_version (id bigint PRIMARY KEY);
  INSERT INTO schema_migrations (name, checksum) VALUES ('9999-next.sql', 'x')`;

describe('while the next version expands the tables', () => {
  let service: TestService;
  let space: TestSpace;
  before(async () => {
    // A prepared statement that selects * fails when its table gets a column.
    service = await startTestService({ preparedStatements: true, connections: 2 });
    space = await service.createSpace();
  });
  after(() => service.close());

  async function callAll(): Promise<[EndpointName, number][]> {
    const statuses: [EndpointName, number][] = [];
    for (const name of Object.keys(endpoints) as EndpointName[]) {
      const { path, body } = await sampleRequest(service, space, name, 'newcomer');
      const token = await service.createTokenFor(space.userIds.superadmin);
      const { status } = await service.call(token, endpoints[name].method, path, { body });
      statuses.push([name, status]);
    }
    return statuses;
  }

  it('every endpoint of this version goes on, with the same responses', async () => {
    const first = await callAll();
    assert.ok(first.filter(([, status]) => status === 200).length > 50);
    await runSql(service.connectionString, EXPAND);
    assert.deepEqual(await callAll(), first);
  });
});
