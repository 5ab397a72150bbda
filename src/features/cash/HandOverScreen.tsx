// Offline: complete. The hand-over is saved on this phone; the receiver confirms it by codes, or once both were online.
import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { z } from 'zod';

import { hasCashToGive, type MyCash, type Received } from '@/db/cash/myCash';
import { newHandOverKey } from '@/db/cash/handOverDigits';
import { FormScreen } from '@/features/shared/forms/FormScreen';
import { Loaded } from '@/features/shared/Loaded';
import { handedWords } from '@/features/shared/handedWords';
import { moneyList } from '@/features/shared/moneyList';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useDraftForm, useOpenedDraft, type OpenedDraft } from '@/features/shared/forms/useDraftForm';
import { useI18n } from '@/i18n/I18nProvider';
import { cashQueries } from '@/queries/cash';
import { peopleQueries } from '@/queries/people';
import { teamQueries } from '@/queries/teams';
import { Button } from '@/ui/Button';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { EmptyState } from '@/ui/EmptyState';
import { GroupError } from '@/ui/ErrorPlace';
import { Facts } from '@/ui/Facts';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { useToast } from '@/ui/Toast';

import { useGiverName } from './codes/useGiverName';
import { contentOf, handOver } from './mutations';
import { listReceivers, type Receiver } from './receivers';

const draftKey = 'hand-over';
const somebodyElse = 'else';

const HandOverDraftSchema = z.object({
  version: z.literal(1),
  key: z.string(),
  /** The id of a person, `else` for a typed name, or empty. */
  to: z.string(),
  name: z.string(),
  /** The keys of received hand-overs that stay with this person. */
  leftOut: z.array(z.string()),
});
type HandOverDraft = z.output<typeof HandOverDraftSchema>;

/** Hand everything that was counted to another person, and what was received from others. */
export function HandOverScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const query = useQuery(cashQueries.mine(runtime));
  const back = useBack('/shift');
  const opened = useOpenedDraft<HandOverDraft>({
    draftKey,
    schema: HandOverDraftSchema,
    start: () => {
      const { spaceId, userId } = runtime.scope;
      return {
        version: 1,
        key: newHandOverKey(spaceId, userId, runtime.random),
        to: '',
        name: '',
        leftOut: [],
      };
    },
  });
  if (query.data && hasCashToGive(query.data) && opened)
    return <HandOverForm key={opened.round} cash={query.data} opened={opened} />;
  return (
    <Screen title={t('cash.handOver.title')} titlePlace="bar" back={back}>
      <Loaded query={query}>
        {({ shift }) => (
          <EmptyState
            icon="cash"
            title={t('cash.handOver.none')}
            text={t('cash.handOver.noneText')}
            action={
              shift && <Button label={t('cash.shift.count')} onPress={() => router.replace('/shift/count')} />
            }
          />
        )}
      </Loaded>
    </Screen>
  );
}

interface HandOverFormProps {
  cash: MyCash;
  opened: OpenedDraft<HandOverDraft>;
}

function HandOverForm({ cash, opened }: HandOverFormProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const back = useBack('/shift');
  const { data } = useQuery(teamQueries.own(runtime));
  const { data: managers } = useQuery(peopleQueries.managers(runtime));
  const draftForm = useDraftForm(opened);
  const { draft, change } = draftForm;
  const receivers = listReceivers(runtime.scope.userId, data?.teams ?? [], managers ?? []);
  const chosen = receivers.find(({ id }) => String(id) === draft.to);
  const nameOf = (receiver: Receiver) => receiver.name || t('common.unnamed');
  const name = chosen ? nameOf(chosen) : draft.to === somebodyElse ? draft.name.trim() : '';
  const received = cash.received.filter(({ state }) => state === 'kept');
  const toGive = {
    kept: cash.chain.kept,
    received: received.filter(({ reply }) => !draft.leftOut.includes(reply.hand_over)),
  };
  const { cash: sums, cheques, counts } = contentOf(toGive);
  const isNothing = toGive.kept.length + toGive.received.length === 0;

  const give = async () => {
    draftForm.setTried();
    if (name === '' || isNothing) return;
    const to = chosen ? { user_id: chosen.id, name } : { name };
    const isSaved = await draftForm.submit(async () => {
      const result = await handOver(runtime, { key: draft.key, toGive, to, draftKey });
      if (result === 'saved')
        toast({ tone: 'waiting', icon: 'clock', title: t('cash.handOver.done', { name }) });
      else
        toast({
          tone: 'person',
          icon: 'warning',
          title: t(result === 'changed' ? 'counts.handOverChanged' : `cash.notSaved.${result}`),
        });
      return result === 'saved';
    });
    if (isSaved) router.replace({ pathname: '/shift/code', params: { key: draft.key } });
  };

  const isMissing = draftForm.isTried && name === '';
  return (
    <FormScreen
      title={t('cash.handOver.title')}
      back={back}
      draftForm={draftForm}
      errorCount={(name === '' ? 1 : 0) + (isNothing ? 1 : 0)}
      isUnchanged={false}
      onSave={() => void give()}
      saveLabel={t('cash.handOver.save')}
    >
      <Facts
        facts={[
          [t('cash.handOver.cash'), moneyList(format, sums)],
          [t('cash.handOver.cheques'), cheques === 0 ? null : format.number(cheques)],
          [t('cash.handOver.counts'), counts.length < 2 ? null : format.number(counts.length)],
        ]}
      />
      {cash.shift !== null && <Text tone="quiet">{t('cash.handOver.uncounted')}</Text>}
      {received.length > 0 && <SectionHeader title={t('cash.shift.received')} />}
      {received.map((each) => (
        <ReceivedBox
          key={each.reply.key}
          received={each}
          checked={toGive.received.includes(each)}
          onChange={(isGiven) =>
            change((before) => ({
              ...before,
              leftOut: isGiven
                ? before.leftOut.filter((key) => key !== each.reply.hand_over)
                : [...before.leftOut, each.reply.hand_over],
            }))
          }
        />
      ))}
      <GroupError error={isNothing && draftForm.isTried ? t('cash.handOver.nothingTicked') : undefined} />
      <ChoiceRows
        label={t('cash.handOver.to')}
        choices={[
          ...receivers.map((receiver) => ({
            value: String(receiver.id),
            title: nameOf(receiver),
            detail: receiver.detail,
          })),
          { value: somebodyElse, title: t('cash.handOver.else'), detail: t('cash.handOver.elseDetail') },
        ]}
        value={draft.to}
        onChange={(to) => change((before) => ({ ...before, to }))}
        error={isMissing && draft.to === '' ? t('cash.handOver.choose') : undefined}
      />
      {draft.to === somebodyElse && (
        <TextField
          label={t('cash.handOver.name')}
          value={draft.name}
          onChangeText={(typed) => change((before) => ({ ...before, name: typed }))}
          error={isMissing ? t('cash.handOver.nameMissing') : undefined}
          maxLength={200}
          autoComplete="off"
        />
      )}
      <Text variant="note" tone="quiet">
        {t('cash.handOver.text')}
      </Text>
    </FormScreen>
  );
}

interface ReceivedBoxProps {
  received: Received;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function ReceivedBox({ received, checked, onChange }: ReceivedBoxProps) {
  const { t, format } = useI18n();
  const now = useRuntime().now();
  const { reply, left } = received;
  const name = useGiverName(received);
  const label = [name && t('cash.shift.from', { name }), handedWords(t, format, left)];
  const hint = [format.since(reply.made_at, now), reply.is_disputed && t('cash.state.disputed')];
  return (
    <CheckboxRow
      label={label.filter(Boolean).join(' · ')}
      hint={hint.filter(Boolean).join(' · ')}
      checked={checked}
      onChange={onChange}
    />
  );
}
