import type { OutboxRow } from '@/db/outbox/outbox';
import { dayOf } from '@/domain/day';
import { entityOf, serverIdOf } from '@/domain/entity';
import { unsentStates } from '@/domain/outbox';
import { defaultConfig } from '@/sync/config';

import type { HostileProfile } from './hostileProfile';
import { countedAmount, type Gift, isPromised } from './gift';
import { type Oracle, type SavedText } from './oracle';
import { checkReceipts } from './receipts';
import type { Screens, ShownLine } from './screens';

/** Compares what the screens show with what is admissible: what the user saved, and what the service has. */
export class ViewOracle {
  #step = 0;
  /** Findings by view and record: the first step of each is reported. */
  readonly #seen = new Set<string>();

  constructor(
    private readonly oracle: Oracle,
    private readonly profile: HostileProfile,
    private readonly describeTime: () => string
  ) {}

  get steps(): number {
    return this.#step;
  }

  check(screens: Screens): void {
    this.#step += 1;
    for (const { id, kind, state } of screens.outbox) {
      this.oracle.adopt(id, kind);
      if (state === 'cancelled') this.oracle.adopt(`cancel ${id}`);
    }
    for (const { uuid } of screens.visits.visits) this.oracle.adopt(uuid);
    for (const uuid of [...screens.answers.ofContacts, ...screens.answers.ofGifts]) this.oracle.adopt(uuid);
    const { counts, replaced } = screens.cash.chain;
    for (const { key } of [...counts, ...replaced]) this.oracle.adopt(key);
    for (const { handOver } of screens.cash.chain.handOvers) this.oracle.adopt(handOver.key);
    for (const { reply } of screens.cash.chain.received) this.oracle.adopt(reply.key);
    const own = this.oracle.gifts.filter(({ owner }) => owner === screens.userId);
    this.#checkCounts(screens);
    this.#checkToday(screens, own);
    this.#checkOutbox(screens, own);
    this.#checkLedger(screens, own);
    this.#checkPromises(screens, own);
    this.#checkAdditions(screens);
    this.#checkTexts(screens);
    this.oracle.visits.check(screens.visits, screens.userId, (record, what) =>
      this.#report('doors', record, what)
    );
    this.oracle.answers.check(screens.answers, screens.userId, (record, what) =>
      this.#report('answers', record, what)
    );
    this.oracle.contacts.check(screens.contacts, screens.userId, (record, what) =>
      this.#report('contacts', record, what)
    );
    const saved = new Set([...own.flatMap(({ ids }) => ids), ...this.oracle.payments]);
    checkReceipts(screens.receipts, screens.outbox, saved, (record, what) =>
      this.#report('receipts', record, what)
    );
    this.oracle.cash.check(screens.cash, screens.userId, own, (record, what) =>
      this.#report('cash', record, what)
    );
  }

  #report(view: string, record: string, what: string): void {
    const key = `${view} ${record} ${what}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.oracle.misreported.add(`${view}: ${record} ${what} (step ${this.#step}, ${this.describeTime()})`);
  }

  #checkCounts({ unsentCounts, ledger, ledgerSum }: Screens): void {
    const { rows, ...counts } = unsentCounts;
    for (const [screen, count] of Object.entries(counts))
      if (count !== rows) this.#report(screen, 'count', `shows ${count} unsent records of ${rows}`);
    const sum = ledger.reduce((total, { amount }) => total + amount, 0);
    if (sum !== ledgerSum) this.#report('ledger', 'sum', `shows ${ledgerSum}, and its lines are ${sum}`);
  }

  #checkToday({ today }: Screens, own: readonly Gift[]): void {
    if (own.some(({ isDecided }) => isDecided)) return;
    const saved = own.filter(
      ({ savedAt, takenOn }) => dayOf(savedAt) === today.day && (takenOn ?? today.day) === today.day
    );
    const sum = saved.reduce((total, gift) => total + countedAmount(gift), 0);
    if (sum !== today.total) this.#report('today', today.day, `shows ${today.total}, and ${sum} was saved`);
  }

  /** Each gift is in the Outbox once, and its state is true. */
  #checkOutbox({ outbox, arrived, today }: Screens, own: readonly Gift[]): void {
    for (const gift of own) {
      const id = gift.ids.at(-1) ?? '';
      const rows = outbox.filter((row) => gift.ids.includes(row.id));
      for (const row of rows) this.#checkState(row, gift);
      // The question about a replacement is shown next to the original that had arrived.
      const shown = rows.filter(({ state }) => rows.length === 1 || state !== 'needs_person');
      const times = shown.length + arrived.filter((each) => gift.ids.includes(each)).length;
      const isToday = dayOf(gift.savedAt) === today.day && !gift.isDecided && !gift.isAccepted;
      if (times > 1) this.#report('outbox', id, 'is shown twice');
      if (gift.isAccepted && arrived.some((each) => gift.ids.includes(each)))
        this.#report('outbox', id, 'is listed as sent and was accepted as deleted');
      const isShownAway =
        gift.cancelled?.how === 'there' || isPromised(gift) || this.#isCorrectedIn(outbox, gift);
      if (times === 0 && isToday && !isShownAway) this.#report('outbox', id, 'is missing');
      if (gift.cancelled?.how === 'never') {
        if (rows.some(({ state }) => state !== 'cancelled'))
          this.#report('outbox', id, 'is cancelled and shown as something else');
        continue;
      }
      if (rows.length === 0 && !gift.ids.some((each) => this.oracle.hasEver(each, null)))
        this.#report('outbox', id, 'counts as sent and never was at the service');
    }
  }

  /** A gift is shown by its correction until the service has that. */
  #isCorrectedIn(outbox: readonly OutboxRow[], { ids }: Gift): boolean {
    return outbox.some(
      ({ kind, state, entity }) =>
        kind === 'bundle_update' &&
        unsentStates.includes(state) &&
        ids.some(
          (id) => entity === entityOf('bundle', id) || this.oracle.numbersOf(id).has(serverIdOf(entity) ?? 0)
        )
    );
  }

  #checkState(row: OutboxRow, gift: Gift): void {
    const numbers = this.oracle.numbersOf(row.id);
    // A number above 2^53 cannot be read, so the row has none.
    if (row.state === 'acked' && !this.oracle.hasEver(row.id, row.serverId))
      this.#report('outbox', row.id, 'is shown as sent and never was at the service');
    if (row.state !== 'parked' || numbers.size === 0 || this.#mayBeUnseen(gift)) return;
    if (this.profile.lagMs > defaultConfig.settleMs)
      this.oracle.edges.count('lag_beyond_settle_time', row.id);
    else this.#report('outbox', row.id, 'is shown as refused and is at the service');
  }

  /** Each gift is in the ledger once, with its amount. */
  #checkLedger({ ledger, outbox, doubled }: Screens, own: readonly Gift[]): void {
    for (const gift of own) {
      const lines = ledger.filter((line) => this.#isOf(line, gift));
      const id = gift.ids.at(-1) ?? '';
      for (const line of lines)
        if (![...gift.amounts.values(), ...gift.corrections.values()].includes(line.amount))
          this.#report('ledger', id, `is shown with ${line.amount}`);
      if (gift.cancelled?.how === 'never') {
        if (lines.length > 0) this.#report('ledger', id, 'is cancelled and listed');
        continue;
      }
      if (lines.length === 0) this.#reportMissing(gift, id, outbox);
      if (lines.length > 1) this.#reportTwice(gift, id, lines, outbox, doubled);
    }
  }

  /** A promise is in the call-back list once, until it is paid or cancelled. */
  #checkPromises({ promises, outbox }: Screens, own: readonly Gift[]): void {
    for (const gift of own) {
      const isFree = gift.mayBeUncorrected || gift.isDecided || this.oracle.copiesOf(gift) > 1;
      if (gift.promise === undefined || isFree || this.profile.ids === 'large') continue;
      const id = gift.ids.at(-1) ?? '';
      const times = promises.filter((line) => this.#isOf(line, gift)).length;
      const isOpen = isPromised(gift) && gift.cancelled === null;
      if (times > (isOpen ? 1 : 0)) {
        const rows = outbox.filter((row) => gift.ids.includes(row.id));
        if (this.#cannotRecognise(rows)) this.oracle.edges.count('listed_without_markers', id);
        else this.#report('promises', id, `is listed ${times} times`);
      }
      const isOnPhone = outbox.some((row) => row.id === id);
      if (isOpen && times === 0 && (isOnPhone || !this.#mayBeUnseen(gift)))
        this.#report('promises', id, 'is missing');
    }
  }

  #reportMissing(gift: Gift, id: string, outbox: readonly OutboxRow[]): void {
    const isOnPhone = outbox.some((row) => row.id === id);
    if (!isOnPhone && this.profile.ids === 'large') return this.oracle.edges.count('unreadable_number', id);
    if ((!isOnPhone && this.#mayBeUnseen(gift)) || gift.isDecided) return;
    this.#report('ledger', id, 'is missing');
  }

  #reportTwice(
    gift: Gift,
    id: string,
    lines: readonly ShownLine[],
    outbox: readonly OutboxRow[],
    doubled: readonly number[]
  ): void {
    const numbers = lines.flatMap(({ number }) => number ?? []);
    const rows = outbox.filter((row) => gift.ids.includes(row.id));
    const states = rows.map(({ state }) => state);
    const { markers } = this.profile;
    // Two copies of which one was corrected are not taken for one gift by the external number alone.
    if (markers === 'external' && gift.corrections.size > 0)
      return this.oracle.edges.count('listed_without_markers', id);
    if (numbers.length === lines.length) {
      this.oracle.edges.count('two_numbers_for_one_gift', id);
      const isOneRow = new Set(lines.map(({ token }) => token)).size === 1;
      if (markers !== 'dropped' && isOneRow && !numbers.every((number) => doubled.includes(number)))
        this.#report('ledger', id, `arrived twice and is not shown so`);
      return;
    }
    // One bundle is listed, and the phone knows the number of the other.
    const isOther = rows.some(
      ({ state, serverId }) => state === 'acked' && serverId !== null && !numbers.includes(serverId)
    );
    // Of what the network made the service store twice one may be deleted again.
    const resent = gift.ids.reduce((sum, each) => sum + (this.oracle.resent.get(each) ?? 0), 0);
    if (isOther && Math.max(this.oracle.copiesOf(gift), 1 + resent) >= lines.length)
      return this.oracle.edges.count('two_numbers_for_one_gift', id);
    if (this.#cannotRecognise(rows)) return this.oracle.edges.count('listed_without_markers', id);
    // The question shows the replacement next to the original that had arrived.
    if (states.includes('needs_person') && gift.ids.length > 1) return;
    this.#report('ledger', id, `is shown ${lines.length} times (${states.join() || 'no row'})`);
  }

  /** Whether the phone cannot know that a listed bundle is one of its rows: no marker comes back, and no number yet. */
  #cannotRecognise(rows: readonly OutboxRow[]): boolean {
    const { markers } = this.profile;
    const hasToken = markers === 'both' || markers === 'token';
    return !hasToken && !rows.some(({ state, serverId }) => state === 'acked' && serverId !== null);
  }

  #isOf({ rowId, token, number, amount }: ShownLine, gift: Gift): boolean {
    if (rowId !== null) return gift.ids.includes(rowId);
    if (token !== null) return gift.ids.includes(token);
    // A number may have belonged to several gifts, if the service was restored.
    if (number === null) return false;
    const hasAmount = (row: string) => {
      const { amounts, corrections } = this.oracle.giftOf(row) ?? {};
      return amounts?.get(row) === amount || [...(corrections?.values() ?? [])].includes(amount);
    };
    const rows = this.oracle.rowsOf(number).filter(hasAmount);
    // Of two gifts with the same amount it is the one that has the number now.
    const current = rows.filter((row) => this.oracle.numbersOf(row).has(number));
    return (current.length > 0 ? current : rows).some((row) => gift.ids.includes(row));
  }

  #mayBeUnseen(gift: Gift): boolean {
    return gift.mayBeAbsent || this.profile.hidden.length > 0;
  }

  /** An added donation is shown once from the time it was saved. */
  #checkAdditions({ donations, outbox, userId }: Screens): void {
    for (const [id, { owner, amount, gift }] of this.oracle.additions) {
      if (owner !== userId || gift.cancelled?.how === 'never') continue;
      const times = donations.filter((shown) => shown === amount).length;
      // What the network made the service store twice is shown twice.
      const most = Math.max(1, this.oracle.timesStored(amount));
      if (times > most && this.oracle.copiesOf(gift) <= 1)
        this.#report('contact', `addition ${id}`, 'is shown twice');
      if (times === 0 && this.oracle.copiesOf(gift) > 1)
        this.oracle.edges.count('two_numbers_for_one_gift', id);
      else if (times === 0 && !this.#mayBeUnseen(gift) && this.profile.ids === 'small')
        this.#report('contact', `addition ${id}`, 'is missing');
      const state = outbox.find((row) => row.id === id)?.state;
      if (state === 'parked' && this.oracle.hasAmount(amount))
        this.#report('outbox', `addition ${id}`, 'is shown as refused and is at the service');
    }
  }

  /** The last text of a user is shown until the service has it; then it, or one that the service stored later. */
  #checkTexts(screens: Screens): void {
    const fields = new Set(this.oracle.texts.map(({ field }) => field));
    for (const field of fields) {
      const last = this.oracle.texts.findLast(
        (text) => text.field === field && text.owner === screens.userId
      );
      const shown = shownText(screens, field);
      if (!last || shown === null || this.#admissible(last).includes(shown)) continue;
      this.#report(field, `${last.rowId} "${last.text}"`, `is shown as "${shown}"`);
    }
  }

  #admissible({ field, text, before }: SavedText): string[] {
    const since = (this.oracle.storedTexts.get(field) ?? []).slice(before);
    const arrivedAt = since.indexOf(text);
    return [text, ...this.oracle.unconfirmedTexts, ...(arrivedAt === -1 ? [] : since.slice(arrivedAt))];
  }
}

function shownText({ teamName, city, comments, contacts }: Screens, field: string): string | null {
  if (field === 'team') return teamName;
  if (field.startsWith('city')) return city;
  if (field.startsWith('mail')) return contacts.mails.get(Number(field.slice('mail of '.length))) ?? null;
  return comments.get(Number(field.slice('comment of '.length))) ?? null;
}
