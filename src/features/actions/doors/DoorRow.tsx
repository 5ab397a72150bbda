import { router } from 'expo-router';
import { View } from 'react-native';

import { VISIT_OUTCOMES, type VisitOutcome } from '@/contract/visit';
import { type Address } from '@/domain/address';
import { comeBackAt, doorLine, restOf, staircaseOf, type Door } from '@/domain/walkList';
import { ContactButtons } from '@/features/shared/ContactButtons';
import { useRuntime } from '@/features/shared/runtime';
import { useQuestions } from '@/features/shared/useQuestions';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { ListRow } from '@/ui/ListRow';
import { PressableView } from '@/ui/PressableView';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { createStyles } from '@/ui/theme';
import { radius, space, target } from '@/ui/tokens';

import { type Marking } from './useMarking';

interface DoorRowProps {
  door: Door;
  /** The doors of the list, for those of the same staircase. */
  shown: readonly Door[];
  actionId: number;
  /** Open, with its outcomes. */
  isCurrent: boolean;
  marking: Marking;
  onOpen: () => void;
  onMark: (outcome: VisitOutcome) => void;
  onNobodyIn: (doors: readonly Door[]) => void;
}

/** A door: its number, who lives there and the last visit; the current one with a button per outcome. */
export function DoorRow(props: DoorRowProps) {
  const { door, isCurrent, onOpen } = props;
  const styles = useStyles();
  const { t, format } = useI18n();
  const where = useWhere(door.address);
  const state = useLastVisit(door);
  const isClosed = door.visits[0]?.outcome === 'do_not_visit';
  return (
    <View style={[styles.row, isCurrent && styles.current]}>
      <PressableView aria-expanded={isCurrent} onPress={onOpen} style={styles.line}>
        <View style={styles.number}>
          <Text variant="amount">{door.address.houseNumber || '–'}</Text>
        </View>
        <View style={styles.words}>
          {where !== '' && <Text variant="note">{where}</Text>}
          {/* The open door has a row for each of them. */}
          {!isCurrent && door.residents.length > 0 && (
            <Text variant="strong">
              {format.commaList(door.residents.map(({ name }) => name || t('common.unnamed')))}
            </Text>
          )}
          <Text variant="note" tone={isClosed ? 'person' : 'quiet'}>
            {state}
          </Text>
        </View>
      </PressableView>
      {isCurrent && <OpenDoor {...props} />}
    </View>
  );
}

function OpenDoor({ door, shown, actionId, marking, onMark, onNobodyIn }: DoorRowProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const { now } = useRuntime();
  const staircase = restOf(staircaseOf(door, shown), now());
  const place = doorLine(door.address, insideOf(t, door.address));
  const canAsk = (useQuestions(actionId)?.length ?? 0) > 0;
  const record = (contact?: number) => {
    marking.endUndo();
    router.push({
      pathname: '/record',
      params: { action: actionId, place, door: door.key, ...(contact === undefined ? {} : { contact }) },
    });
  };
  return (
    <View style={styles.open}>
      <View style={styles.outcomes}>
        {VISIT_OUTCOMES.map((outcome) => (
          <View key={outcome} style={styles.outcome}>
            <Button
              kind={outcome === 'do_not_visit' ? 'danger' : 'secondary'}
              label={t(`actions.walk.outcome.${outcome}`)}
              onPress={() => onMark(outcome)}
            />
          </View>
        ))}
      </View>
      {staircase.length > 1 && (
        <Button
          kind="quiet"
          label={t('actions.walk.staircase', {
            house: door.address.houseNumber,
            number: format.number(staircase.length),
          })}
          onPress={() => onNobodyIn(staircase)}
        />
      )}
      <TextField
        label={t('actions.walk.note')}
        value={marking.notes[door.key] ?? ''}
        onChangeText={(note) => marking.setNote(door.key, note)}
        maxLength={1000}
        hint={t('actions.walk.noteHint')}
      />
      {door.residents.map(({ id, name, optedOut }, index) => (
        <ListRow
          key={id}
          title={name || t('common.unnamed')}
          detail={optedOut ? t('contacts.optedOutShort') : undefined}
          last={index === door.residents.length - 1}
          onPress={() => router.push({ pathname: '/contacts/[id]', params: { id } })}
          trailing={
            <View style={styles.buttons}>
              {canAsk && (
                <Button
                  kind="quiet"
                  label={t('forms.askShort')}
                  hint={name}
                  onPress={() =>
                    router.push({ pathname: '/contacts/[id]/ask', params: { id, action: actionId } })
                  }
                />
              )}
              <Button
                kind="secondary"
                icon="plus"
                label={t('common.record')}
                hint={name}
                onPress={() => record(id)}
              />
            </View>
          }
        />
      ))}
      <View style={styles.buttons}>
        {door.residents.length === 0 && (
          <Button kind="secondary" icon="plus" label={t('common.record')} onPress={() => record()} />
        )}
        <ContactButtons address={door.address} ways={['directions']} />
      </View>
      {door.visits.length > 0 && (
        <View>
          <Text variant="noteStrong" tone="quiet">
            {t('actions.walk.history')}
          </Text>
          {door.visits.slice(0, mostShown).map((visit) => (
            <Text key={visit.uuid} variant="note" tone="quiet">
              {[
                format.since(visit.visitedAt, now()),
                outcomeWord(t, visit.outcome),
                visit.note,
                visit.state === 'local' && t('actions.walk.onlyHere'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          ))}
        </View>
      )}
    </View>
  );
}

const mostShown = 5;

type Translate = ReturnType<typeof useI18n>['t'];

/** A newer service may send an outcome that this version has no word for. */
function outcomeWord(t: Translate, outcome: string): string {
  const known = VISIT_OUTCOMES.find((value) => value === outcome);
  return known === undefined ? outcome : t(`actions.walk.outcome.${known}`);
}

function useWhere(address: Address): string {
  const { t } = useI18n();
  return [address.addition, ...insideOf(t, address), address.infos].filter(Boolean).join(' · ');
}

/** Where in the house a door is. */
const insideOf = (t: Translate, { building, floor, door }: Address): string[] => [
  building && t('actions.addresses.building', { value: building }),
  floor && t('actions.addresses.floor', { value: floor }),
  door && t('actions.addresses.door', { value: door }),
];

/** The last visit in words, and when to come back. */
function useLastVisit(door: Door): string {
  const { t, format } = useI18n();
  const { now } = useRuntime();
  const [last] = door.visits;
  if (last === undefined) return t('actions.walk.notVisited');
  const back = comeBackAt(door);
  return [
    outcomeWord(t, last.outcome),
    back === null ? format.since(last.visitedAt, now()) : format.since(back, now()),
    last.note,
    last.state === 'local' && t('actions.walk.onlyHere'),
  ]
    .filter(Boolean)
    .join(' · ');
}

const useStyles = createStyles(({ colors, fontScale }) => ({
  row: { borderBottomWidth: 1, borderBottomColor: colors.line, paddingVertical: space.xs },
  current: {
    borderWidth: 1,
    borderColor: colors.primary,
    borderRadius: radius.card,
    paddingHorizontal: space.m,
    paddingVertical: space.s,
    backgroundColor: colors.surface,
  },
  line: { flexDirection: 'row', alignItems: 'center', columnGap: space.m, minHeight: target.small },
  number: { minWidth: 56 },
  words: { flex: 1, gap: 1 },
  open: { gap: space.m, paddingTop: space.s },
  outcomes: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
  outcome: { flexGrow: 1, flexBasis: 130 * fontScale },
  buttons: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s, alignItems: 'center' },
}));
