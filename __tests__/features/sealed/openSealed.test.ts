import { Encrypter, armor, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { randomBytes } from 'node:crypto';

import { enqueue, listOutbox } from '@/db/outbox/outbox';
import { toExportFile } from '@/features/outbox/exportFile';
import { readRecords } from '@/features/sealed/readRecords';
import { sealTo } from '@/platform/seal';
import { openSealed } from '@/platform/unseal';

import { capture } from '../../db/harness';
import { createTestRuntime, saturday } from '../support/runtime';

async function makeKeys() {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

const seal = (recipient: string, text: string) => sealTo(recipient, text, (count) => randomBytes(count));

/** Sealed by the published package, which shares no line with what opens it. */
async function sealElsewhere(recipient: string, text: string): Promise<string> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return armor.encode(await encrypter.encrypt(text));
}

describe('a sealed file', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 200_000])('opens whole with its key: %i letters', async (size) => {
    const { identity, recipient } = await makeKeys();
    const text = 'é'.repeat(size / 2) + 'x'.repeat(size % 2);
    for (const sealed of [seal(recipient, text), await sealElsewhere(recipient, text)])
      expect(openSealed(sealed, identity)).toEqual({ kind: 'opened', text });
  });

  it('opens with the file of the key, in which comments and other keys are', async () => {
    const [other, own] = [await makeKeys(), await makeKeys()];
    const keys = `# created: 2026\n${other.identity}\r\n# public key: ${own.recipient}\n${own.identity}\n`;
    expect(openSealed(seal(own.recipient, 'text'), keys)).toEqual({ kind: 'opened', text: 'text' });
  });

  it('opens with no other key, and not after a change', async () => {
    const { identity, recipient } = await makeKeys();
    const sealed = seal(recipient, 'x'.repeat(70_000));
    expect(openSealed(sealed, (await makeKeys()).identity)).toEqual({ kind: 'wrong_key' });
    const bytes = armor.decode(sealed);
    for (const place of [30, 110, 150, 200, bytes.length - 1]) {
      const altered = Uint8Array.from(bytes);
      altered[place] = (altered[place] ?? 0) ^ 1;
      expect(openSealed(armor.encode(altered), identity).kind).not.toBe('opened');
    }
    // Cut at the end of a chunk.
    const cut = armor.encode(bytes.subarray(0, bytes.length - (70_000 - 65_536) - 16));
    expect(openSealed(cut, identity)).toEqual({ kind: 'wrong_key' });
  });

  it('says what is no key and what is no sealed file', async () => {
    const { identity, recipient } = await makeKeys();
    const mistyped = identity.replace(/.$/, (letter) => (letter === 'Q' ? 'P' : 'Q'));
    for (const key of ['', 'secret', recipient, mistyped])
      expect(openSealed(seal(recipient, 'text'), key)).toEqual({ kind: 'no_key' });
    for (const text of ['', '{}', seal(recipient, 'text').slice(0, 120)])
      expect(openSealed(text, identity)).toEqual({ kind: 'not_sealed' });
  });
});

describe('the records in it', () => {
  it('are those of the phone, and one that was changed is marked', async () => {
    const { store, scope } = await createTestRuntime();
    for (const id of ['one', 'two'])
      await store.write((tx) => enqueue(tx, scope, capture({ id, who: 'Amélie Rousseau' }), saturday));
    const { text } = toExportFile(await listOutbox(store, scope), scope, saturday);
    const found = readRecords(text);
    expect(found?.records.map(({ id, who, isAsSaved }) => [id, who, isAsSaved])).toEqual([
      ['one', 'Amélie Rousseau', true],
      ['two', 'Amélie Rousseau', true],
    ]);
    const doubled = JSON.parse(text) as { records: unknown[] };
    doubled.records.push(doubled.records[0]);
    expect(readRecords(JSON.stringify(doubled))?.records.map(({ id }) => id)).toEqual(['one', 'two']);
    const file = JSON.parse(text) as { records: { body: unknown }[] };
    if (file.records[1]) file.records[1].body = { data: {} };
    expect(readRecords(JSON.stringify(file))?.records.map(({ isAsSaved }) => isAsSaved)).toEqual([
      true,
      false,
    ]);
  });

  it('are none in another text', () => {
    for (const text of ['', '[]', '{"format":"other"}']) expect(readRecords(text)).toBeNull();
  });
});
