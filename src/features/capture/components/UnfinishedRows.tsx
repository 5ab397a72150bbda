import { View } from 'react-native';

import { captureTotal } from '@/domain/bundle';
import { useI18n } from '@/i18n/I18nProvider';
import { Icon } from '@/ui/Icon';
import { ListRow } from '@/ui/ListRow';
import { SectionHeader } from '@/ui/SectionHeader';

import type { UnfinishedDraft } from '../openForm';
import { whoName } from '../labels';

interface UnfinishedRowsProps {
  drafts: readonly UnfinishedDraft[];
  onContinue: (draft: UnfinishedDraft) => void;
}

/** Unfinished drafts, so that none is overlooked. */
export function UnfinishedRows({ drafts, onContinue }: UnfinishedRowsProps) {
  const { t, format } = useI18n();
  if (drafts.length === 0) return null;
  return (
    <View>
      <SectionHeader title={t('capture.who.unfinished')} />
      {drafts.map((unfinished) => {
        const name = whoName(t, unfinished.draft.people[0]?.who ?? null);
        const total = captureTotal(unfinished.capture);
        return (
          <ListRow
            key={unfinished.key}
            leading={<Icon name="edit" tone="waiting" />}
            title={name === '' ? t('capture.title') : name}
            detail={t('capture.who.unfinishedDetail')}
            value={total > 0 ? format.money(total, unfinished.draft.currency) : undefined}
            onPress={() => onContinue(unfinished)}
          />
        );
      })}
    </View>
  );
}
