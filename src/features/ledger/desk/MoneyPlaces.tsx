import { type LinkProps } from 'expo-router';
import { View } from 'react-native';

import { TableLink } from '@/features/shared/TableLink';
import { useExtension } from '@/features/shared/useExtension';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

/** Links from the ledger at a desk to the other places of a treasurer; those that the service has, for who may open them. */
export function MoneyPlaces() {
  const { t } = useI18n();
  const styles = useStyles();
  const { canCorrectBundles } = usePermissions();
  const places: [has: boolean, label: string, href: LinkProps['href']][] = [
    [useExtension('batches'), t('you.batches'), '/batches'],
    [useExtension('reconciliation'), t('you.reconciliation'), '/reconciliation'],
    [true, t('you.cashByPerson'), '/cash'],
    [useExtension('months'), t('you.months'), '/months'],
    [useExtension('receipts'), t('receipts.books.title'), '/receipt-books'],
  ];
  if (!canCorrectBundles) return null;
  return (
    <View role="navigation" aria-label={t('ledger.desk.places')} style={styles.places}>
      {places.map(([has, label, href]) => has && <TableLink key={label} href={href} label={label} />)}
    </View>
  );
}

const useStyles = createStyles(() => ({
  places: { flexDirection: 'row', flexWrap: 'wrap', columnGap: space.xl },
}));
