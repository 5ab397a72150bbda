import { type TFunction } from 'i18next';

import { CashRecordRequest, type CashRecordContent } from '@/contract/cashRecord';
import { VisitCreateRequest } from '@/contract/visit';
import type { OutboxRow } from '@/db/outbox/outbox';
import { readFrozenBundle } from '@/domain/bundle';
import { readFrozenChange } from '@/domain/bundleChange';
import { isPaidTwice, type Question, type Refusal } from '@/domain/outcome';
import { numberIn } from '@/domain/receipt';
import type { SyncStatus } from '@/domain/syncStatus';
import { durationWords } from '@/features/shared/duration';
import { methodWord } from '@/features/shared/paymentMethod';
import { type Format } from '@/i18n/format';
import { type en } from '@/i18n/messages/en';
import { type IconName } from '@/ui/iconShapes';
import { type StateTone } from '@/ui/tokens';

import type { OutboxEntry } from './queries';

/** An action that a row offers. */
export type RowAction = 'fix' | 'decide' | 'send_again';

/** A row as text: its state, what happens next, and what the person can do. */
export interface RowWords {
  tone: StateTone;
  icon: IconName;
  state: string;
  next: string;
  actions: readonly RowAction[];
}

interface RowContext {
  status: SyncStatus;
  now: number;
  waitsForPerson?: boolean;
}

export function describeRow(t: TFunction, format: Format, row: OutboxRow, context: RowContext): RowWords {
  switch (row.state) {
    case 'queued':
      if (context.status.phase.kind === 'signed_out') return untilSignedIn(t);
      return {
        tone: 'waiting',
        icon: 'device',
        state: t('outbox.state.queued'),
        next: whenItSends(t, format, row, context),
        actions: [],
      };
    case 'sending':
      if (mayBeAbandoned(row, context)) return checking(t, row, context);
      return {
        tone: 'moving',
        icon: 'arrowUp',
        state: t('outbox.state.sending'),
        next: t('outbox.next.sending'),
        actions: [],
      };
    case 'unknown':
      return checking(t, row, context);
    case 'acked': {
      const time = format.since(row.ackedAt ?? row.updatedAt, context.now);
      return {
        tone: 'done',
        icon: 'check',
        state: t('outbox.state.acked'),
        next:
          row.serverId === null
            ? t('outbox.next.sent', { time })
            : t('outbox.next.sentNumber', { time, id: String(row.serverId) }),
        actions: [],
      };
    }
    case 'parked':
      return {
        tone: 'person',
        icon: 'warning',
        state: t(isPaidTwice(row) ? 'outbox.state.needs_person' : 'outbox.state.parked'),
        next:
          row.problem?.kind === 'refused'
            ? refusalWords(t, row, row.problem.refusal)
            : t('outbox.refusal.other'),
        actions: isPaidTwice(row)
          ? ['decide']
          : row.kind === 'bundle_create' || row.kind === 'contact_create'
            ? ['fix', 'send_again']
            : ['send_again'],
      };
    case 'blocked':
      return untilSignedIn(t);
    case 'needs_person':
      return {
        tone: 'person',
        icon: 'warning',
        state: t('outbox.state.needs_person'),
        next: questionWords(t, row.problem?.kind === 'question' ? row.problem.question : null),
        actions: ['decide'],
      };
    case 'replaced':
      return { tone: 'done', icon: 'edit', state: t('outbox.state.replaced'), next: '', actions: [] };
    case 'local':
      return { tone: 'waiting', icon: 'device', state: t('outbox.state.local'), next: '', actions: [] };
    case 'cancelled': {
      const reason = row.problem?.kind === 'cancelled' ? row.problem.reason : 'mistake';
      return {
        tone: 'off',
        icon: 'close',
        state: t('outbox.state.cancelled'),
        next: t(`outbox.cancel.${reason}`),
        actions: [],
      };
    }
  }
}

const untilSignedIn = (t: TFunction): RowWords => ({
  tone: 'waiting',
  icon: 'key',
  state: t('outbox.state.blocked'),
  next: t('outbox.next.blocked'),
  actions: [],
});

/** Without signal nothing is being sent, and after the lease no process works on the row: its response is missing. */
const mayBeAbandoned = ({ leaseUntil }: OutboxRow, { status, now }: RowContext): boolean =>
  !status.isOnline || (leaseUntil !== null && leaseUntil <= now);

function checking(t: TFunction, { problem }: OutboxRow, { status }: RowContext): RowWords {
  if (!status.isOnline)
    return {
      tone: 'waiting',
      icon: 'device',
      state: t('outbox.state.notSure'),
      next: t('outbox.next.checkLater'),
      actions: [],
    };
  const isFromBetween = problem?.kind === 'checking' && problem.why === 'not_the_service';
  return {
    tone: 'moving',
    icon: 'search',
    state: t(isFromBetween ? 'outbox.state.notSure' : 'outbox.state.unknown'),
    next: t(isFromBetween ? 'outbox.next.notTheService' : 'outbox.next.checking'),
    actions: [],
  };
}

function questionWords(t: TFunction, question: Question | null): string {
  switch (question?.kind) {
    case 'field_conflict':
      return t('outbox.next.fieldConflict');
    case 'vanished':
      return t('outbox.next.vanished');
    case 'added_twice':
      return t('outbox.next.addedTwice', { id: String(question.serverId) });
    case 'arrived_already':
      return question.serverId === null
        ? t('outbox.next.arrivedAlready')
        : t('outbox.next.arrivedAlreadyNumber', { id: String(question.serverId) });
    case 'is_it_there':
      return t(question.candidates.length === 0 ? 'outbox.next.cannotCheck' : 'outbox.next.maybeThere');
    case undefined:
      return t('outbox.next.maybeThere');
  }
}

function whenItSends(
  t: TFunction,
  format: Format,
  row: OutboxRow,
  { status, now, waitsForPerson }: RowContext
): string {
  if (status.isPractice) return '';
  if (waitsForPerson) return t('outbox.next.behind');
  if (!status.isOnline) return t('outbox.next.signal');
  if (status.phase.kind === 'login_page') return t('outbox.next.loginPage');
  if (status.phase.kind === 'paused')
    return t(status.problem === 'service_trouble' ? 'outbox.next.trouble' : 'outbox.next.paused', {
      time: format.time(status.phase.until),
    });
  const wait = row.nextAttemptAt - now;
  if (wait > 1000) return t('outbox.next.tryIn', { duration: durationWords(t, wait) });
  const isSilent = status.problem === 'unreachable' || status.problem === 'service_trouble';
  return t(isSilent && status.phase.kind === 'idle' ? 'outbox.next.answer' : 'outbox.next.soon');
}

const sentenceOfCode: Readonly<Record<string, keyof typeof en.outbox.refusal>> = {
  forbidden: 'forbidden',
  not_found: 'not_found',
  too_large: 'too_large',
  members_hidden: 'members_hidden',
  last_admin: 'last_admin',
  bundle_managed: 'bundle_managed',
  already_paid: 'already_paid',
  second_factor_needed: 'second_step',
  target_missing: 'target_missing',
};

/** Why a service refuses a field that the form accepted: the value was deleted there meanwhile. */
const sentenceOfField: Readonly<Record<string, keyof typeof en.outbox.refusal>> = {
  payment_method_kind: 'method',
  donation_price_id: 'price',
  membership_price_id: 'price',
  contact_id: 'contact',
  status_id: 'status',
  currency: 'currency',
  reimbursed_amount: 'returned',
  unpaid_amount: 'returned',
  date: 'date',
  start_date: 'date',
  end_date: 'date',
  role_id: 'role',
  mail: 'mail',
  email: 'mail',
};

/** By code, then by field; the message of the service only for unknown ones. */
function refusalWords(t: TFunction, { kind }: OutboxRow, refusal: Refusal): string {
  // The phone cannot detect a contact of another space: the refusal of the service does.
  if (kind === 'user_update' && refusal.code === 'forbidden') return t('outbox.refusal.profile');
  const [first] = refusal.errors ?? [];
  const field = first?.location.split('/').at(-1) ?? '';
  const known = sentenceOfCode[refusal.code ?? ''] ?? sentenceOfField[field];
  if (known !== undefined) return t(`outbox.refusal.${known}`);
  return first?.message ?? refusal.detail ?? t('outbox.refusal.other');
}

function cashRecordOf({ kind, body }: OutboxRow): CashRecordContent | null {
  if (kind !== 'cash_record') return null;
  const { success, data } = CashRecordRequest.safeParse(JSON.parse(body));
  return success ? data.data.cash_record : null;
}

/** "Hand-over · €40.00"; without the kind where it is the title. */
function cashWords(t: TFunction, format: Format, record: CashRecordContent, isNamed: boolean): string {
  const sums =
    record.kind === 'hand_over'
      ? record.cash
      : record.kind === 'count' || record.kind === 'reply'
        ? record.counted
        : [];
  const amount = sums.map((sum) => format.money(sum.amount, sum.currency)).join(' + ');
  return [isNamed ? t(`outbox.cash.${record.kind}`) : '', amount].filter((part) => part !== '').join(' · ');
}

/** "Nobody in", or that an earlier visit was taken back. */
function outcomeWord(t: TFunction, body: string): string {
  const { success, data } = VisitCreateRequest.safeParse(JSON.parse(body));
  if (!success) return '';
  const { outcome } = data.data;
  return t(outcome === 'undone' ? 'outbox.cancel.undone' : `actions.walk.outcome.${outcome}`);
}

/** The person of a row; a count of cash has none. */
export function nameWords(t: TFunction, row: OutboxRow): string {
  const record = cashRecordOf(row);
  return row.who || t(record === null ? 'outbox.nobody' : `outbox.cash.${record.kind}`);
}

/** The receipt that a gift or the payment of a promise sends. */
export const receiptOf = ({ kind, body }: OutboxEntry['row']): string | undefined =>
  (kind === 'bundle_update' ? readFrozenChange(body) : readFrozenBundle(body))?.receipt;

/** "Donation · €20.00 · cash · receipt 12-17" */
export function detailWords(t: TFunction, format: Format, { row, items, corrected }: OutboxEntry): string {
  const receipt = numberIn(receiptOf(row));
  const number = receipt && t('receipts.withNumber', { number: receipt });
  if (corrected) {
    const { isCancelled, isPayment } = corrected;
    const kind = isCancelled ? 'cancellation' : isPayment ? 'payment' : 'bundle_update';
    const amount = format.money(corrected.amount, corrected.currency);
    return [t(`outbox.kind.${kind}`), amount, number].filter((part) => part !== '').join(' · ');
  }
  const record = cashRecordOf(row);
  if (record !== null) return cashWords(t, format, record, Boolean(row.who));
  const kind = row.kind === 'bundle_create' ? t(`outbox.kind.${items}`) : t(`outbox.kind.${row.kind}`);
  if (row.kind === 'visit_create')
    return [kind, outcomeWord(t, row.body)].filter((part) => part !== '').join(' · ');
  // The row of a promise has no currency, so that no sum counts it.
  const promised = items === 'promise' ? readFrozenBundle(row.body)?.transactions[0]?.currency : null;
  const currency = row.currency ?? promised ?? null;
  if (row.amount === null || currency === null) return kind;
  const amount = format.money(row.amount, currency);
  const method = row.paymentMethodKind === null ? '' : methodWord(t, row.paymentMethodKind);
  return [kind, amount, method, number].filter((part) => part !== '').join(' · ');
}
