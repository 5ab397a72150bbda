import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { View } from 'react-native';

import { groupByStreet, streetKey, type Address } from '@/domain/address';
import { sortKeyOf } from '@/domain/fold';
import { countInTurf, groupByStation, isEmptyTurf } from '@/domain/turf';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { Button } from '@/ui/Button';
import { GroupError } from '@/ui/ErrorPlace';
import { IconButton } from '@/ui/IconButton';
import { ListRow } from '@/ui/ListRow';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { streetError, turfOf, type ActionForm } from '../actionForm';
import { AreaEditor } from './AreaEditor';
import { PlacePicker } from './PlacePicker';
import { StreetRow } from './StreetRow';

interface TurfSectionProps {
  form: Pick<ActionForm, 'drawing' | 'streets' | 'stations'>;
  setForm: (next: (before: ActionForm) => ActionForm) => void;
  errors: { turf: string | undefined; streets: string | undefined };
}

/** More than this on one phone makes it slow. */
const manyContacts = 10_000;

/** Where the action takes place, with the number of contacts inside. */
export function TurfSection({ form, setForm, errors }: TurfSectionProps) {
  const { t, format } = useI18n();
  const styles = useStyles();
  const runtime = useRuntime();
  const { data: addresses } = useQuery(contactQueries.addresses(runtime));
  const [picking, setPicking] = useState<'streets' | 'stations' | null>(null);
  const known = addresses ?? none;
  const streets = useMemo(() => groupByStreet(known).filter(({ name }) => name !== ''), [known]);
  const stations = useMemo(() => groupByStation(known), [known]);
  const { drawing, streets: picked, stations: voting } = useDeferredValue(form);
  const turf = useMemo(
    () => turfOf({ drawing, streets: picked, stations: voting }),
    [drawing, picked, voting]
  );
  const inside = useMemo(() => countInTurf(turf, known), [turf, known]);
  const setStreets = (next: (before: ActionForm['streets']) => ActionForm['streets']) =>
    setForm((before) => ({ ...before, streets: next(before.streets) }));
  const removeStation = (key: string) =>
    setForm((before) => ({ ...before, stations: before.stations.filter((name) => sortKeyOf(name) !== key) }));
  return (
    <View style={styles.section}>
      <SectionHeader title={t('actionEdit.turf')} />
      {addresses !== undefined && (
        <AreaEditor
          drawing={form.drawing}
          addresses={known}
          onChange={(next) => setForm((before) => ({ ...before, drawing: next(before.drawing) }))}
          error={errors.turf}
        />
      )}
      {form.streets.map((street, place) => (
        <StreetRow
          key={`${street.street} ${street.city} ${place}`}
          street={street}
          isTried={errors.streets !== undefined}
          onChange={(part) =>
            setStreets((before) =>
              before.map((each, index) => (index === place ? { ...each, ...part } : each))
            )
          }
          onRemove={() => setStreets((before) => before.filter((_, index) => index !== place))}
        />
      ))}
      {form.streets.every((street) => streetError(street) === null) && <GroupError error={errors.streets} />}
      {form.stations.map((name) => (
        <ListRow
          key={name}
          title={name}
          detail={t('actionEdit.stations.station')}
          trailing={
            <IconButton
              icon="close"
              kind="plain"
              label={t('teamEdit.removeWhom', { name })}
              onPress={() => removeStation(sortKeyOf(name))}
            />
          }
        />
      ))}
      <View style={styles.buttons}>
        <Button
          kind="secondary"
          icon="plus"
          label={t('actionEdit.streets.add')}
          onPress={() => setPicking('streets')}
        />
        {stations.length > 0 && (
          <Button
            kind="secondary"
            icon="plus"
            label={t('actionEdit.stations.add')}
            onPress={() => setPicking('stations')}
          />
        )}
      </View>
      <Text variant="strong" aria-live="polite">
        {isEmptyTurf(turf)
          ? t('actionEdit.inside.nothing')
          : t('actionEdit.inside.contacts', {
              count: inside.contacts,
              number: format.number(inside.contacts),
              doors: t('actions.doors', { count: inside.doors, number: format.number(inside.doors) }),
            })}
      </Text>
      {inside.contacts > manyContacts && (
        <Text variant="note" tone="person">
          {t('actionEdit.inside.many', { number: format.number(manyContacts) })}
        </Text>
      )}
      {picking === 'streets' && (
        <PlacePicker
          title={t('actionEdit.streets.add')}
          placeholder={t('actionEdit.streets.placeholder')}
          none={t('actionEdit.streets.none')}
          places={streets}
          chosen={new Set(form.streets.map(streetKey))}
          onChange={({ key, name, town }, isChosen) =>
            setStreets((before) =>
              isChosen
                ? [...before, { street: name, city: town, from: '', to: '', side: 'all' }]
                : before.filter((street) => streetKey(street) !== key)
            )
          }
          onClose={() => setPicking(null)}
        />
      )}
      {picking === 'stations' && (
        <PlacePicker
          title={t('actionEdit.stations.add')}
          placeholder={t('actionEdit.stations.title')}
          none={t('actionEdit.stations.none')}
          places={stations}
          chosen={new Set(form.stations.map((name) => sortKeyOf(name)))}
          onChange={({ key, name }, isChosen) =>
            isChosen
              ? setForm((before) => ({ ...before, stations: [...before.stations, name] }))
              : removeStation(key)
          }
          onClose={() => setPicking(null)}
        />
      )}
    </View>
  );
}

const none: readonly Address[] = [];

const useStyles = createStyles(() => ({
  section: { gap: space.s },
  buttons: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
}));
