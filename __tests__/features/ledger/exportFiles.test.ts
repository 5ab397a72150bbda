import { readFileSync } from 'node:fs';

import { columns, toCsv, type ExportWords } from '@/features/ledger/csvFile';
import { toPage } from '@/features/ledger/exportFiles';
import { type LedgerEntry } from '@/features/ledger/filters';
import { sumUp } from '@/features/ledger/sums';
import { statusLabels } from '@/features/ledger/labels';
import { createFormat } from '@/i18n/format';
import { createI18n } from '@/i18n/I18nProvider';
import { englishLanguage } from '@/i18n/languages';

import { nodeSigner, receiptOf } from '../../support/receipts';
import { allReceived, entry } from '../support/ledgerSamples';

const words: ExportWords = {
  t: createI18n(englishLanguage()).t,
  format: createFormat('en-GB', 'Europe/Paris'),
  statusName: (id) => (id === 3 ? 'Valid' : ''),
  kindOf: () => 'valid',
  addresses: new Map([[9, '8 rue Neuve, 69001 Lyon']]),
};

describe('the files', () => {
  const date = new Date(entry.date);
  const day = date.toLocaleDateString('sv-SE');
  const time = date.toLocaleTimeString('sv-SE').slice(0, 5);

  it('are a CSV that a spreadsheet reads, with plain numbers, days and times', () => {
    const line = {
      ...entry,
      reimbursedAmount: 500,
      comment: 'By the door',
      details: { number: '123', bank: 'Nord', drawer: 'R. Giraud' },
      batch: 'B-7',
      counted: [{ month: '2026-12', amount: -500, currency: 'EUR' }],
      receipt: receiptOf(nodeSigner(), { book: 12, number: 17 }),
      donations: [{ amount: 1500, affectation: 'Flyers', contact_id: 12, comment: 'In two parts' }],
      memberships: [{ amount: 550, start_date: '2026-11-14T00:00:00Z', end_date: '2027-11-13T00:00:00Z' }],
    };
    const paid = `1,${day},${time},9,Rosa Giraud,"8 rue Neuve, 69001 Lyon"`;
    const given = 'EUR,Cash,123,Nord,Name on the cheque: R. Giraud,Valid,NORTH,Amina Berger,B-7,No. 12-17';
    expect(toCsv([line], words).split('\r\n')).toEqual([
      '\uFEFFBundle,Date,Time,Contact number,Name,Address,Amount,Paid back,Unpaid,Currency,Paid by,Cheque number,Bank,' +
        'Payment details,Status,Campaign,Recorded by,Batch,Receipt number,Kind,Amount of the item,Contact of the item,Purpose,From,Until,Note,Counted in,State,' +
        'Received,Promised,Refunded,Cancelled or unpaid',
      `${paid},20.50,5.00,,${given},Donation,15.00,12,Flyers,,,By the door; In two parts,Dec 2026: -5.00,Sent,15.50,0.00,5.00,0.00`,
      // The payment is counted once, and its note is not repeated.
      `${paid},,,,${given},Membership,5.50,,,2026-11-14,2027-11-13,,,Sent,,,,`,
      '',
    ]);
  });

  it('are a CSV for other programs, whose names and numbers are the same in every language', () => {
    const receipt = receiptOf(nodeSigner(), { book: 12, number: 17 });
    const french = { ...words, format: createFormat('fr-FR') };
    const lines = toCsv([{ ...entry, receipt, donations: [{ amount: 2050 }] }], french, {
      plain: true,
    }).split('\r\n');
    expect(lines).toEqual([
      '\uFEFFbundle,date,time,contact,name,address,amount,reimbursed,unpaid,currency,method,cheque_number,bank,details,' +
        'status,campaign,recorder,batch,receipt,kind,item_amount,item_contact,affectation,start_date,end_date,note,counted_in,state,' +
        'received,promised,refunded,cancelled',
      `1,${day},${time},9,Rosa Giraud,"8 rue Neuve, 69001 Lyon",20.50,,,EUR,cash,,,,Valid,NORTH,Amina Berger,,12-17,donation,20.50,,,,,,,sent,20.50,0.00,0.00,0.00`,
      '',
    ]);
  });

  it('have the columns that the documentation names', () => {
    const doc =
      readFileSync('docs/cash.md', 'utf8').split('## The table of the ledger')[1]?.split('\n## ')[0] ?? '';
    const named = [...doc.matchAll(/^\| `(\w+)`/gm)].map(([, column]) => column);
    expect(named).toEqual([...columns]);
  });

  it('separate cells by semicolons where a comma is the decimal sign', () => {
    const csv = toCsv([{ ...entry, name: 'Giraud; Rosa' }], { ...words, format: createFormat('fr-FR') });
    expect(csv).toContain(`1;${day};${time};9;"Giraud; Rosa";8 rue Neuve, 69001 Lyon;20,50;;;EUR;Cash;`);
  });

  it('never contain a formula, and quote what must be quoted', () => {
    const csv = toCsv(
      [{ ...entry, name: '=HYPERLINK("http://bad.example")', campaign: 'a,b', comment: '-1+cmd' }],
      words
    );
    expect(csv).toContain(`"'=HYPERLINK(""http://bad.example"")"`);
    expect(csv).toContain('"a,b"');
    expect(csv).toContain(",'-1+cmd,");
    // Signs that are written wide count as the same signs, and a line may begin before they do.
    for (const name of ['＝1+1', '\n=1+1']) expect(toCsv([{ ...entry, name }], words)).toMatch(/,"?'[＝\n]/);
  });

  it('write a negative number as a number: as text it would be missing from every sum', () => {
    expect(toCsv([{ ...entry, amount: -2050 }], words)).toContain(',"8 rue Neuve, 69001 Lyon",-20.50,');
    const french = { ...words, format: createFormat('fr-FR') };
    expect(toCsv([{ ...entry, amount: -2050 }], french)).toContain(';8 rue Neuve, 69001 Lyon;-20,50;');
  });

  it('are a page in which all data is escaped', () => {
    const page = toPage(
      {
        title: 'Ledger',
        space: 'Voisins & <b>amis</b>',
        entries: [{ ...entry, name: '<script>x</script>' }],
        sums: sumUp(allReceived([]), [entry]),
        notes: [],
      },
      words
    );
    expect(page).not.toContain('<script>');
    expect(page).toContain('&lt;script&gt;');
    expect(page).toContain('<p>Voisins &amp; &lt;b&gt;amis&lt;/b&gt;</p>');
    expect(page).toContain('€20.50');
  });

  it('show a status once where the status and the unpaid part have the same word', () => {
    const standing = (part: Partial<LedgerEntry>, status: string) =>
      statusLabels(words, { ...entry, ...part }, status).join(' · ');
    expect(standing({ unpaidAmount: 1000 }, 'Unpaid')).toBe('Unpaid €10.00');
    expect(standing({ unpaidAmount: 1000 }, 'Valid')).toBe('Valid · Unpaid €10.00');
    expect(standing({ reimbursedAmount: 500, unpaidAmount: 1000 }, 'Reimbursed')).toBe(
      'Reimbursed · Paid back €5.00 · Unpaid €10.00'
    );
    expect(standing({}, 'Unpaid')).toBe('Unpaid');
    expect(standing({}, '')).toBe('');
  });

  it('are a page in the direction of its language, with any name of the space', () => {
    const write = (locale: string) =>
      toPage(
        { title: 'حسابات', space: 'Voisins', entries: [], sums: [], notes: [] },
        { ...words, format: createFormat(locale) }
      );
    expect(write('ar-EG')).toContain('<body dir="rtl">');
    expect(write('en-GB')).toContain('<body dir="ltr">');
  });

  it('split the sum by status on the page, where there is more than one', () => {
    const entries = [entry, { ...entry, key: '2 0', amount: 500, statusId: null }];
    const page = (some: readonly LedgerEntry[]) =>
      toPage(
        { title: 'Ledger', space: null, entries: some, sums: sumUp(allReceived([]), some), notes: [] },
        words
      );
    expect(page(entries)).toContain('Valid €20.50 · No status €5.00');
    expect(page([entry])).not.toContain('Valid €20.50');
  });
});
