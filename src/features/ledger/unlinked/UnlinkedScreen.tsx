// Offline: gifts are linked to contacts on this phone, and sent with the next signal. Creating a contact here needs signal.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type UnlinkedGift } from '@/db/ledger/unlinked';
import { sumByCurrency } from '@/domain/money';
import { Loaded } from '@/features/shared/Loaded';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { unlinkedQueries } from '@/queries/unlinked';
import { Avatar } from '@/ui/Avatar';
import { EmptyState } from '@/ui/EmptyState';
import { List } from '@/ui/List';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';

import { LinkDialog } from './LinkDialog';

/** Gifts of people who were no contact when they gave. */
export function UnlinkedScreen() {
  const { t } = useI18n();
  return (
    <RequirePermission
      may={({ canEditContacts }) => canEditContacts}
      title={t('unlinked.title')}
      back={useBack('/ledger')}
      forbidden={t('unlinked.forbidden')}
      forbiddenText={t('unlinked.forbiddenText')}
    >
      <Unlinked />
    </RequirePermission>
  );
}

function Unlinked() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const back = useBack('/ledger');
  const query = useQuery(unlinkedQueries.list(runtime));
  const [opened, setOpened] = useState<UnlinkedGift | null>(null);
  const detailOf = ({ supporter, view }: UnlinkedGift) => {
    const { transactions } = view.bundle;
    const sums = sumByCurrency(
      transactions.map(({ amount = 0, currency = '' }) => ({ amount, currency }))
    ).map(({ amount, currency }) => format.money(amount, currency));
    const day = transactions[0]?.date;
    return [...sums, day === undefined ? '' : format.date(day), supporter.mail, supporter.phone]
      .filter(Boolean)
      .join(' · ');
  };
  return (
    <Screen title={t('unlinked.title')} below={t('unlinked.text')} back={back} body="list">
      <Loaded query={query} inList>
        {(gifts) => (
          <List
            items={gifts}
            keyExtractor={({ key }) => key}
            renderItem={(gift) => (
              <ListRow
                leading={<Avatar name={gift.supporter.name} />}
                title={gift.supporter.name}
                detail={detailOf(gift)}
                onPress={() => setOpened(gift)}
              />
            )}
            empty={<EmptyState icon="check" title={t('unlinked.empty')} text={t('unlinked.emptyText')} />}
          />
        )}
      </Loaded>
      {opened !== null && <LinkDialog key={opened.key} gift={opened} onClose={() => setOpened(null)} />}
    </Screen>
  );
}
