import { Decrypter, armor, generateX25519Identity, identityToRecipient } from 'age-encryption';

import { removeContactsOfStreets } from '@/db/agedContacts';
import { applyContacts, getContact } from '@/db/contacts';
import { getDraft, listDrafts, setDraft } from '@/db/drafts';
import { enqueue, getOutboxRow, listOutbox } from '@/db/outbox/outbox';
import { claimNext } from '@/db/outbox/claims';
import { listBundlesOfContact, listPendingBundles } from '@/db/outbox/pendingBundles';
import { getSealingKeyId, listRowKeys } from '@/db/sealing/rowKeys';
import { openScope } from '@/db/scopes';
import { applyTransactionSettings } from '@/db/settings';
import { sha256Hex } from '@/db/sha256';
import { openStore } from '@/db/store';
import { streetKey } from '@/domain/address';

import { beginSealing, createShelf, makeTestKey, openTestSeal, settingsWith } from '../../support/rowSeal';
import { openMemoryEngine } from '../../support/sqlite';
import { anna, capture, contact, save } from '../harness';

async function makeKeys() {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** A browser in a space whose treasurer has a key. `open` starts the app again on the same file, with what the shelf holds. */
async function openBrowser() {
  const shelf = createShelf();
  const engine = openMemoryEngine();
  const open = async () => {
    const store = await openStore(engine, openTestSeal(shelf));
    return { store, scope: await openScope(store, anna) };
  };
  const { identity, recipient } = await makeKeys();
  const { store, scope } = await open();
  return { shelf, engine, open, store, scope, identity, recipient };
}

const body = JSON.stringify({ data: { transactions: [{ amount: 2000, comment: 'Amélie Rousseau' }] } });
const amelie = (id: string) =>
  capture({ id, body, who: 'Amélie Rousseau', contactId: 471_108_159, base: { seen: 'Rousseau' } });

/** Every column of a row as it lies in the file. */
async function rawRow(engine: ReturnType<typeof openMemoryEngine>, id: string) {
  const [row] = await engine.all<Record<string, unknown>>('SELECT * FROM outbox WHERE id = ?', [id]);
  return row ?? {};
}

describe('a row that is sealed', () => {
  test('tells nothing of the person in any column, and everything to this device', async () => {
    const { store, scope, engine, recipient } = await openBrowser();
    await beginSealing(store, scope, recipient);
    expect(await save(store, scope, amelie('one'))).toBe(true);
    const raw = await rawRow(engine, 'one');
    const text = JSON.stringify(raw);
    // Words too long to come about by chance in what is sealed.
    for (const word of ['Rousseau', 'Amélie', '471108159', 'transactions', sha256Hex(body)])
      expect(text).not.toContain(word);
    expect(raw).toMatchObject({ amount: 2000, currency: 'eur', state: 'queued', who: null, base: null });
    expect(await getOutboxRow(store, scope, 'one')).toMatchObject({
      body,
      bodyHash: sha256Hex(body),
      base: { seen: 'Rousseau' },
      who: 'Amélie Rousseau',
      contactId: 471_108_159,
      sealed: null,
    });
  });

  test('is found again after a restart, claimed whole, and shown in every list', async () => {
    const { store, scope, recipient, open } = await openBrowser();
    await beginSealing(store, scope, recipient);
    await save(store, scope, capture({ id: 'one' }));
    const again = await open();
    expect(await listPendingBundles(again.store, again.scope)).toHaveLength(1);
    expect(await listBundlesOfContact(again.store, again.scope, 7)).toHaveLength(1);
    const claimed = await again.store.write((tx) =>
      claimNext(tx, { scope, now: 1, leaseMs: 1, owner: 'me' })
    );
    expect(claimed?.body).toContain('"delivery_token":"one"');
  });

  test('is saved once however often it is saved, and another body under its id is refused', async () => {
    const { store, scope, recipient } = await openBrowser();
    await beginSealing(store, scope, recipient);
    expect(await save(store, scope, amelie('one'))).toBe(true);
    expect(await save(store, scope, amelie('one'))).toBe(false);
    const other = capture({ id: 'one', body: '{"data":{}}' });
    await expect(save(store, scope, other)).rejects.toMatchObject({ kind: 'refused' });
    expect(await listOutbox(store, scope)).toHaveLength(1);
  });

  test('cannot be put in the place of another', async () => {
    const { store, scope, engine, recipient } = await openBrowser();
    await beginSealing(store, scope, recipient);
    await save(store, scope, amelie('one'));
    const { body: sealed, sealed_with: keyId } = await rawRow(engine, 'one');
    expect(await store.rowSeal?.open(String(keyId), 'one', String(sealed))).toContain('Rousseau');
    expect(await store.rowSeal?.open(String(keyId), 'two', String(sealed))).toBeNull();
  });

  test('keeps its contact on the phone as an open row does', async () => {
    const { store, scope, recipient } = await openBrowser();
    await beginSealing(store, scope, recipient);
    const address = { street: 'Rue Haute', city: 'Lyon' };
    await store.write((tx) => applyContacts(tx, scope, [contact(7, { address }), contact(8, { address })]));
    await save(store, scope, capture());
    const streets = new Set([streetKey(address)]);
    expect(await store.write((tx) => removeContactsOfStreets(tx, scope, streets))).toBe(1);
    expect(await getContact(store, scope, 7)).not.toBeNull();
  });
});

describe('when the device has lost its key', () => {
  test('a row stands with its amount and its state; the treasurer’s copy opens it', async () => {
    const { store, scope, shelf, open, identity, recipient } = await openBrowser();
    await beginSealing(store, scope, recipient);
    await save(store, scope, amelie('one'));
    shelf.kept.clear();

    const again = await open();
    const row = await getOutboxRow(again.store, again.scope, 'one');
    expect(row).toMatchObject({ body: null, who: null, amount: 2000, currency: 'eur', state: 'queued' });
    const keyId = row?.sealed?.keyId ?? '';
    const [key] = await listRowKeys(again.store, again.scope, [keyId]);
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const raw = await decrypter.decrypt(armor.decode(key?.copy ?? ''));
    const rescued = openTestSeal();
    await rescued.keep(keyId, raw);
    expect(await rescued.open(keyId, 'one', row?.sealed?.text ?? '')).toContain('Amélie Rousseau');
  });

  test('lists go on with what can be read, and new rows get a new key', async () => {
    const { store, scope, shelf, open, recipient, engine } = await openBrowser();
    await beginSealing(store, scope, recipient);
    await save(store, scope, amelie('lost'));
    shelf.kept.clear();
    const again = await open();
    expect(await getSealingKeyId(again.store, again.scope)).toBeNull();
    await save(again.store, again.scope, capture({ id: 'between' }));
    expect((await rawRow(engine, 'between')).sealed_with).toBeNull();
    await makeTestKey(again.store, again.scope);
    await save(again.store, again.scope, capture({ id: 'after' }));
    expect((await rawRow(engine, 'after')).sealed_with).not.toBeNull();
    const shown = await listPendingBundles(again.store, again.scope);
    expect(shown.map(({ entity }) => entity).sort()).toEqual(['bundle:after', 'bundle:between']);
    expect(await listOutbox(again.store, again.scope)).toHaveLength(3);
  });

  test('a form begins anew; it was never called saved', async () => {
    const { store, scope, shelf, open, recipient } = await openBrowser();
    await beginSealing(store, scope, recipient);
    await store.write((tx) => setDraft(tx, scope, 'capture:new', { name: 'Rousseau' }, 5));
    shelf.kept.clear();
    const again = await open();
    expect(await getDraft(again.store, again.scope, 'capture:new')).toBeNull();
    expect(await listDrafts(again.store, again.scope, 'capture:')).toEqual([]);
  });
});

test('a shelf of keys that does not answer for a moment is asked again', async () => {
  const { store, scope, shelf, engine, recipient } = await openBrowser();
  await beginSealing(store, scope, recipient);
  await save(store, scope, amelie('one'));
  let isDown = true;
  const list = () => (isDown ? Promise.reject(new Error('blocked')) : shelf.list());
  const again = await openStore(engine, openTestSeal({ ...shelf, list }));
  expect((await getOutboxRow(again, scope, 'one'))?.body).toBeNull();
  isDown = false;
  expect((await getOutboxRow(again, scope, 'one'))?.body).toBe(body);
});

test('a form in progress is sealed at every letter', async () => {
  const { store, scope, engine, recipient } = await openBrowser();
  await beginSealing(store, scope, recipient);
  await store.write((tx) => setDraft(tx, scope, 'capture:new', { name: 'Rousseau' }, 5));
  expect(JSON.stringify(await engine.all('SELECT * FROM drafts', []))).not.toContain('Rousseau');
  expect(await getDraft(store, scope, 'capture:new')).toMatchObject({ draft: { name: 'Rousseau' } });
});

describe('a row is saved as it is', () => {
  const sealedWith = async (browser: Awaited<ReturnType<typeof openBrowser>>) => {
    await save(browser.store, browser.scope, amelie('plain'));
    expect((await getOutboxRow(browser.store, browser.scope, 'plain'))?.body).toBe(body);
    return (await rawRow(browser.engine, 'plain')).sealed_with;
  };

  test('in a space without a treasurer’s key', async () => {
    const browser = await openBrowser();
    await makeTestKey(browser.store, browser.scope);
    expect(await sealedWith(browser)).toBeNull();
  });

  test('until the copy for the treasurer stands', async () => {
    const browser = await openBrowser();
    const { store, scope, recipient } = browser;
    await store.write((tx) => applyTransactionSettings(tx, scope, settingsWith(recipient)));
    const failing = { sealTo: () => Promise.reject(new Error('no such part of the app here')) };
    await expect(makeTestKey(store, scope, failing)).rejects.toThrow();
    expect(browser.shelf.kept.size).toBe(0);
    expect(await sealedWith(browser)).toBeNull();
  });

  test.each([
    ['the device keeps no keys', { put: () => Promise.reject(new Error('no room')) }],
    ['a key cannot be read again', { get: () => Promise.resolve(null) }],
    ['what is read is another key', 'other' as const],
  ])('where %s', async (_, broken) => {
    const { recipient } = await makeKeys();
    const shelf = createShelf();
    const other = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    const change = broken === 'other' ? { get: () => Promise.resolve(other) } : broken;
    const store = await openStore(openMemoryEngine(), openTestSeal({ ...shelf, ...change }));
    const scope = await openScope(store, anna);
    await beginSealing(store, scope, recipient);
    expect(await getSealingKeyId(store, scope)).toBeNull();
    expect(await save(store, scope, amelie('plain'))).toBe(true);
    expect(await store.all('SELECT * FROM row_keys')).toEqual([]);
  });

  test('where sealing itself fails', async () => {
    const browser = await openBrowser();
    const { store, scope, recipient } = browser;
    await beginSealing(store, scope, recipient);
    const encrypt = jest.spyOn(crypto.subtle, 'encrypt').mockRejectedValue(new Error('no such cipher'));
    expect(await sealedWith(browser)).toBeNull();
    encrypt.mockRestore();
  });

  test('once the space has another treasurer, until that one has a copy', async () => {
    const browser = await openBrowser();
    const { store, scope, engine, recipient } = browser;
    await beginSealing(store, scope, recipient);
    await save(store, scope, capture({ id: 'first' }));
    const next = await makeKeys();
    await store.write((tx) => applyTransactionSettings(tx, scope, settingsWith(next.recipient)));
    expect(await sealedWith(browser)).toBeNull();

    await makeTestKey(store, scope);
    await save(store, scope, capture({ id: 'second' }));
    const [first, second] = [await rawRow(engine, 'first'), await rawRow(engine, 'second')];
    expect(second.sealed_with).not.toBe(first.sealed_with);
    expect((await listOutbox(store, scope)).every((row) => row.body !== null)).toBe(true);
  });

  test('when it was captured before the key was made, and stays so', async () => {
    const browser = await openBrowser();
    await save(browser.store, browser.scope, amelie('plain'));
    await beginSealing(browser.store, browser.scope, browser.recipient);
    expect((await rawRow(browser.engine, 'plain')).body).toBe(body);
  });
});

test('a key is made once for a treasurer', async () => {
  const { store, scope, recipient } = await openBrowser();
  await beginSealing(store, scope, recipient);
  await makeTestKey(store, scope);
  expect(await store.all('SELECT id FROM row_keys')).toHaveLength(1);
});

test('the bytes of a key are overwritten once it is kept', async () => {
  const { store, scope, recipient } = await openBrowser();
  const raw = new Uint8Array(32).fill(7);
  await store.write((tx) => applyTransactionSettings(tx, scope, settingsWith(recipient)));
  await makeTestKey(store, scope, { randomBytes: () => raw });
  expect(await getSealingKeyId(store, scope)).not.toBeNull();
  expect([...raw]).toEqual(new Array(32).fill(0));
});

describe('the file itself', () => {
  test('refuses a sealed row that nobody else could open', async () => {
    const { store, scope } = await openBrowser();
    await save(store, scope, amelie('plain'));
    const insert = `INSERT INTO outbox (id, scope_id, kind, entity, body, body_hash, body_version, state, created_at,
      updated_at, sealed_with) SELECT 'other', scope_id, kind, entity, body, body_hash, body_version, state, created_at,
      updated_at, 'no such key' FROM outbox`;
    await expect(store.write((tx) => tx.run(insert))).rejects.toMatchObject({ kind: 'refused' });
  });

  test.each([
    `UPDATE outbox SET sealed_with = NULL`,
    `UPDATE outbox SET body = 'other'`,
    `DELETE FROM row_keys`,
    `UPDATE row_keys SET copy = ''`,
  ])('refuses to part a row from its key: %s', async (statement) => {
    const { store, scope, recipient } = await openBrowser();
    await beginSealing(store, scope, recipient);
    await store.write((tx) => enqueue(tx, scope, amelie('one'), 1));
    await expect(store.write((tx) => tx.run(statement))).rejects.toMatchObject({ kind: 'refused' });
    expect((await getOutboxRow(store, scope, 'one'))?.body).toBe(body);
  });
});
