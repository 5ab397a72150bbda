import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { isolate } from '@/i18n/isolate';
import { Card } from '@/ui/Card';
import { Icon } from '@/ui/Icon';
import { type IconName } from '@/ui/iconShapes';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space, type StateTone } from '@/ui/tokens';

import { type SortedAddresses } from '../addresses';

interface PreviewProps {
  sorted: SortedAddresses;
  /** Addresses of people in the space. */
  known: readonly string[];
}

const mostShown = 20;

/** What will be sent and what is wrong with the rest. */
export function Preview({ sorted, known }: PreviewProps) {
  const { t, format } = useI18n();
  const counted = (count: number) => ({ count, number: format.number(count) });
  const ready = sorted.good.length - known.length;
  const left = [
    { why: 'malformed', tone: 'person', icon: 'warning', addresses: sorted.malformed },
    { why: 'repeated', tone: 'waiting', icon: 'info', addresses: sorted.repeated },
    { why: 'known', tone: 'waiting', icon: 'info', addresses: known },
  ] as const;
  return (
    <Card>
      <Text variant="section" heading={2}>
        {t('invitations.preview.title')}
      </Text>
      {ready > 0 && <Line tone="done" icon="check" title={t('invitations.preview.good', counted(ready))} />}
      {left.map(
        ({ why, tone, icon, addresses }) =>
          addresses.length > 0 && (
            <Line
              key={why}
              tone={tone}
              icon={icon}
              title={t(`invitations.preview.${why}`, counted(addresses.length))}
              text={t(`invitations.preview.${why}Text`)}
              addresses={addresses}
            />
          )
      )}
    </Card>
  );
}

interface LineProps {
  tone: StateTone;
  icon: IconName;
  title: string;
  text?: string;
  addresses?: readonly string[];
}

function Line({ tone, icon, title, text, addresses = [] }: LineProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const shown = addresses.slice(0, mostShown).map(isolate);
  const rest = addresses.length - shown.length;
  const list = rest > 0 ? [...shown, t('invitations.preview.more', { number: format.number(rest) })] : shown;
  return (
    <View style={styles.line}>
      <Icon name={icon} tone={tone} size={20} />
      <View style={styles.texts}>
        <Text variant="noteStrong" tone={tone}>
          {title}
        </Text>
        {text !== undefined && (
          <Text variant="note" tone="quiet">
            {text}
          </Text>
        )}
        {list.length > 0 && <Text variant="note">{format.commaList(list)}</Text>}
      </View>
    </View>
  );
}

const useStyles = createStyles(() => ({
  line: { flexDirection: 'row', gap: space.s, paddingVertical: space.xs },
  texts: { flex: 1, gap: 1 },
}));
