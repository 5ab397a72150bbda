// Offline: complete, but the number of people of each action, which only the service knows.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type ActionSizes } from '@/contract/changes';
import { costOf, manyContacts } from '@/domain/holding';
import { isPublished } from '@/domain/action';
import { durationWords } from '@/features/shared/duration';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useAttempt } from '@/features/shared/useAttempt';
import { useBack } from '@/features/shared/useBack';
import { useCanHold } from '@/features/shared/useCanHold';
import { useI18n } from '@/i18n/I18nProvider';
import { actionQueries } from '@/queries/actions';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';

import { holdActions } from './mutations';
import { holdingQueries } from './queries';

/** Which people are on this phone: everyone, or those of chosen actions. */
export function HoldingScreen() {
  const { t } = useI18n();
  const back = useBack('/settings');
  const canHold = useCanHold();
  const chosen = useQuery(holdingQueries.chosen(useRuntime()));
  if (!canHold)
    return (
      <Screen title={t('holding.title')} back={back}>
        <EmptyState icon="people" title={t('holding.none')} text={t('holding.noneText')} />
      </Screen>
    );
  return <Loaded query={chosen}>{(stored) => <Choice stored={stored} back={back} />}</Loaded>;
}

interface ChoiceProps {
  stored: readonly number[] | null;
  back: ReturnType<typeof useBack>;
}

function Choice({ stored, back }: ChoiceProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const attempt = useAttempt();
  const [isBusy, setBusy] = useState(false);
  const [chosen, setChosen] = useState(stored);
  const { data: all } = useQuery(actionQueries.list(runtime));
  const actions = all?.filter(({ Action }) => isPublished(Action) || chosen?.includes(Action.id));
  const sizes = useSizes();
  const words = useWords();
  const contacts = sizes === null ? null : countChosen(sizes, chosen);

  const save = async () => {
    setBusy(true);
    const isSaved = await attempt(async () => {
      await holdActions(runtime, chosen);
      return true;
    });
    setBusy(false);
    if (!isSaved) return;
    toast({ tone: 'done', icon: 'check', title: t('holding.saved') });
    back?.onPress();
  };
  const toggle = (id: number, isHeld: boolean) => {
    const others = (chosen ?? []).filter((other) => other !== id);
    setChosen(isHeld ? [...others, id] : others);
  };

  return (
    <Screen
      title={t('holding.title')}
      back={back}
      footer={
        <>
          {contacts !== null && <Text>{words.total(contacts)}</Text>}
          <Button label={t('common.save')} busy={isBusy} onPress={() => void save()} />
        </>
      }
    >
      <Text tone="quiet">{t('holding.text')}</Text>
      {sizes === null && <Text tone="quiet">{t('holding.sizesUnknown')}</Text>}
      {contacts !== null && contacts > manyContacts && (
        <Banner
          tone="waiting"
          icon="warning"
          title={t('holding.many', { number: words.number(manyContacts) })}
          text={t('holding.manyText')}
        />
      )}
      <ChoiceRows
        label={t('holding.title')}
        labelHidden
        value={chosen === null ? 'everyone' : 'chosen'}
        onChange={(value) => setChosen(value === 'everyone' ? null : (stored ?? []))}
        choices={[
          {
            value: 'everyone',
            title: t('holding.everyone'),
            detail: sizes ? words.cost(sizes.contacts) : undefined,
          },
          { value: 'chosen', title: t('holding.chosen'), detail: t('holding.chosenText') },
        ]}
      />
      {chosen !== null && actions?.length === 0 && <Text>{t('holding.noActions')}</Text>}
      {chosen !== null &&
        actions?.map(({ Action: { id, name } }) => {
          const size = sizes?.actions.find(({ action_id: actionId }) => actionId === id);
          return (
            <CheckboxRow
              key={id}
              label={name || t('common.number', { id: String(id) })}
              hint={size ? words.cost(size.contacts) : undefined}
              checked={chosen.includes(id)}
              onChange={(isHeld) => toggle(id, isHeld)}
            />
          );
        })}
    </Screen>
  );
}

/** The sizes from the service; null while they are not known. */
function useSizes(): ActionSizes | null {
  const { data } = useQuery(holdingQueries.sizes(useRuntime()));
  return data?.kind === 'read' ? data.value : null;
}

/** A contact of two chosen actions counts twice: an upper limit. */
function countChosen(sizes: ActionSizes, chosen: readonly number[] | null): number {
  if (chosen === null) return sizes.contacts;
  const ofChosen = sizes.actions.filter(({ action_id: id }) => chosen.includes(id));
  return ofChosen.reduce((sum, { contacts }) => sum + contacts, 0);
}

function useWords() {
  const { t, format } = useI18n();
  const cost = (contacts: number) => {
    const { megabytes, seconds } = costOf(contacts);
    return [
      t('holding.people', { count: contacts, number: format.number(contacts) }),
      ...(contacts === 0
        ? []
        : [
            t('settings.phone.megabytes', { number: format.number(megabytes) }),
            t('holding.time', { time: durationWords(t, seconds * 1000) }),
          ]),
    ].join(' · ');
  };
  return {
    cost,
    total: (contacts: number) => t('holding.total', { cost: cost(contacts) }),
    number: (value: number) => format.number(value),
  };
}
