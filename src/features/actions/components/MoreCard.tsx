import { useState } from 'react';

import { type Action } from '@/contract/action';
import { plainList } from '@/features/shared/plainList';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Facts } from '@/ui/Facts';
import { Text } from '@/ui/Text';

/** One field may contain a very long text. */
const mostShown = 300;

/** What no other part of the screen shows. */
const shownFields = [
  'id',
  'group_id',
  'public',
  'created_by',
  'created_by_detail',
  'reminder_id',
  'gotv_voted_tag',
  'gotv_not_voted_tag',
  'gotv_abstention_tag',
  'Forms',
  'fields',
  'filter',
  'advanced_search',
  'polling_station_included',
  'polling_station_excluded',
  'polling_station_included_missing',
  'polling_station_excluded_missing',
  'address_included',
  'address_excluded',
  'address_included_missing',
  'address_excluded_missing',
  'aggreg_without_location',
  'excluded_nevada',
] as const satisfies readonly (keyof Action)[];

/** Further fields of the action, as the service stores them, for those who plan it. */
export function MoreCard({ action }: { action: Action }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) return <Button kind="quiet" label={t('actions.more')} onPress={() => setOpen(true)} />;
  const words = { yes: t('common.yes'), no: t('common.no') };
  const lines = shownFields.flatMap((field) =>
    plainList(action[field], words, t(`actions.moreField.${field}`))
  );
  const shortened = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)} …` : text);
  return (
    <>
      <Facts
        title={t('actions.more')}
        facts={lines.map(({ name, value }) => [name, shortened(value)] as const)}
      />
      <Text variant="note" tone="quiet">
        {t('actions.moreText')}
      </Text>
    </>
  );
}
