import type { OutboxRow } from '@/db/outbox/outbox';
import { serverIdOf } from '@/domain/entity';
import type { OutboxKind } from '@/domain/outbox';
import { defaultConfig } from '@/sync/config';

import { AnswerBook } from './answerBook';
import type { HostileProfile } from './hostileProfile';
import type { SimRequest, SimResponse } from './httpTypes';
import type { DoubledReceipt, StoredBundle } from './service';
import { EdgeLog } from './sharpEdges';
import { CashBook } from './cash';
import { CheckInBook } from './checkInBook';
import { ContactBook } from './contactBook';
import { type Gift, isPromised, type Addition } from './gift';
import { VisitBook } from './visits';

/** A text that a user has saved in a field, and how many texts the service had stored in it before. */
export type SavedText = { rowId: string; owner: number; field: string; text: string; before: number };

/** The failures of a schedule, each with its record. */
export type Findings = { lost: string[]; doubled: string[]; stuck: string[]; misreported: string[] };

/**
 * What really happened, seen from outside the app: what it reported as saved, and what the service stored. The
 * app is compared with this, never with itself.
 */
export class Oracle {
  readonly gifts: Gift[] = [];
  readonly additions = new Map<string, Addition>();
  readonly texts: SavedText[] = [];
  readonly edges = new EdgeLog();
  readonly visits = new VisitBook();
  readonly answers = new AnswerBook();
  readonly cash = new CashBook();
  readonly contacts = new ContactBook();
  readonly checkIns = new CheckInBook();
  /** The rows that paid a promise. */
  readonly payments = new Set<string>();
  readonly misreported = new Set<string>();
  /** The texts that the service stored in a field, in order. */
  readonly storedTexts = new Map<string, string[]>();
  /** Texts whose save has not returned: after a kill they may be there or not. */
  readonly unconfirmedTexts = new Set<string>();
  /** Extra copies that only the network has caused, by row. */
  readonly resent = new Map<string, number>();
  /** Rows that are still on the phone as sent at the end, because no pull has confirmed them. */
  readonly sentOnPhone = new Set<string>();
  /** Rows of which a request arrived after the settle time. */
  readonly late = new Set<string>();
  readonly #freeFields = new Set<string>();
  readonly #intentions = new Map<string, (kind: OutboxKind) => void>();
  readonly #giftOf = new Map<string, Gift>();
  /** The numbers under which the service has a row now, and has had it. */
  readonly #copies = new Map<string, Set<number>>();
  readonly #ever = new Map<string, Set<number>>();
  /** How often the service has stored an added donation. */
  readonly #storedAmounts = new Map<number, number>();

  constructor(private readonly profile: HostileProfile) {}

  /**
   * Called before something is saved, with what the save makes true. It is true when the save returns, or when a
   * screen shows the row: a process may be killed between both.
   */
  intend(rowId: string, effect: (kind: OutboxKind) => void): void {
    this.#intentions.set(rowId, effect);
  }

  /** `kind` is that of the saved row; a gift that is changed may be saved as another gift or as a correction. */
  adopt(rowId: string, kind: OutboxKind = 'bundle_create'): void {
    const effect = this.#intentions.get(rowId);
    this.#intentions.delete(rowId);
    effect?.(kind);
  }

  saveGift(id: string, owner: number, amount: number, savedAt: number): Gift {
    const gift: Gift = {
      ids: [id],
      owner,
      amounts: new Map([[id, amount]]),
      savedAt,
      mayBeAbsent: false,
      isDecided: false,
      isAccepted: false,
      corrections: new Map(),
      takenOn: null,
      cancelled: null,
      mayBeUncorrected: false,
    };
    this.gifts.push(gift);
    this.#giftOf.set(id, gift);
    return gift;
  }

  /** From now on the day and the shift count it. */
  payGift(id: string, rowId: string, paidAt: number, paidOn: string): void {
    const gift = this.#giftOf.get(id);
    if (!gift) return;
    gift.promise = { paidBy: rowId };
    this.payments.add(rowId);
    gift.savedAt = paidAt;
    gift.takenOn = paidOn;
  }

  replaceGift(refused: string, id: string, amount: number, savedAt: number): void {
    const gift = this.#giftOf.get(refused);
    if (!gift) throw new Error('an unknown gift was replaced');
    gift.ids.push(id);
    gift.amounts.set(id, amount);
    // The new version contains what was corrected in the old one.
    gift.corrections.clear();
    gift.takenOn = null;
    // Who fixes a refused gift that they had cancelled wants it after all.
    gift.cancelled = null;
    // The form of the simulation makes a promise that was not sent into a gift.
    delete gift.promise;
    gift.savedAt = savedAt;
    this.#giftOf.set(id, gift);
  }

  correctGift(id: string, rowId: string, { amount, takenOn }: { amount: number; takenOn: string }): void {
    const gift = this.#giftOf.get(id);
    if (!gift) return;
    gift.corrections.set(rowId, amount);
    gift.takenOn = takenOn;
  }

  cancelGift(id: string, cancelled: NonNullable<Gift['cancelled']>): void {
    const gift = this.#giftOf.get(id);
    if (gift) gift.cancelled = cancelled;
  }

  /** A person keeps the first version of a fixed gift. */
  decide(id: string): void {
    const gift = this.#giftOf.get(id);
    if (gift) gift.isDecided = true;
  }

  /** A person accepts that the service does not have a gift any more. */
  accept(id: string): void {
    const gift = this.#giftOf.get(id);
    if (gift) gift.isAccepted = true;
  }

  giftOf(id: string): Gift | undefined {
    return this.#giftOf.get(id);
  }

  /** The gift of a row, or the one that it belongs to: answers and corrections name their gift by its number. */
  giftOfRow({ id, entity }: OutboxRow): Gift | undefined {
    const number = entity.startsWith('bundle:') ? serverIdOf(entity) : null;
    const ids = [id, ...(number === null ? [] : this.rowsOf(number))];
    return ids.map((one) => this.#giftOf.get(one)).find((gift) => gift !== undefined);
  }

  /** The numbers under which the service has this row. */
  numbersOf(id: string): ReadonlySet<number> {
    return this.#copies.get(id) ?? new Set();
  }

  /** A number above 2^53 cannot be typed. */
  get areNumbersReadable(): boolean {
    return this.profile.ids === 'small';
  }

  hasEver(id: string, number: number | null): boolean {
    const numbers = this.#ever.get(id);
    return numbers !== undefined && (number === null || numbers.has(number));
  }

  /** The rows that ever had this number: after a restore there may be several. */
  rowsOf(number: number): string[] {
    return [...this.#ever].filter(([, numbers]) => numbers.has(number)).map(([id]) => id);
  }

  /** Receipt numbers of two records. One record that the service stored twice is counted as that. */
  judgeReceipts(doubled: readonly DoubledReceipt[]): string[] {
    const rowsOf = (bundles: readonly number[]) =>
      [...this.#copies.values()].filter((copies) => bundles.some((number) => copies.has(number)));
    return doubled
      .filter(({ bundles }) => rowsOf(bundles).length > 1)
      .map(({ number }) => `receipt ${number}`);
  }

  hasAmount(amount: number): boolean {
    return this.timesStored(amount) > 0;
  }

  timesStored(amount: number): number {
    return this.#storedAmounts.get(amount) ?? 0;
  }

  copiesOf(gift: Gift): number {
    return gift.ids.reduce((sum, id) => sum + this.numbersOf(id).size, 0);
  }

  /** A gift is stored twice without an excuse: nothing can repair that. */
  get hasDuplicate(): boolean {
    return this.gifts.some(
      (gift) => this.copiesOf(gift) > 1 && !this.isExcused(gift.ids, this.copiesOf(gift))
    );
  }

  /** Records what the service did with a request. */
  observe(request: SimRequest, response: SimResponse, userId: number | null): void {
    if (response.status < 200 || response.status >= 300 || request.body === undefined) return;
    const path = request.url.replace(/\?.*$/, '');
    if (request.method === 'POST' && path.endsWith('/v1/transaction_bundles'))
      this.#observeCreation(request.body, response.text, userId);
    if (request.method !== 'PATCH') return;
    const { data }: { data: PatchBody } = JSON.parse(request.body);
    if (data.team) this.#storeText('team', data.team.name);
    if (/\/users\/\d+$/.test(path) && data.city !== undefined)
      this.#storeText(`city of ${userId}`, data.city);
    const contact = /\/v1\/contacts\/(\d+)$/.exec(path)?.[1];
    if (contact !== undefined && data.mail !== undefined) this.#storeText(`mail of ${contact}`, data.mail);
    for (const { id, amount } of data.donations ?? [])
      if (id === undefined && amount !== undefined)
        this.#storedAmounts.set(amount, this.timesStored(amount) + 1);
    for (const { id, comment } of data.transactions ?? [])
      if (id !== undefined && comment !== undefined) this.#storeText(`comment of ${id}`, comment);
  }

  #observeCreation(body: string, text: string, userId: number | null): void {
    const token = tokenOf(body);
    const { data }: { data: { id: number } } = JSON.parse(text);
    for (const numbers of [this.#copies, this.#ever])
      numbers.set(token, (numbers.get(token) ?? new Set()).add(data.id));
    const owner = this.#giftOf.get(token)?.owner;
    if (owner !== undefined && userId !== owner) this.misreported.add(`${token} was sent by another user`);
  }

  #storeText(field: string, text: string): void {
    this.storedTexts.set(field, [...(this.storedTexts.get(field) ?? []), text]);
  }

  /** The service lost these bundles, by a deletion or a restore. Returns the rows that had them. */
  remove(numbers: ReadonlySet<number>): string[] {
    const rows: string[] = [];
    for (const [id, copies] of this.#copies)
      for (const number of copies)
        if (numbers.has(number)) {
          copies.delete(number);
          rows.push(id);
        }
    return rows;
  }

  /** Somebody else decides about this field, now and later. */
  releaseField(field: string): void {
    this.#freeFields.add(field);
    const left = this.texts.filter((text) => text.field !== field);
    this.texts.splice(0, this.texts.length, ...left);
  }

  saveText(text: Omit<SavedText, 'before'>): void {
    if (this.#freeFields.has(text.field)) return;
    this.texts.push({ ...text, before: this.storedTexts.get(text.field)?.length ?? 0 });
  }

  countResent(rowId: string): void {
    this.resent.set(rowId, (this.resent.get(rowId) ?? 0) + 1);
  }

  /** A restore may have undone any comment and any correction. */
  losesComments(): void {
    const left = this.texts.filter(({ field }) => !field.startsWith('comment'));
    this.texts.splice(0, this.texts.length, ...left);
    for (const gift of this.gifts) gift.mayBeUncorrected = true;
  }

  removeAmount(amount: number): void {
    this.#storedAmounts.delete(amount);
  }

  /** Whether a written sharp edge explains that the service stored these rows of one record that often. */
  isExcused(rowIds: readonly string[], copies: number): boolean {
    const resent = rowIds.reduce((sum, id) => sum + (this.resent.get(id) ?? 0), 0);
    const record = rowIds.join();
    if (copies - resent <= 1) this.edges.count('resent_by_the_network', record);
    else if (rowIds.some((id) => this.late.has(id))) this.edges.count('later_than_settle_time', record);
    else if (this.profile.lagMs > defaultConfig.settleMs) this.edges.count('lag_beyond_settle_time', record);
    else if (this.profile.hidden.length > 0) this.edges.count('hidden_from_the_phone', record);
    else return false;
    return true;
  }

  /** Whether the phone still has a lost record and cannot read a list that would show the loss. */
  #isUnnoticed(rowIds: readonly string[]): boolean {
    if (this.profile.forbidden.length === 0 || !rowIds.some((id) => this.sentOnPhone.has(id))) return false;
    this.edges.count('restored_without_a_readable_list', rowIds.join());
    return true;
  }

  /** The service has the amount of the last correction that is not on the phone any more, and what was cancelled is cancelled. */
  #checkStored(
    gift: Gift,
    { token, amount, received, isCancelled }: StoredBundle,
    waiting: ReadonlyMap<string, OutboxRow>,
    { misreported }: Findings
  ): void {
    const name = gift.ids.join(' replaced by ');
    const isWaiting = [...gift.corrections.keys()].some((id) => waiting.has(id));
    const isLost = gift.mayBeUncorrected || gift.mayBeAbsent || isWaiting || this.copiesOf(gift) > 1;
    const isFree = isLost || this.profile.ids === 'large';
    const expected = [...gift.corrections.values()].at(-1) ?? gift.amounts.get(token);
    const isOneOf = amount === gift.amounts.get(token) || [...gift.corrections.values()].includes(amount);
    if (isFree ? !isOneOf : amount !== expected)
      misreported.push(`${name} has the amount ${amount} at the service, not ${expected}`);
    const isPaying = gift.promise?.paidBy != null && waiting.has(gift.promise.paidBy);
    if (isPromised(gift) && received !== 0)
      misreported.push(`${name} is a promise, and ${received} of it counts at the service`);
    if (
      gift.promise &&
      !isPromised(gift) &&
      gift.cancelled === null &&
      !isFree &&
      !isPaying &&
      received !== amount
    )
      misreported.push(`${name} was paid, and ${received} of it counts at the service`);
    // A correction of another gift that had its number once would show here. A person may have kept an unpaid version.
    const isReceived = gift.cancelled === null && gift.promise === undefined && !gift.isDecided;
    if (isReceived && received !== amount && !isFree)
      misreported.push(`${name} was received, and ${received} of it counts at the service`);
    if (gift.cancelled?.how === 'there' && !isCancelled && !isFree && !waiting.has(gift.cancelled.rowId))
      misreported.push(`${name} was cancelled and counts at the service`);
  }

  /** The failures, once everything has settled. `onPhone` are the unsent rows. */
  findFailures(bundles: readonly StoredBundle[], onPhone: readonly OutboxRow[], hasKeys: boolean): Findings {
    const findings: Findings = { lost: [], doubled: [], stuck: [], misreported: [...this.misreported] };
    const waiting = new Map(onPhone.map((row) => [row.id, row]));
    const isStuck = (row: OutboxRow) => hasKeys || row.state !== 'needs_person';

    for (const gift of this.gifts) {
      const name = gift.ids.join(' replaced by ');
      const stored = bundles.filter(({ token }) => gift.ids.includes(token));
      const row = gift.ids.map((id) => waiting.get(id)).find((found) => found !== undefined);
      if (stored.length > 1 && !this.isExcused(gift.ids, stored.length)) findings.doubled.push(name);
      if (gift.cancelled?.how === 'never') {
        if (stored.length > 0) findings.misreported.push(`${name} was cancelled and arrived`);
        continue;
      }
      if (stored.length === 0 && !row && !gift.mayBeAbsent && !this.#isUnnoticed(gift.ids))
        findings.lost.push(name);
      for (const bundle of stored) this.#checkStored(gift, bundle, waiting, findings);
      if (row && isStuck(row)) findings.stuck.push(`${name} ${row.state} ${JSON.stringify(row.problem)}`);
    }
    // A correction of the same gift was refused: a person has to do something about it first.
    const isBehindRefused = (row: OutboxRow) =>
      onPhone.some(({ entity, seq, state }) => entity === row.entity && seq < row.seq && state === 'parked');
    // The maker may not change it any more, and was told so.
    const isLocked = ({ state, problem }: OutboxRow, { ids }: Gift) =>
      state === 'parked' &&
      problem?.kind === 'refused' &&
      problem.refusal.code === 'bundle_managed' &&
      bundles.some((bundle) => bundle.isLocked && ids.includes(bundle.token));
    for (const [id, { amount, gift }] of this.additions) {
      // It ends with the gift that it waited for.
      if (gift.cancelled?.how === 'never') continue;
      const times = bundles.flatMap(({ donations }) => donations).filter((given) => given === amount).length;
      const row = waiting.get(id);
      if (times > 1 && !this.isExcused([id, ...gift.ids], times)) findings.doubled.push(`addition ${id}`);
      if (times === 0 && !row && !gift.mayBeAbsent && !this.#isUnnoticed([id]))
        findings.lost.push(`addition ${id}`);
      if (row && this.profile.ids === 'large') this.edges.count('unreadable_number', id);
      else if (row && isStuck(row) && !gift.mayBeAbsent && !isBehindRefused(row) && !isLocked(row, gift))
        findings.stuck.push(`addition ${id} ${row.state} ${JSON.stringify(row.problem)}`);
    }
    for (const row of onPhone) {
      const isCounted = this.#giftOf.has(row.id) || this.additions.has(row.id);
      const isPersons = row.state === 'needs_person' || row.state === 'parked';
      if (!isCounted && !isPersons && !isBehindRefused(row))
        findings.stuck.push(`${row.kind} ${row.id} ${row.state}`);
    }
    return findings;
  }
}

type PatchBody = {
  team?: { name: string };
  city?: string;
  mail?: string;
  donations?: { id?: number; amount?: number }[];
  transactions?: { id?: number; comment?: string }[];
};

/** The marker of a bundle, without the end that makes each copy of it unique. */
export function tokenOf(body: string | undefined): string {
  const { data }: { data: { transactions: { delivery_token?: string }[] } } = JSON.parse(body ?? '{}');
  return (data.transactions[0]?.delivery_token ?? '').replace(/~\d+$/, '');
}
