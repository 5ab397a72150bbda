import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { View } from 'react-native';

import { useRuntime, useSyncStatus } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { Button } from '@/ui/Button';
import { Column } from '@/ui/Column';
import { EmptyState } from '@/ui/EmptyState';
import { LetterIndex } from '@/ui/LetterIndex';
import { List, type ListHandle } from '@/ui/List';
import { ListRow } from '@/ui/ListRow';
import { Skeleton } from '@/ui/Skeleton';
import { useTheme } from '@/ui/theme';
import { radius, target } from '@/ui/tokens';

import { letterAt, shortestWithLetters, sideLetters } from '../letters';
import { useListWindow } from '../useListWindow';
import { AddedContacts } from './AddedContacts';
import { ContactRow } from './ContactRow';

interface ContactListProps {
  onOpen: (id: number) => void;
  /** Absent where the service has no place for new contacts. */
  onAdd: (() => void) | undefined;
  /** For managers, with a service that imports. */
  onImport: (() => void) | undefined;
}

/** The complete list by name. Rows are rendered and read in windows around the screen. */
export function ContactList({ onOpen, onAdd, onImport }: ContactListProps) {
  const { t } = useI18n();
  const { phase, lastPulledAt } = useSyncStatus();
  const rows = useListWindow();
  const { count } = rows;
  const { letters, current, follow } = useLetters(count ?? 0);
  const list = useRef<ListHandle>(null);
  const places = useMemo(() => Array.from({ length: count ?? 0 }, (_, place) => place), [count]);

  if (rows.isFailed)
    return (
      <EmptyState
        icon="warning"
        title={t('common.failure.title')}
        text={t('common.failure.text')}
        action={<Button kind="secondary" label={t('common.tryAgain')} onPress={rows.refetch} />}
      />
    );
  if (count === undefined)
    return (
      <Column>
        <Skeleton label={t('common.loading')} />
      </Column>
    );
  return (
    <View style={container}>
      <List
        ref={list}
        header={<AddedContacts typed="" />}
        items={places}
        keyExtractor={rows.keyOf}
        extraData={rows.lineAt}
        onFirstVisible={(first) => {
          rows.show(first);
          follow(first);
        }}
        renderItem={(place) => {
          const line = rows.lineAt(place);
          return line === undefined ? <Unread /> : <ContactRow line={line} onPress={() => onOpen(line.id)} />;
        }}
        empty={
          <EmptyState
            icon="person"
            title={t('contacts.empty.title')}
            text={t(
              phase.kind === 'pulling'
                ? 'contacts.empty.arriving'
                : lastPulledAt === null
                  ? 'contacts.empty.text'
                  : onImport
                    ? 'contacts.empty.import'
                    : 'common.noneYet'
            )}
            action={
              <>
                {onImport && <Button icon="download" label={t('contacts.importTitle')} onPress={onImport} />}
                {onAdd && (
                  <Button
                    kind={onImport ? 'secondary' : 'primary'}
                    icon="plus"
                    label={t('contactEdit.add')}
                    onPress={onAdd}
                  />
                )}
              </>
            }
          />
        }
      />
      {letters.length > 1 && (
        <LetterIndex
          label={t('contacts.letters')}
          letters={letters.map(({ letter }) => letter)}
          current={current}
          onJump={(index) => list.current?.scrollToIndex(letters[index]?.place ?? 0)}
        />
      )}
    </View>
  );
}

/** The letters at the side, none for a short list; and the current one. */
function useLetters(count: number) {
  const runtime = useRuntime();
  const isLong = count >= shortestWithLetters;
  const { data } = useQuery({ ...contactQueries.letters(runtime), enabled: isLong });
  const letters = useMemo(() => (isLong && data ? sideLetters(data) : []), [isLong, data]);
  const [first, setFirst] = useState(0);
  const current = letterAt(letters, first);
  // Renders again at another letter, not at every row.
  const follow = (row: number) => letterAt(letters, row) !== current && setFirst(row);
  return { letters, current, follow };
}

const container = { flex: 1 } as const;

/** A placeholder of the same height while the window is read, so that nothing moves. */
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

/** The height of a line of text. */
const blank = '\u00a0';
