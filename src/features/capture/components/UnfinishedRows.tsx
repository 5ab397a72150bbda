import { useState } from 'react';
import { View } from 'react-native';

import { removeDraft } from '@/db/drafts';
import { captureTotal } from '@/domain/bundle';
import { ConfirmButton } from '@/features/shared/ConfirmButton';
import { useRuntime } from '@/features/shared/runtime';
import { useAttempt } from '@/features/shared/useAttempt';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';

import type { UnfinishedDraft } from '../openForm';
import { whoName } from '../labels';

interface UnfinishedRowsProps {
  drafts: readonly UnfinishedDraft[];
  onContinue: (draftKey: string) => void;
}

/** Unfinished forms, so that none is overlooked: each is continued or discarded only when the person asks for it. */
export function UnfinishedRows({ drafts, onContinue }: UnfinishedRowsProps) {
  const { t, format } = useI18n();
  const { store, scope } = useRuntime();
  const attempt = useAttempt();
  const [discarded, setDiscarded] = useState<readonly string[]>([]);
  const discard = async (key: string) => {
    const isDone = await attempt(async () => {
      await store.write((tx) => removeDraft(tx, scope, key));
      return true;
    });
    if (isDone) setDiscarded((before) => [...before, key]);
    return isDone === true;
  };
  return drafts
    .filter(({ key }) => !discarded.includes(key))
    .map(({ key, draft, capture }) => {
      const name = whoName(t, draft.people[0]?.who ?? null) || t('outbox.nobody');
      const total = captureTotal(capture);
      const what = total > 0 ? format.list([name, format.money(total, draft.currency)]) : name;
      return (
        <View key={key}>
          <Banner
            tone="waiting"
            icon="edit"
            title={t('capture.unfinished.title', { what })}
            text={t('capture.unfinished.text')}
            onPress={() => onContinue(key)}
          />
          <ConfirmButton
            kind="quiet"
            label={t('capture.unfinished.discard')}
            hint={what}
            question={t('capture.unfinished.discardAsk', { what })}
            text={t('common.form.startOverText')}
            confirmLabel={t('capture.unfinished.discard')}
            onConfirm={() => discard(key)}
          />
        </View>
      );
    });
}
