import { create } from 'qrcode';

import {
  MOST_COUNTS_IN_CODE,
  isOldOffer,
  makeAnswer,
  makeOffer,
  readAnswer,
  readOffer,
} from '@/domain/cash/handOverCode';
import {
  answerDigits,
  newHandOverKey,
  offerDigits,
  readAnswerDigits,
  readOfferDigits,
  sumCheckOf,
} from '@/db/cash/handOverDigits';
import { isSigned } from '@/platform/signing';

import { nodeSigner } from '../../support/receipts';

const signer = nodeSigner();
const key = newHandOverKey(10, 6, () => 0.42);
const offer = {
  space: 10,
  giver: 6,
  key,
  time: 1_800_000_000,
  to: 4,
  cheques: 2,
  cash: [
    { amount: 12_050, currency: 'EUR' },
    { amount: 500, currency: 'USD' },
  ],
  shift: 'shift, one.',
  counts: ['one', 'two.2'],
};
const answer = {
  space: 10,
  receiver: 4,
  key,
  time: 1_800_000_060,
  reply: 'reply',
  isDisputed: true,
  counted: [{ amount: 12_000, currency: 'EUR' }],
  cheques: 1,
};

describe('the code of a hand-over', () => {
  it('is read as it was made, and its key signed it', () => {
    const read = readOffer(makeOffer(offer, signer));
    expect(read?.facts).toEqual(offer);
    expect(read && isSigned(read)).toBe(true);
    const unnamed = { ...offer, to: null, cash: [] };
    expect(readOffer(makeOffer(unnamed, signer))?.facts).toEqual(unnamed);
    const answered = readAnswer(makeAnswer(answer, signer));
    expect(answered?.facts).toEqual(answer);
    expect(answered && isSigned(answered)).toBe(true);
  });

  it('is not signed any more when one of its facts is altered', () => {
    for (const [from, to] of [
      ['eur-12050', 'eur-2050'],
      ['.4.2.', '.5.2.'],
      ['.10.6.', '.11.6.'],
    ] as const) {
      const altered = makeOffer(offer, signer).replace(from, to);
      const read = readOffer(altered);
      expect(read && isSigned(read)).toBe(false);
    }
    const received = readAnswer(makeAnswer(answer, signer).replace('.d.', '.r.'));
    expect(received?.facts.isDisputed).toBe(false);
    expect(received && isSigned(received)).toBe(false);
  });

  it('is not another text, nor the other code', () => {
    for (const text of ['', 'hello', '1.2.3', makeAnswer(answer, signer), `${makeOffer(offer, signer)}.x`])
      expect(readOffer(text)).toBeNull();
    expect(readAnswer(makeOffer(offer, signer))).toBeNull();
  });

  it('is old after a day, or when it comes from the future', () => {
    const now = offer.time * 1000;
    expect([now, now + 86_400_000, now - 3_600_000].map((at) => isOldOffer(offer, at))).toEqual([
      false,
      false,
      false,
    ]);
    expect([now + 86_401_000, now - 3_601_000].map((at) => isOldOffer(offer, at))).toEqual([true, true]);
  });

  it('with as many counts as allowed has few enough squares for a camera', () => {
    const counts = Array.from({ length: MOST_COUNTS_IN_CODE }, () => crypto.randomUUID());
    const code = makeOffer({ ...offer, shift: crypto.randomUUID(), counts }, signer);
    expect(create(code, { errorCorrectionLevel: 'M' }).modules.size).toBeLessThanOrEqual(117);
  });
});

describe('the digits of a hand-over', () => {
  const digits = offerDigits(10, 6, { key, cash: offer.cash }) ?? '';

  it('lead to the key of the hand-over and say whether the sums are equal', () => {
    const read = readOfferDigits(10, digits.replace(/(.{4})/g, '$1 '));
    expect(read).toEqual({ giver: 6, key, sumCheck: sumCheckOf(offer.cash) });
    expect(sumCheckOf([...offer.cash].reverse())).toBe(sumCheckOf(offer.cash));
    expect(sumCheckOf([{ amount: 12_050, currency: 'eur' }])).not.toBe(sumCheckOf(offer.cash));
    expect(offerDigits(10, 6, { key: crypto.randomUUID(), cash: [] })).toBeNull();
  });

  it('are read as pasted, with direction marks', () => {
    expect(readOfferDigits(10, `\u2066${digits}\u2069`)).toEqual(readOfferDigits(10, digits));
    expect(readOfferDigits(10, digits)).not.toBeNull();
  });

  it('are refused when one is mistyped, two are swapped, or they are of another space', () => {
    for (let at = 0; at < digits.length; at += 1) {
      const wrong = (Number(digits[at]) + 1) % 10;
      expect(readOfferDigits(10, `${digits.slice(0, at)}${wrong}${digits.slice(at + 1)}`)).toBeNull();
      const swapped = `${digits.slice(0, at)}${digits[at + 1] ?? ''}${digits[at]}${digits.slice(at + 2)}`;
      if (swapped !== digits) expect(readOfferDigits(10, swapped)).toBeNull();
    }
    expect(readOfferDigits(11, digits)).toBeNull();
    expect(readOfferDigits(10, 'twelve')).toBeNull();
  });

  it('of the answer belong to one hand-over', () => {
    const answered = answerDigits(10, key, { receiver: 4, isDisputed: true });
    expect(readAnswerDigits(10, key, answered)).toEqual({ receiver: 4, isDisputed: true });
    expect(readAnswerDigits(10, 'another', answered)).toBeNull();
    expect(readAnswerDigits(10, key, answered.replace(/^2/, '1'))).toBeNull();
  });
});
