import type { Catalogue } from '@/domain/catalogue';
import { captureTotal, freezeBundle } from '@/domain/bundle';
import { assemble } from '@/features/capture/assemble';
import { addPerson, changePerson, newSupporter, removePerson } from '@/features/capture/draft';

import { demoCatalogue, draftOf, emptyCatalogue } from './catalogue';

const paris = { now: Date.parse('2026-11-14T14:24:00Z'), offsetMinutesAt: () => 60, locale: 'en-GB' };
const errorsOf = (draft: ReturnType<typeof draftOf>, catalogue = demoCatalogue) =>
  assemble(draft, catalogue, paris).errors;

describe('the typed time', () => {
  const takenAt = (day: string, time: string, change: string, [before, after]: [number, number]) => {
    const context = {
      now: Date.parse('2026-12-01T00:00:00Z'),
      offsetMinutesAt: (at: number) => (at < Date.parse(change) ? before : after),
      locale: 'en-GB',
    };
    return assemble(draftOf({ day, time }), demoCatalogue, context).capture.takenAt;
  };

  it.each([
    ['2026-10-04', '00:15', '+10:00'],
    ['2026-10-03', '18:00', '+10:00'],
    ['2026-10-04', '03:15', '+11:00'],
  ])('is that of the clock on the wall around a change of the hour in Sydney: %s %s', (day, time, offset) => {
    expect(takenAt(day, time, '2026-10-03T16:00:00Z', [600, 660])).toBe(`${day}T${time}:00${offset}`);
  });

  it.each([
    ['2026-03-08', '01:30', '-05:00'],
    ['2026-03-08', '03:30', '-04:00'],
    ['2026-03-08', '06:30', '-04:00'],
  ])('and in New York: %s %s', (day, time, offset) => {
    expect(takenAt(day, time, '2026-03-08T07:00:00Z', [-300, -240])).toBe(`${day}T${time}:00${offset}`);
  });
});

describe('what was typed and cannot be sent', () => {
  it('a day in an impossible year is an error of the form', () => {
    expect(errorsOf(draftOf({ day: '0202-11-14' }))).toEqual([{ field: 'day', kind: 'day_unreadable' }]);
  });

  it('lone surrogates and control characters are removed', () => {
    const draft = draftOf(
      { note: 'Thanks \ud83d\0', campaign: 'A\ud83d' },
      { who: newSupporter('Jeanne \ud83d') }
    );
    const { capture } = assemble(draft, demoCatalogue, paris);
    const [transaction] = JSON.parse(freezeBundle(capture)).data.transactions;
    expect(transaction.comment).toBe('New supporter\nName: Jeanne\n\nThanks');
    expect(transaction.code_campaign).toBe('A');
  });
});

describe('mail and phone of a new supporter', () => {
  const ofAda = (more: object) => draftOf({}, { who: { ...newSupporter('Ada', '3 rue Neuve'), ...more } });
  const [person] = ofAda({}).people;

  it.each([{ mail: 'ada@post.example' }, { phone: '0611' }])('need their permission: %j', (reach) => {
    expect(errorsOf(ofAda(reach))).toEqual([
      { field: `${person?.key}.permission`, kind: 'permission_missing' },
    ]);
    expect(errorsOf(ofAda({ ...reach, mayKeep: true }))).toEqual([]);
  });

  it('are sent with it, and an address without', () => {
    const commentOf = (more: object) =>
      JSON.parse(freezeBundle(assemble(ofAda(more), demoCatalogue, paris).capture)).data.transactions[0]
        .comment;
    expect(commentOf({ mayKeep: true })).toBe('New supporter\nName: Ada\nAddress: 3 rue Neuve');
    expect(commentOf({ phone: '0611', mayKeep: true })).toBe(
      'New supporter\nName: Ada\nAddress: 3 rue Neuve\nPhone: 0611\nMay be contacted: yes'
    );
  });
});

describe('a form that can be saved', () => {
  it('becomes a capture: a catalogue donation by a contact', () => {
    const { capture, errors } = assemble(draftOf(), demoCatalogue, paris);
    expect(errors).toEqual([]);
    expect(capture).toMatchObject({
      id: 'capture-1',
      externalId: 42,
      takenAt: '2026-11-14T15:24:00+01:00',
      payer: { kind: 'contact', contactId: 7 },
      paymentMethodKind: 'cash',
      items: [{ kind: 'donation', amount: 2000, priceId: 2, beneficiary: { kind: 'contact', contactId: 7 } }],
    });
    expect(JSON.parse(freezeBundle(capture)).data.transactions[0].amount).toBe(2000);
  });

  it('adds up a donation and a membership, and computes the period from the price', () => {
    const draft = draftOf({}, { takes: 'both', membership: { priceId: 11, typed: null } });
    const { capture, errors } = assemble(draft, demoCatalogue, paris);
    expect(errors).toEqual([]);
    expect(captureTotal(capture)).toBe(4400);
    expect(capture.items[1]?.period).toMatchObject({ end_date: '2026-12-31T23:59:59.000Z' });
  });

  it('stores the catalogue amount next to a typed one', () => {
    const draft = draftOf({}, { donation: { priceId: 2, typed: '35,50' } });
    expect(assemble(draft, demoCatalogue, paris).capture.items[0]).toMatchObject({
      amount: 3550,
      listAmount: 2000,
      priceId: 2,
    });
  });

  it('accepts a typed amount without catalogue and settings', () => {
    const draft = draftOf({}, { donation: { priceId: null, typed: '12' } });
    const { capture, errors } = assemble(draft, emptyCatalogue, paris);
    expect(errors).toEqual([]);
    expect(captureTotal(capture)).toBe(1200);
    expect(() => freezeBundle(capture)).not.toThrow();
  });

  it('adds several people to one payment, with another payer', () => {
    const two = addPerson(draftOf(), 'second');
    const draft = {
      ...changePerson(two, 'second', { who: newSupporter('Ada') }),
      payer: { kind: 'contact', contactId: 9, name: 'Luc', detail: '' } as const,
    };
    const { capture, errors } = assemble(draft, demoCatalogue, paris);
    expect(errors).toEqual([]);
    expect(capture.payer).toEqual({ kind: 'contact', contactId: 9 });
    expect(capture.items.map((item) => item.beneficiary)).toEqual([
      { kind: 'contact', contactId: 7 },
      { kind: 'supporter', name: 'Ada' },
    ]);
    expect(removePerson(draft, 'second').people).toHaveLength(1);
    expect(removePerson(removePerson(draft, 'second'), 'capture-1').people).toHaveLength(1);
  });

  it('accepts an earlier time in the time zone of the phone', () => {
    const draft = draftOf({ day: '2026-11-13' });
    for (const time of ['18:05', '١٨:٠٥'])
      expect(assemble({ ...draft, time }, demoCatalogue, paris).capture.takenAt).toBe(
        '2026-11-13T18:05:00+01:00'
      );
  });
});

describe('what the service would refuse is an error at the field', () => {
  const donation = (typed: string | null, priceId: number | null = 2) =>
    draftOf({}, { donation: { priceId, typed } });
  const at = (field: string, kind: string) => expect.objectContaining({ field, kind });

  it.each([
    ['no amount', donation(null, null), 'capture-1.donation', 'amount_missing'],
    ['nothing typed', donation(''), 'capture-1.donation', 'amount_missing'],
    ['letters', donation('twenty'), 'capture-1.donation', 'not_a_number'],
    ['half a cent', donation('20.005'), 'capture-1.donation', 'too_many_decimals'],
    [
      'another amount than the price allows',
      donation('21', 3),
      'capture-1.donation',
      'custom_amount_refused',
    ],
    ['a price that was withdrawn', donation(null, 4), 'capture-1.donation', 'price_withdrawn'],
    ['nobody chosen', draftOf({}, { who: null }), 'capture-1.who', 'who_missing'],
    [
      'a member without a name',
      draftOf({}, { who: { kind: 'nobody' }, takes: 'membership' }),
      'capture-1.who',
      'member_nameless',
    ],
    [
      'half a mail address',
      draftOf({}, { who: { ...newSupporter('Ada'), mail: 'ada@' } }),
      'capture-1.mail',
      'mail_unreadable',
    ],
    ['a supporter without a name', draftOf({}, { who: newSupporter(' ') }), 'capture-1.who', 'name_missing'],
    ['a way of paying that is not accepted', draftOf({ method: 'shells' }), 'method', 'method_refused'],
    ['no way of paying', draftOf({ method: '' }), 'method', 'method_missing'],
    [
      'a membership of unknown length',
      draftOf({}, { takes: 'membership', membership: { priceId: 12, typed: null } }),
      'capture-1.until',
      'period_missing',
    ],
    [
      'a last day that is no day',
      draftOf({}, { takes: 'membership', membership: { priceId: 12, typed: null }, until: '2026-02-30' }),
      'capture-1.until',
      'until_unreadable',
    ],
    [
      'a last day before the first',
      draftOf({}, { takes: 'membership', membership: { priceId: 12, typed: null }, until: '2025-01-01' }),
      'capture-1.until',
      'period_reversed',
    ],
    ['a moment to come', draftOf({ day: '2026-11-15', time: '10:00' }), 'day', 'day_ahead'],
    ['a moment that is none', draftOf({ day: 'yesterday' }), 'day', 'day_unreadable'],
    ['a currency of two letters', draftOf({ currency: 'EU' }), 'currency', 'currency_unreadable'],
  ])('%s', (_, draft, field, kind) => {
    expect(errorsOf(draft)).toContainEqual(at(field, kind));
  });

  it('one error at a time per field', () => {
    const fields = errorsOf(donation('twenty')).map(({ field }) => field);
    expect(new Set(fields).size).toBe(fields.length);
  });
});

describe('details of the payment', () => {
  it('are those of the chosen method; what other systems stored stays', () => {
    const details = { number: ' 123 ', bank: 'Nord', drawer: '', terminal_reference: 'T-9', receipt: 7 };
    const methodOf = (method: string) =>
      assemble(draftOf({ method, details }), demoCatalogue, paris).capture.paymentMethod;
    expect(methodOf('cheque')).toEqual({ number: '123', bank: 'Nord', receipt: 7 });
    expect(methodOf('card')).toEqual({ terminal_reference: 'T-9', receipt: 7 });
    expect(assemble(draftOf(), demoCatalogue, paris).capture.paymentMethod).toBeUndefined();
  });
});

describe('the rules of the space', () => {
  const limited = (limit: number): Catalogue => ({
    ...demoCatalogue,
    settings: {
      ...demoCatalogue.settings!,
      additional_settings: { rules: { largest_cash_gift: limit } },
    },
  });

  it('refuse more cash than a gift may have, and nothing else', () => {
    expect(errorsOf(draftOf(), limited(1999))).toEqual([
      { field: 'method', kind: 'cash_too_large', most: 1999 },
    ]);
    expect(errorsOf(draftOf(), limited(2000))).toEqual([]);
    expect(errorsOf(draftOf({ method: 'card' }), limited(1999))).toEqual([]);
    // They are in the currency of the space.
    expect(errorsOf(draftOf({ currency: 'CHF' }), limited(1999)).map(({ kind }) => kind)).not.toContain(
      'cash_too_large'
    );
  });
});
