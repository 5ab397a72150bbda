import { captureTotal } from '@/domain/bundle';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';

import type { UnfinishedDraft } from '../openForm';
import { whoName } from '../labels';

interface UnfinishedRowsProps {
  drafts: readonly UnfinishedDraft[];
  onContinue: (draftKey: string) => void;
}

/** Unfinished forms, so that none is overlooked: each is continued only when the person asks for it. */
export function UnfinishedRows({ drafts, onContinue }: UnfinishedRowsProps) {
  const { t, format } = useI18n();
  return drafts.map(({ key, draft, capture }) => {
    const name = whoName(t, draft.people[0]?.who ?? null) || t('outbox.nobody');
    const total = captureTotal(capture);
    const what = total > 0 ? format.list([name, format.money(total, draft.currency)]) : name;
    return (
      <Banner
        key={key}
        tone="waiting"
        icon="edit"
        title={t('capture.unfinished.title', { what })}
        text={t('capture.unfinished.text')}
        onPress={() => onContinue(key)}
      />
    );
  });
}
