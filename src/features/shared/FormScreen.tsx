import { type ReactNode, useState } from 'react';

import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { ErrorFocus } from '@/ui/ErrorFocus';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';

import { FieldsToFix } from './FieldsToFix';
import { type KeptForm } from './useKeptForm';

interface FormScreenProps {
  title: string;
  back: { label: string; onPress: () => void } | undefined;
  kept: Pick<KeptForm<unknown>, 'draftState' | 'isSaving' | 'isTried' | 'startOver'>;
  /** How many things stand in the way of saving. */
  faultCount: number;
  isUnchanged: boolean;
  onSave: () => void;
  children: ReactNode;
}

/** A form that is kept while it is typed: what is wrong with it is counted over Save, once Save was pressed. */
export function FormScreen({
  title,
  back,
  kept,
  faultCount,
  isUnchanged,
  onSave,
  children,
}: FormScreenProps) {
  const { t } = useI18n();
  const [round, setRound] = useState(0);
  const press = () => {
    setRound((before) => before + 1);
    onSave();
  };
  return (
    <Screen
      title={title}
      titlePlace="bar"
      back={back}
      barText={kept.draftState === 'kept' ? t('common.form.kept') : undefined}
      footer={
        <>
          {kept.isTried && faultCount > 0 && <FieldsToFix count={faultCount} />}
          {kept.isTried && isUnchanged && (
            <Text tone="quiet" aria-live="polite">
              {t('common.form.nothing')}
            </Text>
          )}
          <Button size="main" icon="check" label={t('common.save')} busy={kept.isSaving} onPress={press} />
        </>
      }
    >
      <ErrorFocus submitCount={round}>{children}</ErrorFocus>
      {kept.draftState === 'kept' && (
        <Button kind="quiet" label={t('common.form.startOver')} onPress={kept.startOver} />
      )}
    </Screen>
  );
}
