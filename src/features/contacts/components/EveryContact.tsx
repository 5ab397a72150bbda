import { useMemo } from 'react';
import { View } from 'react-native';

import { useSyncStatus } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Column } from '@/ui/Column';
import { EmptyState } from '@/ui/EmptyState';
import { List } from '@/ui/List';
import { ListRow } from '@/ui/ListRow';
import { Skeleton } from '@/ui/Skeleton';
import { useTheme } from '@/ui/theme';
import { radius, target } from '@/ui/tokens';

import { useContactWindows } from '../useContactWindows';
import { ContactRow } from './ContactRow';

/** The whole list by name. Rows exist near the screen alone; their records are read by windows. */
export function EveryContact({ onOpen }: { onOpen: (id: number) => void }) {
  const { t } = useI18n();
  const { phase } = useSyncStatus();
  const windows = useContactWindows();
  const { count } = windows;
  const places = useMemo(() => Array.from({ length: count ?? 0 }, (_, place) => place), [count]);

  if (windows.isFailed)
    return (
      <EmptyState
        icon="warning"
        title={t('common.failure.title')}
        text={t('common.failure.text')}
        action={<Button kind="secondary" label={t('common.tryAgain')} onPress={windows.refetch} />}
      />
    );
  if (count === undefined || (count > 0 && windows.lineAt(0) === undefined && windows.isFirstShown))
    return (
      <Column>
        <Skeleton label={t('common.loading')} />
      </Column>
    );
  return (
    <List
      items={places}
      keyOf={(place) => String(place)}
      extra={windows.lineAt}
      onShown={windows.show}
      draw={(place) => {
        const line = windows.lineAt(place);
        return line === undefined ? <Unread /> : <ContactRow line={line} onPress={() => onOpen(line.id)} />;
      }}
      empty={
        <EmptyState
          icon="person"
          title={t('contacts.empty.title')}
          text={t(phase.kind === 'pulling' ? 'contacts.empty.arriving' : 'contacts.empty.text')}
        />
      }
    />
  );
}

/** As high as a line, and of its shape, while its window is read: nothing moves when the words come. */
function Unread() {
  const { colors } = useTheme();
  const round = { width: target.small, height: target.small, borderRadius: radius.round };
  return (
    <View aria-hidden>
      <ListRow
        leading={<View style={[round, { backgroundColor: colors.line }]} />}
        title={blank}
        detail={blank}
      />
    </View>
  );
}

/** Takes the room of a line of words. */
const blank = '\u00a0';
