// Offline: complete. Marks are saved on the phone and sent when there is signal, if the service has a place for them.
import { useQuery } from '@tanstack/react-query';
import { useLocalSearchParams } from 'expo-router';
import { useMemo, useRef, useState } from 'react';
import { View } from 'react-native';

import { type Action } from '@/contract/action';
import { type VisitOutcome } from '@/contract/visit';
import {
  groupDoors,
  matchesFilter,
  restOf,
  sortByDistance,
  type Door,
  type DoorFilter,
  type DoorGroup,
  type DoorOrder,
} from '@/domain/walkList';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { actionQueries } from '@/queries/actions';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { EmptyState } from '@/ui/EmptyState';
import { List, type ListHandle } from '@/ui/List';
import { Screen } from '@/ui/Screen';
import { SectionHeader } from '@/ui/SectionHeader';
import { Skeleton } from '@/ui/Skeleton';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { usePosition } from '../usePosition';
import { ComeBackDialog } from './ComeBackDialog';
import { DoNotVisitDialog } from './DoNotVisitDialog';
import { DoorRow } from './DoorRow';
import { useDoors } from './useDoors';
import { useMarking, type Marking } from './useMarking';
import { useSteadyDoor } from './useSteadyDoor';

type Params = { id: string; door?: string };

/** The doors of an action, to be marked one after the other. */
export function WalkListScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { id = '', door } = useLocalSearchParams<Params>();
  const back = useBack({ pathname: '/actions/[id]', params: { id } });
  const query = useQuery(actionQueries.one(runtime, Number.parseInt(id, 10)));
  const action = query.data?.Action;
  if (action !== undefined) return <WalkList action={action} back={back} openedKey={door ?? null} />;
  return (
    <Screen title={t('actions.walk.title')} back={back}>
      <Loaded query={query}>
        {() => <EmptyState icon="flag" title={t('actions.empty.gone')} text={t('actions.empty.goneText')} />}
      </Loaded>
    </Screen>
  );
}

interface WalkListProps {
  action: Action;
  back: ReturnType<typeof useBack>;
  /** The door that was opened from the map. */
  openedKey: string | null;
}

/** The door that an open dialog is about, whichever door is current meanwhile. */
type Asked = { door: Door; outcome: 'come_back' | 'do_not_visit' };
type Row = { kind: 'group'; group: DoorGroup } | { kind: 'door'; door: Door };

function WalkList({ action, back, openedKey }: WalkListProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const { now } = useRuntime();
  const position = usePosition();
  const loaded = useDoors(action);
  const doors = useMemo(() => loaded?.doors ?? [], [loaded]);
  const [filter, setFilter] = useState<DoorFilter>(openedKey === null ? 'left' : 'all');
  const [order, setOrder] = useState<DoorOrder>('street');
  const [chosenKey, setChosenKey] = useState(openedKey);
  const marking = useMarking(action.id);
  const { notes } = marking;
  const [asked, setAsked] = useState<Asked | null>(null);

  // A minute is exact enough for what is due, and the list is not built again on every letter.
  const minute = Math.floor(now() / 60_000) * 60_000;
  // A door with a note that no mark has saved stays on the list.
  const shown = useMemo(
    () => doors.filter((door) => matchesFilter(door, filter, minute) || notes[door.key] !== undefined),
    [doors, filter, minute, notes]
  );
  const { fix } = position;
  const rows = useMemo((): Row[] => {
    if (order === 'nearest' && fix !== null)
      return sortByDistance(shown, fix).map((door) => ({ kind: 'door', door }));
    return groupDoors(shown).flatMap((group): Row[] => [
      { kind: 'group', group },
      ...group.doors.map((door): Row => ({ kind: 'door', door })),
    ]);
  }, [shown, order, fix]);
  const inOrder = useMemo(() => rows.flatMap((row) => (row.kind === 'door' ? [row.door] : [])), [rows]);
  // A gift that was recorded at the chosen door may have taken it off the list: the next one follows.
  const current = useMemo(() => {
    const isNear = order === 'nearest' && fix !== null;
    const sorted = isNear ? sortByDistance(doors, fix) : groupDoors(doors).flatMap((group) => group.doors);
    const place = sorted.findIndex(({ key }) => key === chosenKey);
    const listed = new Set(shown);
    // A walk that was left goes on at the first door that nobody visited today.
    const [next] =
      place < 0 ? restOf(inOrder, minute) : sorted.slice(place).filter((door) => listed.has(door));
    return next ?? inOrder[0] ?? null;
  }, [doors, shown, inOrder, order, fix, chosenKey, minute]);
  const list = useRef<ListHandle>(null);
  const currentKey = current?.key ?? null;
  const steady = useSteadyDoor(list, {
    key: currentKey,
    index: rows.findIndex((row) => row.kind === 'door' && row.door.key === currentKey),
  });

  const goOn = (door: Door) => {
    if (door.key === currentKey) steady.hold();
    const place = inOrder.findIndex(({ key }) => key === door.key);
    setChosenKey(inOrder[place + 1]?.key ?? null);
  };
  const save = (door: Door, outcome: VisitOutcome, comeBackAt?: number) => {
    setAsked(null);
    goOn(door);
    void marking.mark([door], outcome, comeBackAt);
  };
  const mark = (door: Door, outcome: VisitOutcome) => {
    if (outcome === 'come_back' || outcome === 'do_not_visit') setAsked({ door, outcome });
    else save(door, outcome);
  };
  /** The door is open again, for the mark that was meant. */
  const undo = () => {
    if (marking.last !== null) setChosenKey(marking.last.door);
    void marking.undo();
  };
  const chooseOrder = (next: DoorOrder) => {
    setOrder(next);
    if (next === 'nearest') position.locate?.();
  };
  const left = doors.filter((door) => matchesFilter(door, 'left', minute)).length;
  // Scrolls with the doors: pinned, it would leave no room for them on a small phone or with large text.
  const choices = (
    <View style={styles.choices}>
      <ChoiceChips
        label={t('actions.walk.show')}
        labelHidden
        choices={(['left', 'due', 'all'] as const).map((value) => ({
          value,
          label: t(`actions.walk.filter.${value}`),
        }))}
        value={filter}
        onChange={setFilter}
      />
      {position.locate !== undefined && (
        <ChoiceChips
          label={t('actions.walk.sort')}
          labelHidden
          choices={(['street', 'nearest'] as const).map((value) => ({
            value,
            label: t(`actions.walk.order.${value}`),
          }))}
          value={order}
          onChange={chooseOrder}
        />
      )}
      {order === 'nearest' && position.problem !== null && (
        <Text variant="note" tone="quiet" aria-live="polite">
          {t(`actions.map.${position.problem}`)}
        </Text>
      )}
      {loaded?.isAccepted === false && (
        <Banner
          tone="waiting"
          icon="device"
          title={t('actions.walk.onlyHere')}
          text={t('actions.walk.onlyHereText')}
        />
      )}
    </View>
  );
  return (
    <Screen
      title={t('actions.walk.title')}
      below={`${action.name ?? ''} · ${t('actions.walk.leftOf', { left: format.number(left), all: format.number(doors.length) })}`}
      back={back}
      body="list"
      footer={(marking.last ?? marking.problem) !== null && <UndoBar marking={marking} onUndo={undo} />}
    >
      {loaded === null ? (
        <Skeleton label={t('common.loading')} rows={6} />
      ) : (
        <List
          ref={list}
          resetKey={`${filter} ${order}`}
          header={choices}
          items={rows}
          keyExtractor={(row) => (row.kind === 'group' ? row.group.key : row.door.key)}
          getItemType={(row) => (row.kind === 'door' && row.door.key === currentKey ? 'current' : row.kind)}
          extraData={[currentKey, minute, marking.notes]}
          renderItem={(row) =>
            row.kind === 'group' ? (
              <GroupHeader group={row.group} onNobodyIn={(all) => void marking.mark(all, 'nobody_in')} />
            ) : (
              <DoorRow
                door={row.door}
                shown={shown}
                actionId={action.id}
                isCurrent={row.door.key === currentKey}
                marking={marking}
                onOpen={() => setChosenKey(row.door.key)}
                onMark={(outcome) => mark(row.door, outcome)}
                onNobodyIn={(all) => {
                  goOn(row.door);
                  void marking.mark(all, 'nobody_in');
                }}
              />
            )
          }
          empty={
            <EmptyState
              icon="check"
              title={t(`actions.walk.empty.${filter}`)}
              text={t(`actions.walk.empty.${filter}Text`)}
            />
          }
        />
      )}
      {asked?.outcome === 'come_back' && (
        <ComeBackDialog
          now={minute}
          onClose={() => setAsked(null)}
          onChoose={(time) => save(asked.door, 'come_back', time)}
        />
      )}
      {asked?.outcome === 'do_not_visit' && (
        <DoNotVisitDialog
          address={asked.door.address}
          onClose={() => setAsked(null)}
          onConfirm={() => save(asked.door, 'do_not_visit')}
        />
      )}
    </Screen>
  );
}

/** A side of a street, with one button for the rest of its doors. */
function GroupHeader({ group, onNobodyIn }: { group: DoorGroup; onNobodyIn: (doors: Door[]) => void }) {
  const { t, format } = useI18n();
  const { now } = useRuntime();
  const rest = restOf(group.doors, now());
  const street = group.street || t('actions.addresses.noStreet');
  return (
    <SectionHeader
      title={`${street} · ${t(`actions.addresses.${group.side}`)}`}
      trailing={
        rest.length > 1 && (
          <Button
            kind="quiet"
            label={t('actions.walk.nobodyInRest', { number: format.number(rest.length) })}
            onPress={() => onNobodyIn(rest)}
          />
        )
      }
    />
  );
}

/** What was marked last, and the button that takes it back. */
function UndoBar({ marking: { last, problem }, onUndo }: { marking: Marking; onUndo: () => void }) {
  const { t, format } = useI18n();
  const styles = useStyles();
  if (problem !== null) return <Banner live tone="person" icon="warning" title={problem} />;
  if (last === null) return null;
  const what = t(`actions.walk.outcome.${last.outcome}`);
  const where = last.marked.length === 1 ? last.where : format.number(last.marked.length);
  return (
    <View style={styles.undo} role="status" aria-live="polite">
      <View style={styles.words}>
        <Text variant="noteStrong">{t('actions.walk.marked', { where, what })}</Text>
      </View>
      <Button kind="secondary" label={t('common.undo')} onPress={onUndo} />
    </View>
  );
}

const useStyles = createStyles(() => ({
  choices: { gap: space.s },
  undo: { flexDirection: 'row', alignItems: 'center', gap: space.m },
  words: { flex: 1 },
}));
