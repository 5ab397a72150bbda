import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { View } from 'react-native';

import { AUDIT_KINDS } from '@/contract/audit';
import { dayOf, isDay } from '@/domain/day';
import { DaysChoice, dayErrors } from '@/features/shared/PeriodChoice';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { peopleQueries } from '@/queries/people';
import { Button } from '@/ui/Button';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { Dialog } from '@/ui/Dialog';
import { ListRow } from '@/ui/ListRow';
import { SearchField } from '@/ui/SearchField';
import { Text } from '@/ui/Text';

import { kindWord } from '../describe';
import { everything, type AuditChoice } from '../queries';

interface FilterDialogProps {
  choice: AuditChoice;
  onChange: (part: Partial<AuditChoice>) => void;
  onClose: () => void;
}

const every = 'every';

/** The filters of the log, applied immediately. */
export function FilterDialog({ choice, onChange, onClose }: FilterDialogProps) {
  const { t } = useI18n();
  const errors = dayErrors(t, choice, dayOf(useRuntime().now()));
  const isWrong = errors.from !== undefined || errors.until !== undefined;
  // A day that cannot be read filters nothing, so it does not stay.
  const close = () => {
    const readable = (day: string) => (isDay(day) ? day : '');
    onChange({ from: readable(choice.from), until: readable(choice.until) });
    onClose();
  };
  return (
    <Dialog
      open
      title={t('audit.filter.title')}
      closeLabel={t('common.close')}
      onClose={close}
      actions={
        <>
          <Button kind="secondary" label={t('audit.filter.clear')} onPress={() => onChange(everything)} />
          <Button label={t('audit.filter.show')} disabled={isWrong} onPress={onClose} />
        </>
      }
    >
      <ChoiceChips
        label={t('audit.filter.kind')}
        choices={[
          { value: every, label: t('audit.filter.every') },
          ...AUDIT_KINDS.map((kind) => ({ value: kind, label: kindWord(t, kind) })),
        ]}
        value={choice.kind ?? every}
        onChange={(value) => onChange({ kind: AUDIT_KINDS.find((kind) => kind === value) ?? null })}
      />
      {choice.person === null ? (
        <PersonSearch onChoose={(person) => onChange({ person })} />
      ) : (
        <ListRow
          title={choice.person.name}
          detail={t('audit.filter.person')}
          trailing={
            <Button
              kind="quiet"
              label={t('audit.filter.everyone')}
              onPress={() => onChange({ person: null })}
            />
          }
        />
      )}
      <DaysChoice days={choice} onChange={onChange} />
    </Dialog>
  );
}

const mostShown = 5;

/** Searches people; empty before anything is typed. */
function PersonSearch({ onChoose }: { onChoose: (person: { id: number; name: string }) => void }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed.trim());
  const { data: found } = useQuery({ ...peopleQueries.search(runtime, words), enabled: words !== '' });
  return (
    <View>
      <Text variant="note" tone="quiet" aria-hidden>
        {t('audit.filter.person')}
      </Text>
      <SearchField
        label={t('audit.filter.person')}
        clearLabel={t('common.clear')}
        placeholder={t('audit.filter.personPlaceholder')}
        value={typed}
        onChange={setTyped}
      />
      {words !== '' && found?.length === 0 && <Text tone="quiet">{t('audit.filter.personNone')}</Text>}
      {words !== '' &&
        found
          ?.slice(0, mostShown)
          .map(({ id, name }) => (
            <ListRow
              key={id}
              title={name || t('common.unnamed')}
              onPress={() => onChoose({ id, name: name || t('common.number', { id: String(id) }) })}
            />
          ))}
    </View>
  );
}
