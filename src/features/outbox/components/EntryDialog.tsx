import { useState } from 'react';
import { View } from 'react-native';

import type { SyncStatus } from '@/domain/syncStatus';
import { readFrozenBundle } from '@/domain/bundle';
import { isPaidTwice } from '@/domain/outcome';
import { LateNote } from '@/features/shared/LateNote';
import { CountedNote } from '@/features/shared/CountedNote';
import { detailLines } from '@/features/shared/detailLines';
import { ReceiptButton } from '@/features/shared/ReceiptButton';
import { SecondStepButton } from '@/features/shared/SecondStepButton';
import { useRuntime } from '@/features/shared/runtime';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { ListRow } from '@/ui/ListRow';

import { sendAgain } from '../mutations';
import { describeRow, detailWords, nameWords, receiptOf } from '../describe';
import type { OutboxEntry } from '../queries';
import { useDecision } from '../useDecision';
import { AddedTwicePanel } from './AddedTwicePanel';
import { CancelPanel } from './CancelPanel';
import { CannotCheckPanel } from './CannotCheckPanel';
import { ConflictPanel } from './ConflictPanel';
import { FirstVersionPanel } from './FirstVersionPanel';
import { PaidTwicePanel } from './PaidTwicePanel';
import { QuestionPanel } from './QuestionPanel';
import { RemovePanel } from './RemovePanel';
import { VanishedPanel } from './VanishedPanel';

interface EntryDialogProps {
  entry: OutboxEntry;
  status: SyncStatus;
  now: number;
  onClose: () => void;
  onFix: () => void;
}

/** The details of one record, and everything that can be done about it. */
export function EntryDialog({ entry, status, now, onClose, onFix }: EntryDialogProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { decide, problem } = useDecision(onClose);
  const { row, countedAt, waitsForPerson } = entry;
  const { canCorrectBundles } = usePermissions();
  const words = describeRow(t, format, row, { status, now, waitsForPerson });
  const [isRemoving, setRemoving] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const canRemove = row.state === 'parked' || row.state === 'needs_person' || row.state === 'blocked';
  const question = row.problem?.kind === 'question' ? row.problem.question : null;

  return (
    <Dialog open title={nameWords(t, row)} closeLabel={t('common.close')} onClose={onClose}>
      {isCancelling ? (
        <CancelPanel row={row} onDone={onClose} onBack={() => setCancelling(false)} />
      ) : isRemoving ? (
        <RemovePanel row={row} now={now} onDone={onClose} onCancel={() => setRemoving(false)} />
      ) : (
        <>
          <Banner
            tone={words.tone}
            icon={words.icon}
            title={`${words.state} ${words.next}`}
            text={detailWords(t, format, entry)}
          />
          {row.kind === 'bundle_create' && <LateNote id={row.id} />}
          {question?.kind === 'is_it_there' &&
            (question.candidates.length === 0 ? (
              <CannotCheckPanel row={row} onDone={onClose} />
            ) : (
              <QuestionPanel row={row} candidates={question.candidates} now={now} onDone={onClose} />
            ))}
          {question?.kind === 'arrived_already' && (
            <FirstVersionPanel row={row} serverId={question.serverId} onDone={onClose} />
          )}
          {question?.kind === 'vanished' && <VanishedPanel row={row} onDone={onClose} />}
          {question?.kind === 'added_twice' && (
            <AddedTwicePanel row={row} serverId={question.serverId} onDone={onClose} />
          )}
          {question?.kind === 'field_conflict' && (
            <ConflictPanel row={row} conflicts={question.conflicts} onDone={onClose} />
          )}
          {isPaidTwice(row) && <PaidTwicePanel row={row} onDone={onClose} />}
          <Facts entry={entry} now={now} />
          <ReceiptButton code={receiptOf(row)} id={row.id} onOpen={onClose} />
          {problem !== null && <Banner live tone="person" icon="warning" title={problem} />}
          {needsSecondStep(row) && <SecondStepButton />}
          {words.actions.includes('fix') && (
            <Button size="main" icon="edit" label={t('outbox.fix')} onPress={onFix} />
          )}
          {((canChange(row) && (countedAt === undefined || canCorrectBundles)) || canChangeContact(row)) && (
            <Button
              size="main"
              icon="edit"
              label={t(row.state === 'queued' ? 'outbox.change' : 'outbox.correct')}
              onPress={onFix}
            />
          )}
          {canCancel(row) &&
            (countedAt === undefined ? (
              <Button kind="secondary" label={t('outbox.cancel.open')} onPress={() => setCancelling(true)} />
            ) : (
              <CountedNote at={countedAt} />
            ))}
          {words.actions.includes('send_again') && (
            <Button
              kind={words.actions.includes('fix') || needsSecondStep(row) ? 'secondary' : 'primary'}
              icon="arrowUp"
              label={t('outbox.row.sendAgain')}
              hint={t('outbox.row.sendAgainHint')}
              onPress={() => void decide(() => sendAgain(runtime, row))}
            />
          )}
          {canRemove && (
            <Button kind="quiet" label={t('outbox.remove.open')} onPress={() => setRemoving(true)} />
          )}
        </>
      )}
    </Dialog>
  );
}

/** A gift in any state but refused, which is fixed, or asked about, which is decided. */
const canChange = ({ kind, state }: OutboxEntry['row']) =>
  kind === 'bundle_create' && ['queued', 'blocked', 'sending', 'unknown', 'acked'].includes(state);

/** A contact that was never sent. */
const canChangeContact = ({ kind, state, sentAt }: OutboxEntry['row']) =>
  kind === 'contact_create' && state === 'queued' && sentAt === null;

/** Records of cash refer to each other, and what was sent is changed again, not taken back. */
const canCancel = (row: OutboxEntry['row']) =>
  row.kind !== 'cash_record' &&
  !isPaidTwice(row) &&
  (canChange(row) || row.state === 'parked' || (row.state === 'queued' && row.sentAt === null));

const needsSecondStep = ({ problem }: OutboxEntry['row']) =>
  problem?.kind === 'refused' && problem.refusal.code === 'second_factor_needed';

/** When it was taken, saved and tried. */
function Facts({ entry: { row }, now }: { entry: OutboxEntry; now: number }) {
  const { t, format } = useI18n();
  const payment = readFrozenBundle(row.body)?.transactions[0];
  const taken = payment?.date;
  const facts: [string, string | null][] = [
    [t('outbox.row.taken'), taken === undefined ? null : format.since(taken, now)],
    ...detailLines(t, payment?.payment_method).map(({ name, value }): [string, string] => [name, value]),
    [t('outbox.row.saved'), format.since(row.createdAt, now)],
    [t('outbox.row.tries'), row.attempts === 0 ? null : format.number(row.attempts)],
    [t('outbox.row.lastTry'), row.sentAt === null ? null : format.since(row.sentAt, now)],
    [t('outbox.row.number'), row.serverId === null ? null : String(row.serverId)],
    [t('outbox.row.exported'), row.exportedAt === null ? null : format.since(row.exportedAt, now)],
  ];
  return (
    <View>
      {facts.map(([name, value]) => value !== null && <ListRow key={name} title={name} value={value} />)}
    </View>
  );
}
