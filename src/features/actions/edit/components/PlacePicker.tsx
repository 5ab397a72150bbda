import { useState } from 'react';
import { View } from 'react-native';

import { sortKeyOf } from '@/domain/fold';
import { SearchDialog } from '@/features/shared/SearchDialog';
import { useI18n } from '@/i18n/I18nProvider';
import { CheckboxRow } from '@/ui/CheckboxRow';

/** A street or a polling station; the key is folded, as the search is. */
export type Place = { key: string; name: string; town?: string; count: number };

interface PlacePickerProps<Found extends Place> {
  title: string;
  placeholder: string;
  none: string;
  /** Those of the contacts on this phone. */
  places: readonly Found[];
  chosen: ReadonlySet<string>;
  onChange: (place: Found, isChosen: boolean) => void;
  onClose: () => void;
}

const mostShown = 50;

export function PlacePicker<Found extends Place>({
  title,
  placeholder,
  none,
  places,
  chosen,
  onChange,
  onClose,
}: PlacePickerProps<Found>) {
  const { t, format } = useI18n();
  const [typed, setTyped] = useState('');
  const words = sortKeyOf(typed).split(' ').filter(Boolean);
  const found = places.filter(({ key }) => words.every((word) => key.includes(word)));
  return (
    <SearchDialog
      title={title}
      placeholder={placeholder}
      typed={typed}
      onType={setTyped}
      none={found.length === 0 ? none : null}
      onClose={onClose}
    >
      <View>
        {found.slice(0, mostShown).map((place) => (
          <CheckboxRow
            key={place.key}
            label={place.name}
            hint={[
              place.town,
              t('actions.contacts', { count: place.count, number: format.number(place.count) }),
            ]
              .filter(Boolean)
              .join(' · ')}
            checked={chosen.has(place.key)}
            onChange={(isChosen) => onChange(place, isChosen)}
          />
        ))}
      </View>
    </SearchDialog>
  );
}
