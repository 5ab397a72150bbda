// Offline: a message. Both contacts are read from the service, and merged there.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';
import { useState } from 'react';

import { type Contact } from '@/contract/contact';
import { type ChosenField } from '@/contract/contactMerge';
import { addressLine, readAddress } from '@/domain/address';
import { ConfirmButton } from '@/features/shared/ConfirmButton';
import { LoadedOnline } from '@/features/shared/LoadedOnline';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { ChoiceRows } from '@/ui/ChoiceRows';
import { EmptyState } from '@/ui/EmptyState';
import { Facts } from '@/ui/Facts';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';

import { readContactNumber } from '../contactNumber';
import { contactName } from '../mutations';
import { compare, sideOf, takenFields, type Choices, type Pair, type Side } from './mergeFields';
import { markAsDifferent, mergeContacts, type MergeResult } from './mutations';
import { duplicateQueries } from './queries';

/** Two contacts side by side: merged with a choice field by field, or marked as different people. */
export function MergeScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const back = useBack('/contacts/duplicates');
  const leave = () => (back ? back.onPress() : router.replace('/contacts/duplicates'));
  const params = useLocalSearchParams<{ one: string; other: string }>();
  const [one, other] = [readContactNumber(params.one ?? ''), readContactNumber(params.other ?? '')];
  const query = useQuery({
    ...duplicateQueries.pair(runtime, one ?? -1, other ?? -1),
    enabled: one !== null && other !== null,
  });
  return (
    <RequirePermission
      may={({ canEditContacts }) => canEditContacts}
      title={t('duplicates.mergeTitle')}
      back={back}
      forbidden={t('unlinked.forbidden')}
      forbiddenText={t('duplicates.forbiddenText')}
    >
      <Screen title={t('duplicates.mergeTitle')} titlePlace="bar" back={back}>
        {one === null || other === null ? (
          <EmptyState icon="search" title={t('contacts.missing.notANumber')} />
        ) : (
          <LoadedOnline query={query}>
            {(result) => {
              const { id } = result.one;
              if (result.one.id === result.other.id)
                return (
                  <EmptyState
                    icon="check"
                    title={t('duplicates.gone', { number: t('common.number', { id: String(id) }) })}
                    action={
                      <Button
                        label={t('duplicates.open')}
                        onPress={() => router.replace(`/contacts/${id}`)}
                      />
                    }
                  />
                );
              return <Compare pair={result} onDone={leave} onStale={() => void query.refetch()} />;
            }}
          </LoadedOnline>
        )}
      </Screen>
    </RequirePermission>
  );
}

interface CompareProps {
  pair: Pair;
  onDone: () => void;
  onStale: () => void;
}

const sides = ['one', 'other'] as const;

function Compare({ pair, onDone, onStale }: CompareProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const client = useQueryClient();
  const toast = useToast();
  const { nameOf, wordsOf } = useFieldWords();
  const [stays, setStays] = useState<Side>('one');
  const [choices, setChoices] = useState<Choices>({});
  const [problem, setProblem] = useState<Exclude<MergeResult, 'done'> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { same, different } = compare(pair);
  const [kept, gone] = stays === 'one' ? [pair.one, pair.other] : [pair.other, pair.one];
  const numberOf = ({ id }: Contact) => t('common.number', { id: String(id) });

  const finish = async (work: Promise<MergeResult>, said: string) => {
    setProblem(null);
    const result = await work;
    await client.invalidateQueries({ queryKey: duplicateQueries.count(runtime).queryKey });
    if (result === 'done') {
      toast({ tone: 'done', icon: 'check', title: said });
      onDone();
      return;
    }
    setProblem(result);
    if (result === 'stale') onStale();
  };
  const merge = async () => {
    const take = takenFields(pair, stays, choices);
    await finish(mergeContacts(runtime, { stays: kept, leaves: gone, take }), t('duplicates.merged'));
    return true;
  };
  const separate = () => {
    setBusy(true);
    void finish(markAsDifferent(runtime, pair.one, pair.other), t('duplicates.marked')).finally(() =>
      setBusy(false)
    );
  };
  return (
    <>
      {problem !== null && (
        <Banner
          live
          tone="person"
          icon="warning"
          title={t(problem === 'stale' ? 'duplicates.stale' : `common.onlineForm.${problem}`)}
        />
      )}
      <ChoiceRows<Side>
        label={t('duplicates.stays')}
        choices={sides.map((value) => ({
          value,
          title: numberOf(pair[value]),
          detail: [contactName(pair[value]), pair[value].black_list ? t('contacts.optOut.title') : '']
            .filter(Boolean)
            .join(' · '),
        }))}
        value={stays}
        onChange={setStays}
      />
      {different.map((field) => (
        <ChoiceRows<Side>
          key={field}
          label={nameOf(field)}
          choices={sides.map((value) => ({
            value,
            title: wordsOf(pair[value], field) || t('outbox.conflict.nothing'),
            detail: numberOf(pair[value]),
          }))}
          value={sideOf(pair, stays, choices, field)}
          onChange={(side) => setChoices({ ...choices, [field]: side })}
        />
      ))}
      <Facts
        title={t('duplicates.same')}
        facts={same.map((field) => [nameOf(field), wordsOf(pair.one, field)])}
      />
      <Text tone="quiet">{t('duplicates.follows')}</Text>
      <ConfirmButton
        kind="danger"
        icon="check"
        label={t('duplicates.merge')}
        question={t('duplicates.ask', { leaves: numberOf(gone), stays: numberOf(kept) })}
        text={t('duplicates.askText', { leaves: numberOf(gone), stays: numberOf(kept) })}
        confirmLabel={t('duplicates.merge')}
        onConfirm={merge}
      />
      <Button kind="secondary" label={t('duplicates.different')} busy={isBusy} onPress={separate} />
    </>
  );
}

function useFieldWords() {
  const { t, format } = useI18n();
  const nameOf = (field: ChosenField): string => {
    switch (field) {
      case 'firstname':
      case 'surname':
      case 'mail':
      case 'mobile':
      case 'phone':
      case 'address':
        return t(`contactEdit.${field}`);
      case 'age_category':
        return t('contacts.details.ageCategory');
      case 'birthdate':
      case 'gender':
      case 'nationality':
        return t(`contacts.details.${field}`);
      case 'birth_city':
      case 'birth_country':
        return t(`duplicates.${field}`);
    }
  };
  const wordsOf = (contact: Contact, field: ChosenField): string => {
    switch (field) {
      case 'address': {
        const { building = '', floor = '', door = '' } = contact.address ?? {};
        return [addressLine(readAddress(contact.address ?? {})), building, floor, door]
          .filter(Boolean)
          .join(', ');
      }
      case 'birthdate':
        return contact.birthdate === undefined ? '' : format.calendarDate(contact.birthdate);
      case 'gender': {
        const { gender = '' } = contact;
        const isKnown = gender === 'M' || gender === 'F' || gender === 'O';
        return isKnown ? t(`contacts.details.genders.${gender}`) : gender;
      }
      case 'birth_country':
      case 'nationality':
        return contact[field] === undefined ? '' : format.countryName(contact[field]);
      default:
        return String(contact[field] ?? '');
    }
  };
  return { nameOf, wordsOf };
}
