import { createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto';

import { makeReceipt, organisationOf, readReceipt } from '@/domain/receipt';
import { encodeBytes, encodeName } from '@/domain/signedText';
import { createSigner, isSigned } from '@/platform/signing';

import { facts, nodeSigner, receiptOf } from '../support/receipts';

/** Checks a code with Node's own Ed25519. */
function isSignedForNode(code: string): boolean {
  const receipt = readReceipt(code);
  if (receipt === null) return false;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: encodeBytes(receipt.publicKey) };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return verify(null, Buffer.from(receipt.signed), key, receipt.signature);
}

const isGood = (code: string) => {
  const receipt = readReceipt(code);
  return receipt !== null && isSigned(receipt);
};

test('a receipt is read as it was made, with any name of a method', () => {
  for (const method of ['cash', 'my.method', 'Überweisung 50 %', "it's ~ok~!*()"]) {
    const code = receiptOf(nodeSigner(), { method });
    expect(readReceipt(code)?.facts).toEqual(facts({ method }));
    // No sign that an address encodes, or decodes once too often.
    expect(code).toMatch(/^[\w.-]+$/);
    expect(readReceipt(decodeURIComponent(code))?.facts.method).toBe(method);
  }
});

test('a receipt names the organisation in any script, cut where the code would be too long', () => {
  for (const name of ['Les Voisins de Valorme', 'جيران فالورم', 'A.B.C. & Söhne', '']) {
    const organisation = organisationOf(` ${name} `);
    expect(organisation).toBe(name);
    expect(readReceipt(receiptOf(nodeSigner(), { organisation }))?.facts.organisation).toBe(name);
  }
  const long = organisationOf('🏡'.repeat(100));
  expect(long).toBe('🏡'.repeat(45));
  expect(receiptOf(nodeSigner(), { organisation: long }).length).toBeLessThan(500);
  expect(organisationOf(undefined)).toBe('');
  expect(receiptOf(nodeSigner(), { organisation: 'Les Voisins – Été' })).not.toContain('%');
});

test('Node’s Ed25519 accepts what the phone signs, and the phone what Node signs', () => {
  const secret = randomBytes(32);
  const ofPhone = makeReceipt(facts(), createSigner(secret));
  expect(isSignedForNode(ofPhone)).toBe(true);
  expect(isGood(receiptOf(nodeSigner()))).toBe(true);
  // Ed25519 is deterministic: the same key gives the same signature in both.
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]);
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const receipt = readReceipt(ofPhone);
  expect(encodeBytes(sign(null, Buffer.from(receipt?.signed ?? ''), key))).toBe(
    encodeBytes(receipt?.signature ?? new Uint8Array())
  );
});

test('an altered receipt is not signed, whatever was altered', () => {
  const code = receiptOf(createSigner(randomBytes(32)), { space: 3, book: 12, number: 17 });
  expect(isGood(code)).toBe(true);
  const parts = code.split('.');
  for (const [place, part] of parts.entries()) {
    const altered = /^\d+$/.test(part)
      ? String(Number(part) + 1)
      : `${part[0] === 'b' ? 'c' : 'b'}${part.slice(1)}`;
    const changed = parts.with(place, altered).join('.');
    expect([place, isGood(changed), isSignedForNode(changed)]).toEqual([place, false, false]);
  }
});

test('the key of another phone does not sign a receipt', () => {
  const parts = receiptOf(nodeSigner()).split('.');
  const other = receiptOf(nodeSigner()).split('.');
  expect(isGood(parts.with(10, other[10] ?? '').join('.'))).toBe(false);
});

test('any other text is no receipt', () => {
  const code = receiptOf(nodeSigner());
  for (const text of [
    '',
    'hello',
    `${code}.x`,
    code.slice(2),
    `01${code.slice(1)}`,
    code.replace('.2000.', '.-5.'),
  ])
    expect(readReceipt(text)).toBeNull();
  expect(readReceipt(receiptOf(nodeSigner(), { number: 0 }))).toBeNull();
  expect(readReceipt(code.replace(`.${encodeName('cash')}.`, '.4KQ.'))).toBeNull();
  // Two spellings of one receipt would be two codes.
  expect(readReceipt(code.replace(`.${encodeName('cash')}.`, '.cash=.'))).toBeNull();
});
