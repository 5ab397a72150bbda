/** What the screen called saved: the gifts and corrections of a campaign, and how many of each may be at the service. */
export interface Gift {
  who: string;
  /** Each version has its own amount, in cents; no two gifts share one. */
  amounts: number[];
  /** How often Save was pressed, and how often the screen then said that it was saved. */
  pressed: number;
  saved: number;
  /** Saved and not sent when a fault deleted the storage. */
  deleted: number;
  corrections: Correction[];
}

/** A note, perhaps with another donation, or another amount. */
export interface Correction {
  comment: string | null;
  amount: number | null;
  /** The amount of an added donation. */
  added: number | null;
  isSaved: boolean;
}

/** A new gift, one whose earlier Save was not stored, or a version of one that was refused. */
type Save = { gift: Gift; as: 'new' | 'again' | 'fix' | Correction };

/** What is at the service: transactions and donations by amount, and the comment of a transaction. */
export interface Stored {
  transactions: Map<number, number>;
  donations: Map<number, number>;
  comments: Map<number, string>;
}

export const countOf = (gift: Gift, stored: Stored): number =>
  gift.amounts.reduce((sum, amount) => sum + (stored.transactions.get(amount) ?? 0), 0);

export class Book {
  readonly gifts: Gift[] = [];
  saved = 0;
  deleted = 0;
  #next: number;
  #current: Save | null = null;

  constructor(first: number) {
    this.#next = first;
  }

  newAmount(): number {
    this.#next += 1;
    // Whole amounts belong to the demo.
    if (this.#next % 100 === 0) this.#next += 1;
    return this.#next;
  }

  newGift(): Gift {
    const amount = this.newAmount();
    const gift = {
      who: nameOf(amount),
      amounts: [amount],
      pressed: 0,
      saved: 0,
      deleted: 0,
      corrections: [],
    };
    this.gifts.push(gift);
    return gift;
  }

  findByWho(who: string): Gift | undefined {
    return this.gifts.find((gift) => gift.who === who);
  }

  findByAmount(amount: number): Gift | undefined {
    return this.gifts.find(({ amounts }) => amounts.includes(amount));
  }

  /** Call before Save is pressed. */
  press(save: Save): void {
    this.#current = save;
    if (typeof save.as === 'object') save.gift.corrections.push(save.as);
    else if (save.as === 'new') save.gift.pressed += 1;
  }

  /** The screen said that it is saved. */
  confirm(): void {
    const save = this.#current;
    if (!save) return;
    this.#current = null;
    this.saved += 1;
    if (typeof save.as === 'object') save.as.isSaved = true;
    else if (save.as !== 'fix') save.gift.saved += 1;
  }

  /** The next message is not about the last Save. */
  endSave(): void {
    this.#current = null;
  }

  /** What was not sent when the storage was deleted is nobody's fault. */
  removeUnsent(stored: Stored): void {
    this.#current = null;
    for (const gift of this.gifts) {
      const missing = Math.max(0, gift.saved - gift.deleted - countOf(gift, stored));
      gift.deleted += missing;
      this.deleted += missing;
      for (const correction of gift.corrections) {
        if (!correction.isSaved || isThere(gift, correction, stored)) continue;
        correction.isSaved = false;
        this.deleted += 1;
      }
    }
  }
}

/**
 * Whether a correction arrived, or one that was written over it, and its donation. The name of a new supporter stays in front
 * of the comment.
 */
export function isThere(gift: Gift, correction: Correction, stored: Stored): boolean {
  const { comment, amount, added } = correction;
  const later = gift.corrections.slice(gift.corrections.indexOf(correction));
  const has = (count: number | undefined) => (count ?? 0) > 0;
  const comments = gift.amounts.flatMap((each) => stored.comments.get(each) ?? []);
  const isWritten = later.some((each) => each.comment !== null && endsOne(comments, each.comment));
  const isChanged = later.some((each) => each.amount !== null && has(stored.transactions.get(each.amount)));
  return (
    (comment === null || isWritten) &&
    (amount === null || isChanged) &&
    (added === null || has(stored.donations.get(added)))
  );
}

const endsOne = (comments: readonly string[], end: string) => comments.some((text) => text.endsWith(end));

/** A name for each number, of letters only: digits would be a search. */
function nameOf(amount: number): string {
  const letters = [...String(amount)].map((digit) => 'bdfgklmnrs'[Number(digit)] ?? '').join('a');
  return `Payer ${letters.charAt(0).toUpperCase()}${letters.slice(1)}`;
}
