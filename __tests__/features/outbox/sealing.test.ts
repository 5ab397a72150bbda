import { Decrypter, armor, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { randomBytes } from 'node:crypto';

import { enqueue, getOutboxRow, listOutbox } from '@/db/outbox/outbox';
import { applyTransactionSettings } from '@/db/settings';
import { shareRows } from '@/features/outbox/mutations';
import { setTreasurerKey } from '@/db/treasurerKey';
import { sealTo } from '@/platform/seal';

import { capture } from '../../db/harness';
import { createTestRuntime, saturday } from '../support/runtime';

async function makeKeys() {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Opens a file with the published package, which shares no line with what sealed it. */
function open(text: string, identity: string): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  return decrypter.decrypt(armor.decode(text), 'text');
}

const seal = (recipient: string, text: string) => sealTo(recipient, text, (count) => randomBytes(count));

/** A phone with one unsent record of a named person. */
async function withRecord() {
  const test = await createTestRuntime();
  const body = JSON.stringify({ data: { transactions: [{ comment: 'Amélie Rousseau, 06 12 34 56 78' }] } });
  const row = capture({ id: 'one', who: 'Amélie Rousseau', body });
  await test.store.write((tx) => enqueue(tx, test.scope, row, saturday));
  return test;
}

describe('an encrypted text', () => {
  it.each([0, 1, 63, 65_535, 65_536, 65_537, 200_000])(
    'opens whole with its key: %i letters',
    async (size) => {
      const { identity, recipient } = await makeKeys();
      const text = 'é'.repeat(Math.floor(size / 2)) + 'x'.repeat(size % 2);
      expect(await open(seal(recipient, text), identity)).toBe(text);
    }
  );

  it('opens with no other key', async () => {
    const [mine, other] = [await makeKeys(), await makeKeys()];
    await expect(open(seal(mine.recipient, 'text'), other.identity)).rejects.toThrow();
  });

  it('does not open after a changed letter', async () => {
    const { identity, recipient } = await makeKeys();
    const bytes = armor.decode(seal(recipient, 'text'));
    for (const place of [40, 100, bytes.length - 1]) {
      const changed = bytes.slice();
      changed[place] = (changed[place] ?? 0) ^ 1;
      await expect(open(armor.encode(changed), identity)).rejects.toThrow();
    }
  });

  it('differs each time', async () => {
    const { recipient } = await makeKeys();
    expect(seal(recipient, 'text')).not.toBe(seal(recipient, 'text'));
  });
});

describe('the export of unsent records', () => {
  it('without a key is shared only after the warning', async () => {
    const { runtime, store, scope, fakes } = await withRecord();
    expect(await shareRows(runtime)).toBe('no_key');
    expect(fakes.shared).toEqual([]);
    expect((await getOutboxRow(store, scope, 'one'))?.exportedAt).toBeNull();

    expect(await shareRows(runtime, { unsealed: true })).toBe('shared');
    expect(fakes.shared[0]?.text).toContain('Rousseau');
  });

  it('is encrypted for the key that a person entered: no name, number or amount is in the file', async () => {
    const { runtime, store, scope, fakes } = await withRecord();
    const { identity, recipient } = await makeKeys();
    await store.write((tx) => setTreasurerKey(tx, scope, recipient));
    // While there is a key, an export is encrypted, also after agreeing to an open one.
    expect(await shareRows(runtime, { unsealed: true })).toBe('shared');
    const [file] = fakes.shared;
    expect(file?.name).toMatch(/^doorstep-unsent-[\d-]+\.json\.age$/);
    for (const word of ['Rousseau', 'Amélie', '06 12', 'transactions', 'doorstep']) {
      expect(Buffer.from(armor.decode(file?.text ?? '')).toString('utf8')).not.toContain(word);
    }
    const opened = JSON.parse(await open(file?.text ?? '', identity));
    expect(opened).toMatchObject({
      format: 'doorstep-unsent',
      count: 1,
      records: [{ who: 'Amélie Rousseau' }],
    });
    expect((await listOutbox(store, scope))[0]?.exportedAt).toBe(saturday);
  });

  it('is encrypted for the key of the space before any other', async () => {
    const { runtime, store, scope, fakes } = await withRecord();
    const [ofSpace, ofPhone] = [await makeKeys(), await makeKeys()];
    const settings = {
      payment_method_kinds: ['cash'],
      max_batch_size: 50,
      currency: 'eur',
      additional_settings: { treasurer_age_key: ofSpace.recipient },
    };
    await store.write(async (tx) => {
      await setTreasurerKey(tx, scope, ofPhone.recipient);
      await applyTransactionSettings(tx, scope, settings);
    });
    await shareRows(runtime);
    expect(await open(fakes.shared[0]?.text ?? '', ofSpace.identity)).toContain('Rousseau');
  });

  it('ignores a setting that is no key', async () => {
    const { runtime, store, scope } = await withRecord();
    const settings = {
      payment_method_kinds: ['cash'],
      max_batch_size: 50,
      currency: 'eur',
      additional_settings: { treasurer_age_key: 'age1mistyped' },
    };
    await store.write((tx) => applyTransactionSettings(tx, scope, settings));
    expect(await shareRows(runtime)).toBe('no_key');
  });
});
