/** Compares what the screens say with what the service has. */
import { countOf, isThere, type Book, type Gift, type Stored } from './book';
import { isGift, isRefused, isSent, isUnsent, unsentIn, type ShownOutbox, type ShownRow } from './screens';
import type { KilledService } from './service';

/** An `edge` is a duplicate that no app can prevent: the browser itself sent a write twice to a service without keys. */
export type FindingKind = 'lost' | 'doubled' | 'misreported' | 'stuck' | 'edge';
export type Finding = { kind: FindingKind; text: string };

export async function readStored(service: KilledService, cancelled: number[]): Promise<Stored> {
  type Transaction = { amount: string; comment: string | null; status_id: string | null };
  const transactions = await service.query<Transaction>(
    'SELECT amount, comment, status_id FROM transactions'
  );
  const donations = await service.query<{ amount: string }>('SELECT amount FROM donations');
  const counted = transactions.filter(({ status_id: status }) => !cancelled.includes(Number(status)));
  return {
    transactions: countBy(counted.map(({ amount }) => Number(amount))),
    donations: countBy(donations.map(({ amount }) => Number(amount))),
    comments: new Map(counted.map(({ amount, comment }) => [Number(amount), comment ?? ''])),
  };
}

function countBy(values: number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

const rowsOf = (gift: Gift, rows: readonly ShownRow[]) =>
  rows.filter((row) => isGift(row) && row.amount !== null && gift.amounts.includes(row.amount));

/** What the outbox says while the campaign runs; `before` and `after` were read around it. */
export function judgeOutbox(book: Book, { rows }: ShownOutbox, before: Stored, after: Stored): Finding[] {
  const findings: Finding[] = [];
  const misreported = (gift: Gift, text: string) =>
    findings.push({ kind: 'misreported', text: `${gift.who}, ${gift.amounts.join(' then ')}: ${text}` });
  for (const gift of book.gifts) {
    const shown = rowsOf(gift, rows);
    const sent = shown.filter(isSent).length;
    const refused = shown.filter(isRefused).length;
    if (sent > countOf(gift, after))
      misreported(gift, `${sent} sent on screen, ${countOf(gift, after)} at the service`);
    if (refused > 0 && countOf(gift, before) + refused > gift.pressed)
      misreported(
        gift,
        `${refused} refused on screen, ${countOf(gift, before)} at the service, ${gift.pressed} recorded`
      );
    const unsent = shown.length - sent;
    if (countOf(gift, after) + unsent < gift.saved - gift.deleted)
      misreported(
        gift,
        `${gift.saved} saved, ${unsent} unsent on screen, ${countOf(gift, after)} at the service`
      );
    if (unsent > gift.pressed) misreported(gift, `${unsent} rows on screen for ${gift.pressed} recorded`);
  }
  return findings;
}

/** What Home says about a settled outbox. */
export function judgeHome(home: string, { rows, totals }: ShownOutbox): Finding[] {
  const numberIn = (text: string, words: RegExp) => Number(words.exec(text)?.[1] ?? 0);
  const findings: Finding[] = [];
  const compare = (name: string, onHome: number, inOutbox: number) => {
    if (onHome !== inOutbox)
      findings.push({ kind: 'misreported', text: `Home: "${home}", ${name} in the Outbox: ${inOutbox}` });
  };
  const needYou = numberIn(home, /(\d+) needs? you/);
  // Where each of them needs the person, Home counts them once.
  const onPhone = numberIn(home, /(\d+) on this phone/) || needYou;
  const inPills = totals.reduce((sum, pill) => sum + unsentIn(pill), 0);
  compare('on this phone', onPhone, inPills);
  compare('needs you', needYou, numberIn(totals.join(' | '), /(\d+) needs? you/));
  compare('rows', inPills, rows.filter(isUnsent).length);
  if (home.includes('Everything is sent')) compare('unsent', 0, rows.filter((row) => !isSent(row)).length);
  return findings;
}

/** Each gift is in the Ledger once, sent or not. */
export function judgeLedger(book: Book, amounts: readonly (number | null)[], stored: Stored): Finding[] {
  return book.gifts.flatMap((gift) => {
    const shown = amounts.filter((amount) => amount !== null && gift.amounts.includes(amount)).length;
    const most = Math.max(gift.pressed, countOf(gift, stored));
    if (shown <= most && shown >= gift.saved - gift.deleted) return [];
    const text = `${gift.who}: ${shown} in the Ledger, ${gift.saved} saved, ${countOf(gift, stored)} at the service`;
    return [{ kind: 'misreported' as const, text }];
  });
}

export const hasDoubled = (book: Book, stored: Stored): boolean =>
  book.gifts.some((gift) => countOf(gift, stored) > gift.pressed);

/** The end: everything that the screen called saved is at the service once. */
export function judgeEnd(
  book: Book,
  outbox: ShownOutbox,
  stored: Stored,
  resent: readonly string[] = []
): Finding[] {
  const findings: Finding[] = [];
  const unsent = outbox.rows.filter((row) => !isSent(row));
  for (const gift of book.gifts) {
    const count = countOf(gift, stored);
    const text = `${gift.who}, ${gift.amounts.join(' then ')}: ${gift.saved} saved, ${count} at the service`;
    const missing = gift.saved - gift.deleted - count;
    const waiting = rowsOf(gift, unsent);
    for (let place = 0; place < missing; place += 1)
      findings.push(
        place < waiting.length
          ? { kind: 'stuck', text: `${text}, on screen: ${waiting[place]?.state}` }
          : { kind: 'lost', text }
      );
    for (let place = gift.pressed; place < count; place += 1) findings.push({ kind: 'doubled', text });
    findings.push(...judgeCorrections(gift, unsent, stored, resent));
  }
  return findings;
}

function judgeCorrections(
  gift: Gift,
  unsent: readonly ShownRow[],
  stored: Stored,
  resent: readonly string[]
): Finding[] {
  const findings: Finding[] = [];
  const waits = unsent.some((row) => !isGift(row) && row.who.includes(gift.who));
  for (const correction of gift.corrections) {
    const { comment, amount, added } = correction;
    const text = `correction of ${gift.who} to ${amount ?? `"${comment}"`}${added === null ? '' : ` with ${added}`}, at the service: "${gift.amounts.map((amount) => stored.comments.get(amount) ?? '').join('')}"`;
    if (correction.isSaved && !isThere(gift, correction, stored))
      findings.push({ kind: waits ? 'stuck' : 'lost', text });
    if (added !== null && (stored.donations.get(added) ?? 0) > 1)
      findings.push({ kind: resent.some((body) => body.includes(String(added))) ? 'edge' : 'doubled', text });
  }
  return findings;
}
