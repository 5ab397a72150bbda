import { readTurf } from '@/domain/turf';
import { useI18n } from '@/i18n/I18nProvider';

const names = {
  name: 'actionEdit.name',
  pitch: 'actionEdit.pitch',
  link: 'actionEdit.link',
  registration_link: 'actionEdit.registrationLink',
  start: 'actionEdit.startDay',
  end: 'actionEdit.endDay',
  goal: 'actionEdit.goal',
  goal_forms: 'actionEdit.goalForms',
  public: 'actionEdit.public',
  state: 'actionEdit.state',
  facts: 'actionEdit.facts',
  polygon: 'actionEdit.turf',
  not_polygon: 'actionEdit.map.hole',
  address_included: 'actionEdit.streets.title',
  polling_station_included: 'actionEdit.stations.title',
} as const;

/** The fields of an action in words, for the choice where two people changed one. */
export function useActionWords() {
  const { t, format } = useI18n();
  return {
    nameOf: (field: string): string => {
      const known = Object.entries(names).find(([name]) => name === field);
      return known === undefined ? field.replaceAll('_', ' ') : t(known[1]);
    },
    describeValue: (field: string, value: unknown): string | undefined => {
      if (typeof value !== 'string' || value === '') return undefined;
      if (field === 'start' || field === 'end') return format.day(value);
      if (field === 'polygon' || field === 'not_polygon' || field === 'address_included')
        return t('actionEdit.drawn');
      if (field === 'polling_station_included')
        return readTurf({ polling_station_included: value }).stations.join(', ');
      return undefined;
    },
  };
}
