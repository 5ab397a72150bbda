import { enqueue, countUnsentHere, listOutbox } from '@/db/outbox/outbox';
import { openScope } from '@/db/scopes';
import { openStore, type Store } from '@/db/store';
import { applyUsers } from '@/db/users';
import { setDraft, getDraft } from '@/db/drafts';
import { insertDayEntry, listDayEntries } from '@/db/dayTotals';
import { getFact, setFact } from '@/db/facts';
import { insertFixedRecord } from '@/db/cash/fixedRecords';
import { readMyCash } from '@/db/cash/myCash';
import { applyTransactionSettings } from '@/db/settings';
import { endShift } from '@/db/cash/shifts';
import { getTreasurerKey } from '@/db/treasurerKey';
import { dayOf } from '@/domain/day';
import { clearEndedMembership, clearRevokedSession } from '@/session/revoked';
import { createSessionStorage, identityOf, membershipEndOf, type StoredSession } from '@/session/session';

import { countStored } from '../support/records';
import { createSecrets } from '../support/secrets';
import { capture } from '../db/harness';
import { dayEntry } from '../features/support/dayTotals';
import { openMemoryEngine } from '../support/sqlite';

const session: StoredSession = {
  baseUrl: 'https://one.example/api',
  accessToken: 'access',
  refresh: { token: 'refresh', endpoint: 'https://one.example/api/oidc/token', clientId: 'doorstep' },
  userId: 1,
  spaceId: 10,
};

const savedAt = Date.UTC(2026, 10, 14, 12);

async function fill(store: Store, identity: { service: string; userId: number; spaceId: number }) {
  const scope = await openScope(store, identity);
  await store.write(async (tx) => {
    await applyUsers(tx, scope, [{ id: 1, firstname: 'Ana' }]);
    await insertDayEntry(
      tx,
      scope,
      dayEntry({ id: 'one', savedAt, takenOn: dayOf(savedAt), who: 'Jeanne Lacombe' })
    );
    await setDraft(tx, scope, 'capture:1', { note: 'half' }, 1);
    await enqueue(tx, scope, capture({ id: `${identity.userId}-${identity.spaceId}` }), 1);
  });
  return scope;
}

/** A phone with the records of a person in two spaces, and of another person. */
async function threeScopes() {
  const store = await openStore(openMemoryEngine());
  const sessions = createSessionStorage(createSecrets());
  await sessions.set(session);
  const mine = await fill(store, identityOf(session));
  const elsewhere = await fill(store, { ...identityOf(session), spaceId: 11 });
  const another = await fill(store, { ...identityOf(session), userId: 2 });
  return { store, sessions, mine, elsewhere, another };
}

it('a revoked phone deletes the cache of every space and keeps every unsent record', async () => {
  const { store, sessions, mine, elsewhere, another } = await threeScopes();
  await sessions.markRevoked?.(session);
  expect(await clearRevokedSession(store, sessions)).toBeNull();
  for (const scope of [mine, elsewhere]) {
    expect(await countStored(store, scope, 'users')).toBe(0);
    expect(await listDayEntries(store, scope, dayOf(savedAt))).toMatchObject([{ id: 'one', who: null }]);
    expect((await listOutbox(store, scope)).map(({ state }) => state)).toEqual(['queued']);
    expect(await getDraft(store, scope, 'capture:1')).not.toBeNull();
  }
  expect(await countStored(store, another, 'users')).toBe(1);
  expect(await sessions.load()).toBeNull();
  expect(await countUnsentHere(store)).toEqual([{ currency: 'EUR', count: 3, amount: 6000 }]);
});

it('the open shift of a revoked phone stays, without names: its cash is counted after signing in again', async () => {
  const { store, sessions, mine } = await threeScopes();
  await store.write(async (tx) => {
    const [counted] = await tx.all<{ id: string }>('SELECT id FROM shifts WHERE scope_id = ?', [mine.id]);
    await endShift(tx, mine, { id: counted?.id ?? '', now: savedAt });
    const after = { savedAt: savedAt + 1, takenOn: dayOf(savedAt), who: 'Ada Person' };
    await insertDayEntry(tx, mine, dayEntry({ id: 'two', ...after }));
    await insertFixedRecord(tx, mine, { id: 'before two', replacedBy: 'two' });
  });
  await sessions.markRevoked?.(session);
  await clearRevokedSession(store, sessions);
  const { shift, entries } = await readMyCash(store, mine);
  expect(shift).toEqual({ id: 'two', startedAt: savedAt + 1 });
  expect(entries).toMatchObject([{ id: 'two', firstId: 'before two', who: null }]);
  expect(await listDayEntries(store, mine, dayOf(savedAt))).toHaveLength(1);
  expect(await store.all('SELECT id FROM shifts WHERE scope_id = ?', [mine.id])).toEqual([{ id: 'two' }]);
});

it('a phone that is not revoked deletes nothing', async () => {
  const { store, sessions, mine } = await threeScopes();
  expect(await clearRevokedSession(store, sessions)).toEqual(session);
  expect(await countStored(store, mine, 'users')).toBe(1);
});

it('a late revocation of an old session does not touch a newer sign-in', async () => {
  const { store, sessions, mine } = await threeScopes();
  await sessions.set({ ...session, accessToken: 'newer' });
  await sessions.markRevoked?.(session);
  expect(await clearRevokedSession(store, sessions)).toMatchObject({ accessToken: 'newer' });
  expect(await countStored(store, mine, 'users')).toBe(1);
});

describe('a renewed token', () => {
  const renewed = { ...session, accessToken: 'second', refresh: null };

  it('changes the tokens, not the user or the space chosen meanwhile', async () => {
    const { sessions } = await threeScopes();
    await sessions.set({ ...session, spaceId: 11 });
    await sessions.save(renewed, session);
    expect(await sessions.load()).toEqual({ ...renewed, spaceId: 11, revoked: false });
  });

  it('shows that the session is not revoked: nothing is deleted', async () => {
    const { store, sessions, mine } = await threeScopes();
    await sessions.markRevoked?.(session);
    await sessions.save(renewed, session);
    expect(await clearRevokedSession(store, sessions)).toMatchObject({ accessToken: 'second' });
    expect(await countStored(store, mine, 'users')).toBe(1);
  });

  it('is ignored after another person has signed in, whose name the records would get', async () => {
    const { sessions } = await threeScopes();
    const another = { ...session, accessToken: 'of another', userId: 2 };
    await sessions.set(another);
    await sessions.save(renewed, session);
    expect(await sessions.load()).toEqual(another);
    await sessions.clear();
    await sessions.save(renewed, session);
    expect(await sessions.load()).toBeNull();
  });
});

it('a refused token that cannot be renewed is deleted; records, user and space stay', async () => {
  const { store, sessions, mine } = await threeScopes();
  const pasted = { ...session, refresh: null };
  await sessions.set(pasted);
  await sessions.deleteToken?.({ ...pasted, accessToken: 'an older one' });
  expect(await sessions.load()).toEqual(pasted);
  await sessions.deleteToken?.(pasted);
  expect(await sessions.load()).toEqual({ ...pasted, accessToken: '' });
  expect(await clearRevokedSession(store, sessions)).toMatchObject({ userId: 1, spaceId: 10 });
  expect(await countStored(store, mine, 'users')).toBe(1);
});

it('a phone that is switched off before the deletion deletes at its next start', async () => {
  const { store, sessions, mine } = await threeScopes();
  await sessions.markRevoked?.(session);
  // The process ends here: only the revoked mark is stored.
  expect(await countStored(store, mine, 'users')).toBe(1);
  await clearRevokedSession(store, sessions);
  expect(await countStored(store, mine, 'users')).toBe(0);
});

describe('a person who was removed from a space', () => {
  const treasurer = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';

  it('keeps unsent records, drafts and the key of the treasurer there, and loses what was downloaded', async () => {
    const { store, sessions, mine, elsewhere } = await threeScopes();
    await store.write(async (tx) => {
      await applyTransactionSettings(tx, mine, { additional_settings: { treasurer_age_key: treasurer } });
      await setFact(tx, mine, 'capabilities', ['space']);
    });
    await sessions.endMembership?.(session, { spaceId: 10, why: 'removed' });
    const ended = await sessions.load();
    expect(ended && membershipEndOf(ended)).toBe('removed');
    expect(ended && membershipEndOf({ ...ended, spaceId: 11 })).toBeNull();
    await clearEndedMembership(store, mine);
    expect(await countStored(store, mine, 'users')).toBe(0);
    expect(await listDayEntries(store, mine, dayOf(savedAt))).toMatchObject([{ id: 'one', who: null }]);
    expect((await listOutbox(store, mine)).map(({ state }) => state)).toEqual(['queued']);
    expect(await getDraft(store, mine, 'capture:1')).not.toBeNull();
    expect(await getTreasurerKey(store, mine)).toEqual({ key: treasurer, from: 'phone' });
    expect(await getFact(store, mine, 'capabilities')).toEqual(['space']);
    expect(await countStored(store, elsewhere, 'users')).toBe(1);
    expect(await clearRevokedSession(store, sessions)).not.toBeNull();
  });
});
