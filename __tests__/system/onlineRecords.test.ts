import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import { type FetchInit, type FetchResponse } from '@/sync/ports';
import { setFact } from '@/db/facts';
import { openScope } from '@/db/scopes';
import { openStore } from '@/db/store';
import { EXTENSIONS } from '@/contract/extensions';
import {
  contentOf,
  newContent,
  type ActionContent,
  type ActionDraft,
} from '@/features/actions/edit/actionForm';
import { saveAction } from '@/features/actions/edit/mutations';
import { importContacts } from '@/features/contacts/import/mutations';
import { createOnlineRequests } from '@/sync/online';

import { openMemoryEngine } from '../support/sqlite';
import { type TestService, type TestSpace, startTestService } from '../server/harness';

const baseUrl = 'https://service.test/api';

describe('a form of the office', () => {
  let service: TestService;
  let space: TestSpace;

  before(async () => {
    service = await startTestService();
    space = await service.createSpace();
  });
  after(() => service.close());

  /** A manager's phone whose network loses the next responses. */
  async function openPhone() {
    const store = await openStore(openMemoryEngine());
    const scope = await openScope(store, {
      service: baseUrl,
      userId: space.userIds.manager,
      spaceId: space.groupId,
    });
    await store.write((tx) => setFact(tx, scope, 'capabilities', [...EXTENSIONS]));
    const phone = { lost: 0, writes: 0 };
    const fetch = async (url: string, init: FetchInit): Promise<FetchResponse> => {
      const response = await service.app.inject({
        method: init.method as 'GET',
        url: `/api${url.replace(baseUrl, '')}`,
        headers: init.headers,
        payload: init.body,
      });
      if (init.method !== 'GET') phone.writes += 1;
      if (init.method !== 'GET' && phone.lost > 0) {
        phone.lost -= 1;
        throw new Error('the connection was lost');
      }
      return {
        status: response.statusCode,
        headers: { get: (name) => (response.headers[name.toLowerCase()] as string | undefined) ?? null },
        text: () => Promise.resolve(response.body),
      };
    };
    const online = createOnlineRequests(
      { store, scope },
      {
        clock: {
          now: Date.now,
          monotonic: Date.now,
          sleep: (_ms, signal) =>
            new Promise((resolve) => signal?.addEventListener('abort', () => resolve())),
        },
        fetch,
        network: { isOnline: () => true, onChange: () => () => undefined },
        sessions: {
          load: () => Promise.resolve({ baseUrl, accessToken: space.tokens.manager, refresh: null }),
          save: () => Promise.resolve(),
        },
      }
    );
    let ids = 0;
    return { phone, parts: { online, newId: () => `request-${Math.random()}-${(ids += 1)}` } };
  }

  function formOf(id: string, number: number | null = null, seen: ActionDraft['seen'] = null) {
    let draft = { version: 1, id, number, seen } as ActionDraft;
    return {
      get draft() {
        return draft;
      },
      getNewest: () => draft,
      change: (next: (before: ActionDraft) => ActionDraft) => (draft = next(draft)),
    };
  }

  async function named(name: string): Promise<{ id: number; pitch?: string }[]> {
    const { body } = await service.call(space.tokens.manager, 'GET', '/actions');
    const all: { Action: { id: number; name: string; pitch?: string } }[] = body.data.ActionsAggreg;
    return all.map(({ Action }) => Action).filter((action) => action.name === name);
  }
  const content = (part: Partial<ActionContent>): ActionContent => ({ ...newContent, ...part });

  it('creates one record when the response is lost and Save is pressed again', async () => {
    const { phone, parts } = await openPhone();
    phone.lost = 1;
    const form = formOf('11111111-0000-4000-8000-000000000001');
    assert.equal((await saveAction(parts, form, content({ name: 'Lost once' }))).kind, 'not_now');
    assert.equal((await saveAction(parts, form, content({ name: 'Lost once' }))).kind, 'saved');
    assert.equal((await named('Lost once')).length, 1);
  });

  it('creates one record when the response is lost and the form is changed before the next try', async () => {
    const { phone, parts } = await openPhone();
    phone.lost = 1;
    const form = formOf('11111111-0000-4000-8000-000000000002');
    await saveAction(parts, form, content({ name: 'Before' }));
    const saved = await saveAction(parts, form, content({ name: 'After', pitch: 'New words' }));
    assert.equal(saved.kind, 'saved');
    assert.deepEqual([(await named('Before')).length, (await named('After')).length], [0, 1]);
    assert.equal((await named('After'))[0]?.pitch, 'New words');
  });

  it('merges two edits of different fields, and asks about the same field', async () => {
    const { parts } = await openPhone();
    const created = await saveAction(
      parts,
      formOf('11111111-0000-4000-8000-000000000003'),
      content({ name: 'Shared', pitch: 'Words' })
    );
    assert.ok(created.kind === 'saved');
    const { Action: action } = created.value;
    const seen = contentOf(action);
    const edit = (part: Partial<ActionContent>) =>
      saveAction(parts, formOf('x', action.id, seen), { ...seen, ...part });

    assert.equal((await edit({ pitch: 'First' })).kind, 'saved');
    const second = await edit({ goal: 12 });
    assert.ok(second.kind === 'saved');
    assert.deepEqual([second.value.Action.pitch, second.value.Action.goal], ['First', 12]);
    const third = await edit({ pitch: 'Third' });
    assert.deepEqual(third, {
      kind: 'conflict',
      conflicts: [{ field: 'pitch', base: 'Words', mine: 'Third', theirs: 'First' }],
    });
    // The same edit again finds its own change and writes nothing.
    assert.equal((await edit({ goal: 12 })).kind, 'saved');
  });

  it('names the field that the service refuses', async () => {
    const { parts } = await openPhone();
    const result = await saveAction(
      parts,
      formOf('11111111-0000-4000-8000-000000000004'),
      content({ name: 'Refused', users: [{ id: 999_999 }] })
    );
    assert.ok(result.kind === 'invalid');
    assert.deepEqual(result.fields, ['users']);
    assert.deepEqual(await named('Refused'), []);
  });

  it('stops an import that somebody undid, and imports the same lines as another import', async () => {
    const { parts } = await openPhone();
    const [begun, another] = [randomUUID(), randomUUID()];
    const reading = { contacts: [{ uuid: randomUUID(), surname: 'Lee' }], bad: [] };
    const send = (uuid: string) =>
      importContacts(
        parts,
        { uuid, name: 'people.csv', reading, signal: new AbortController().signal },
        () => undefined
      );
    assert.deepEqual(await send(begun), { kind: 'imported', created: 1, known: 0 });
    const { body } = await service.call(space.tokens.manager, 'GET', '/v1/contact_imports');
    await service.call(space.tokens.manager, 'DELETE', `/v1/contact_imports/${body.data.imports[0].id}`);
    assert.deepEqual(await send(begun), { kind: 'undone', created: 0, known: 0 });
    assert.deepEqual(await send(another), { kind: 'imported', created: 1, known: 0 });
  });
});
