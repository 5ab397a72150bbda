import { useState } from 'react';

import { type Action } from '@/contract/action';
import { plainList } from '@/features/shared/plainList';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Facts } from '@/ui/Facts';
import { Text } from '@/ui/Text';

/** One field may contain a very long text. */
const mostShown = 300;

/** Further fields of the action, unchanged from the service, for those who plan it. */
export function MoreCard({ action }: { action: Action }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) return <Button kind="quiet" label={t('actions.more')} onPress={() => setOpen(true)} />;
  const setUp = {
    id: action.id,
    group_id: action.group_id,
    public: action.public,
    created_by: action.created_by,
    created_by_detail: action.created_by_detail,
    reminder_id: action.reminder_id,
    gotv_voted_tag: action.gotv_voted_tag,
    gotv_not_voted_tag: action.gotv_not_voted_tag,
    gotv_abstention_tag: action.gotv_abstention_tag,
    Forms: action.Forms,
    fields: action.fields,
    filter: action.filter,
    advanced_search: action.advanced_search,
    not_polygon: action.not_polygon,
    polling_station_included: action.polling_station_included,
    polling_station_excluded: action.polling_station_excluded,
    polling_station_included_missing: action.polling_station_included_missing,
    polling_station_excluded_missing: action.polling_station_excluded_missing,
    address_included: action.address_included,
    address_excluded: action.address_excluded,
    address_included_missing: action.address_included_missing,
    address_excluded_missing: action.address_excluded_missing,
    aggreg_without_location: action.aggreg_without_location,
    excluded_nevada: action.excluded_nevada,
  };
  const lines = plainList(setUp, { yes: t('common.yes'), no: t('common.no') });
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
