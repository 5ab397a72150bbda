// Offline: complete. The last download, which captures use at any age.
import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { type ReactNode } from 'react';
import { View } from 'react-native';

import { type DonationPrice, type MembershipPriceGroup } from '@/contract/price';
import { type TransactionSettings } from '@/contract/settings';
import { type TransactionStatus } from '@/contract/status';
import { updatedAt } from '@/contract/tolerant';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { statusKindWord } from '@/features/shared/statusKind';
import { useBack } from '@/features/shared/useBack';
import { useCanEditQuestions } from '@/features/shared/useCanEditQuestions';
import { useFreshness } from '@/features/shared/useFreshness';
import { useI18n } from '@/i18n/I18nProvider';
import { catalogueQueries } from '@/queries/catalogue';
import { Button } from '@/ui/Button';
import { Dot } from '@/ui/Dot';
import { EmptyState } from '@/ui/EmptyState';
import { Icon } from '@/ui/Icon';
import { useWide } from '@/ui/layout';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { StatePill } from '@/ui/State';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { PaymentFacts } from './components/PaymentFacts';
import { PriceCard } from './components/PriceCard';
import { type ItemKind } from './edit/itemForm';
import { useCanEditCatalogue } from './useCanEditCatalogue';

type Catalogue = {
  membershipPriceGroups: MembershipPriceGroup[];
  donationPrices: DonationPrice[];
  statuses: TransactionStatus[];
  settings: TransactionSettings | null;
};

/** The prices, statuses and settings of captures. */
export function CatalogueScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const wide = useWide();
  const back = useBack('/you');
  const freshness = useFreshness();
  const query = useQuery(catalogueQueries.all(runtime));
  const canEdit = useCanEditCatalogue();
  const canEditQuestions = useCanEditQuestions();
  return (
    <Screen title={t('catalogue.title')} below={freshness} back={wide ? undefined : back}>
      {canEditQuestions && (
        <ListRow
          leading={<Icon name="list" tone="primary" />}
          title={t('forms.title')}
          detail={t('forms.about')}
          onPress={() => router.push('/catalogue/questions')}
        />
      )}
      <Loaded query={query}>
        {(catalogue) =>
          catalogue.membershipPriceGroups.length +
            catalogue.donationPrices.length +
            catalogue.statuses.length ===
            0 &&
          catalogue.settings === null &&
          !canEdit ? (
            <EmptyState icon="tag" title={t('catalogue.none')} text={t('catalogue.empty')} />
          ) : (
            <CatalogueSections {...catalogue} canEdit={canEdit} />
          )
        }
      </Loaded>
    </Screen>
  );
}

function CatalogueSections({
  membershipPriceGroups,
  donationPrices,
  statuses,
  settings,
  canEdit,
}: Catalogue & { canEdit: boolean }) {
  const { t } = useI18n();
  const currency = settings?.currency ?? null;
  return (
    <>
      {canEdit && (
        <Button
          kind="quiet"
          icon="clock"
          label={t('catalogueEdit.history')}
          onPress={() => router.push('/audit?kind=settings')}
        />
      )}
      <SectionHeader
        title={t('catalogue.memberships')}
        trailing={canEdit && <Add label={t('catalogueEdit.add.group')} kind="membership_price_group" />}
      />
      {membershipPriceGroups.length === 0 && <Text tone="quiet">{t('catalogue.none')}</Text>}
      {membershipPriceGroups.map((group) => (
        <Group
          key={group.id}
          group={group}
          defaultId={settings?.default_membership_price_id}
          currency={currency}
          canEdit={canEdit}
        />
      ))}
      <SectionHeader
        title={t('catalogue.donations')}
        trailing={canEdit && <Add label={t('catalogueEdit.add.price')} kind="donation_price" />}
      />
      {donationPrices.length === 0 && <Text tone="quiet">{t('catalogue.none')}</Text>}
      <Grid>
        {donationPrices.map((price) => (
          <PriceCard
            key={price.id}
            price={price}
            isDefault={price.id === settings?.default_donation_price_id}
            currency={currency}
            onPress={canEdit ? () => openItem('donation_price', price.id) : undefined}
            onCopy={canEdit ? () => copyItem('donation_price', price.id) : undefined}
          />
        ))}
      </Grid>
      <Statuses statuses={statuses} defaultId={settings?.default_status_id} canEdit={canEdit} />
      {canEdit && (
        <Button
          kind="secondary"
          icon="edit"
          label={t('catalogueEdit.editSettings')}
          onPress={() => router.push('/catalogue/settings')}
        />
      )}
      {settings !== null && (
        <PaymentFacts catalogue={{ membershipPriceGroups, donationPrices, statuses }} settings={settings} />
      )}
    </>
  );
}

const openItem = (kind: ItemKind, id: number) =>
  router.push({ pathname: '/catalogue/edit', params: { kind, id: String(id) } });

/** Opens the form of a new price that is like this one, in the currency of the space. */
const copyItem = (kind: ItemKind, id: number, group?: number) =>
  router.push({
    pathname: '/catalogue/edit',
    params: { kind, like: String(id), ...(group === undefined ? {} : { group: String(group) }) },
  });

function Add({ label, kind, group }: { label: string; kind: ItemKind; group?: number }) {
  const params = { kind, ...(group === undefined ? {} : { group: String(group) }) };
  return (
    <Button
      kind="secondary"
      icon="plus"
      label={label}
      onPress={() => router.push({ pathname: '/catalogue/edit', params })}
    />
  );
}

interface GroupProps {
  group: MembershipPriceGroup;
  defaultId: number | undefined;
  /** The currency of the space; null without settings. */
  currency: string | null;
  canEdit: boolean;
}

function Group({ group, defaultId, currency, canEdit }: GroupProps) {
  const { t, format } = useI18n();
  const changed = updatedAt(group);
  const styles = useStyles();
  return (
    <View style={styles.group}>
      <ListRow
        title={group.name ?? t('common.unnamed')}
        detail={[
          t('catalogue.number', { id: String(group.id) }),
          changed && t('catalogue.changed', { day: format.date(changed) }),
          group.hidden === true && t('catalogue.hiddenText'),
        ]
          .filter(Boolean)
          .join(' · ')}
        trailing={
          group.hidden === true ? <StatePill tone="waiting" label={t('catalogue.hidden')} /> : undefined
        }
        onPress={canEdit ? () => openItem('membership_price_group', group.id) : undefined}
        last
      />
      <Grid>
        {(group.membership_prices ?? []).map((price) => (
          <PriceCard
            key={price.id}
            price={price}
            isDefault={price.id === defaultId}
            currency={currency}
            onPress={canEdit ? () => openItem('membership_price', price.id) : undefined}
            onCopy={canEdit ? () => copyItem('membership_price', price.id, group.id) : undefined}
          />
        ))}
      </Grid>
      {canEdit && <Add label={t('catalogueEdit.add.price')} kind="membership_price" group={group.id} />}
    </View>
  );
}

function Grid({ children }: { children: ReactNode }) {
  return <View style={useStyles().grid}>{children}</View>;
}

interface StatusesProps {
  statuses: TransactionStatus[];
  defaultId: number | undefined;
  canEdit: boolean;
}

function Statuses({ statuses, defaultId, canEdit }: StatusesProps) {
  const { t, format } = useI18n();
  return (
    <View>
      <SectionHeader
        title={t('catalogue.statuses')}
        trailing={canEdit && <Add label={t('catalogueEdit.add.status')} kind="transaction_status" />}
      />
      {statuses.length === 0 && <Text tone="quiet">{t('catalogue.none')}</Text>}
      {statuses.map((status) => {
        const changed = updatedAt(status);
        const kind = status.kind && statusKindWord(t, status.kind);
        return (
          <ListRow
            key={status.id}
            leading={<Dot color={status.color} />}
            onPress={canEdit ? () => openItem('transaction_status', status.id) : undefined}
            title={status.name ?? t('common.unnamed')}
            detail={[
              kind !== status.name && kind,
              t('catalogue.number', { id: String(status.id) }),
              changed && t('catalogue.changed', { day: format.date(changed) }),
            ]
              .filter(Boolean)
              .join(' · ')}
            trailing={
              status.archived === true ? (
                <StatePill tone="waiting" label={t('catalogue.archived')} />
              ) : status.id === defaultId ? (
                <StatePill tone="done" label={t('catalogue.isDefault')} />
              ) : undefined
            }
          />
        );
      })}
    </View>
  );
}

const useStyles = createStyles(() => ({
  grid: { flexDirection: 'row', flexWrap: 'wrap', gap: space.m },
  group: { gap: space.s },
}));
