// Offline: complete. What other phones changed is as of the last contact with the service.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { View } from 'react-native';

import { type PromisedGift } from '@/db/promises';
import { readDay } from '@/domain/day';
import { type Due, dueOf } from '@/domain/promise';
import { ContactButtons } from '@/features/shared/ContactButtons';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useToday } from '@/features/shared/useToday';
import { useI18n } from '@/i18n/I18nProvider';
import { promiseQueries } from '@/queries/promises';
import { Avatar } from '@/ui/Avatar';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { EmptyState } from '@/ui/EmptyState';
import { List } from '@/ui/List';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { space } from '@/ui/tokens';

import { PromiseDialog } from './PromiseDialog';

/** The call-back list: who promised a gift, when to call them, and what became of it. */
export function PromisesScreen() {
  const { t } = useI18n();
  const query = useQuery(promiseQueries.list(useRuntime()));
  return (
    <Screen title={t('promises.title')} below={t('promises.text')} back={useBack('/')} body="list">
      <Loaded query={query} inList>
        {(promises) => <Promises promises={promises} />}
      </Loaded>
    </Screen>
  );
}

type Row = { kind: 'due'; due: Due } | { kind: 'promise'; promise: PromisedGift };

function Promises({ promises }: { promises: readonly PromisedGift[] }) {
  const { t, format } = useI18n();
  const own = promises.filter(({ isOwn }) => isOwn);
  const hasBoth = own.length > 0 && own.length < promises.length;
  const [whose, setWhose] = useState<'mine' | 'everyone'>('mine');
  const [opened, setOpened] = useState<PromisedGift | null>(null);
  const today = useToday();
  const shown = hasBoth && whose === 'mine' ? own : promises;
  const rows = shown.flatMap((promise, place): Row[] => {
    const due = dueOf(promise, today);
    const before = shown[place - 1];
    const isFirst = before === undefined || dueOf(before, today) !== due;
    return [...(isFirst ? [{ kind: 'due' as const, due }] : []), { kind: 'promise', promise }];
  });
  const detailOf = ({ amount, currency, callBack, who }: PromisedGift) =>
    [
      format.money(amount, currency),
      callBack === null ? '' : t('promises.callOn', { day: format.calendarDate(readDay(callBack) ?? 0) }),
      who.optedOut ? t('contacts.optedOutShort') : '',
    ]
      .filter(Boolean)
      .join(' · ');
  // Its id changes when it arrives; the dialog stays open.
  const current = promises.find(({ id }) => id === opened?.id) ?? opened;
  return (
    <>
      <List
        resetKey={whose}
        items={rows}
        keyExtractor={(row) => (row.kind === 'due' ? row.due : row.promise.id)}
        getItemType={({ kind }) => kind}
        header={
          hasBoth ? (
            <ChoiceChips
              label={t('promises.whose')}
              choices={[
                { value: 'mine', label: t('promises.mine') },
                { value: 'everyone', label: t('promises.everyone') },
              ]}
              value={whose}
              onChange={setWhose}
            />
          ) : undefined
        }
        renderItem={(row) => {
          if (row.kind === 'due') return <SectionHeader title={t(`promises.${row.due}`)} />;
          const { promise } = row;
          const name = promise.who.name ?? t('common.unnamed');
          return (
            <ListRow
              leading={<Avatar name={name} />}
              title={name}
              detail={detailOf(promise)}
              trailing={
                <View style={{ flexDirection: 'row', gap: space.s, paddingVertical: space.s }}>
                  <ContactButtons
                    phone={promise.who.phone}
                    ways={['call', 'text']}
                    whom={name}
                    optedOut={promise.who.optedOut}
                  />
                </View>
              }
              onPress={() => setOpened(promise)}
            />
          );
        }}
        empty={<EmptyState icon="check" title={t('promises.empty')} text={t('promises.emptyText')} />}
      />
      {current && <PromiseDialog key={current.id} promise={current} onClose={() => setOpened(null)} />}
    </>
  );
}
