import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { View } from 'react-native';

import { groupByStreet, type Address } from '@/domain/address';
import { countInTurf, isEmptyTurf } from '@/domain/turf';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { Button } from '@/ui/Button';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';

import { turfOf, type ActionForm } from '../actionForm';
import { AreaEditor } from './AreaEditor';
import { StreetPicker } from './StreetPicker';
import { StreetRow } from './StreetRow';

interface TurfSectionProps {
  form: Pick<ActionForm, 'drawing' | 'streets'>;
  setForm: (next: (before: ActionForm) => ActionForm) => void;
  errors: { turf: string | undefined; streets: string | undefined };
}

/** More than this on one phone makes it slow. */
const manyContacts = 10_000;

/** Where the action takes place, with the number of contacts inside. */
export function TurfSection({ form, setForm, errors }: TurfSectionProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { data: addresses } = useQuery(contactQueries.addresses(runtime));
  const [isPicking, setPicking] = useState(false);
  const known = addresses ?? none;
  const streets = useMemo(() => groupByStreet(known).filter(({ name }) => name !== ''), [known]);
  const { drawing, streets: picked } = useDeferredValue(form);
  const turf = useMemo(() => turfOf(drawing, picked), [drawing, picked]);
  const inside = useMemo(() => countInTurf(turf, known), [turf, known]);
  const setStreets = (next: (before: ActionForm['streets']) => ActionForm['streets']) =>
    setForm((before) => ({ ...before, streets: next(before.streets) }));
  return (
    <View>
      <SectionHeader title={t('actionEdit.turf')} />
      <Text variant="note" tone="quiet">
        {t('actionEdit.turfHint')}
      </Text>
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
          error={errors.streets}
          onChange={(part) =>
            setStreets((before) =>
              before.map((each, index) => (index === place ? { ...each, ...part } : each))
            )
          }
          onRemove={() => setStreets((before) => before.filter((_, index) => index !== place))}
        />
      ))}
      <Button
        kind="secondary"
        icon="plus"
        label={t('actionEdit.streets.add')}
        onPress={() => setPicking(true)}
      />
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
      {isPicking && (
        <StreetPicker
          streets={streets}
          picked={form.streets}
          onAdd={(street) => setStreets((before) => [...before, street])}
          onRemove={(key) => setStreets((before) => before.filter((each) => !key(each)))}
          onClose={() => setPicking(false)}
        />
      )}
    </View>
  );
}

const none: readonly Address[] = [];
