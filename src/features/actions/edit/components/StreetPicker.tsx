import { useState } from 'react';
import { View } from 'react-native';

import { streetKey, type Street } from '@/domain/address';
import { sortKeyOf } from '@/domain/fold';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { Dialog } from '@/ui/Dialog';
import { SearchField } from '@/ui/SearchField';
import { Text } from '@/ui/Text';

import { type PickedStreet } from '../actionForm';

interface StreetPickerProps {
  /** The streets in which contacts on this phone live. */
  streets: readonly Street[];
  picked: readonly PickedStreet[];
  onAdd: (street: PickedStreet) => void;
  onRemove: (isIt: (street: PickedStreet) => boolean) => void;
  onClose: () => void;
}

const mostShown = 50;

export function StreetPicker({ streets, picked, onAdd, onRemove, onClose }: StreetPickerProps) {
  const { t, format } = useI18n();
  const [typed, setTyped] = useState('');
  const words = sortKeyOf(typed).split(' ').filter(Boolean);
  const found = streets.filter(({ key }) => words.every((word) => key.includes(word)));
  const chosen = new Set(picked.map(streetKey));
  return (
    <Dialog
      open
      title={t('actionEdit.streets.add')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={<Button label={t('teamEdit.pick.done')} onPress={onClose} />}
    >
      <SearchField
        label={t('common.search')}
        clearLabel={t('common.clear')}
        placeholder={t('actionEdit.streets.placeholder')}
        value={typed}
        onChange={setTyped}
        autoFocus
      />
      {found.length === 0 && <Text tone="quiet">{t('actionEdit.streets.none')}</Text>}
      <View>
        {found.slice(0, mostShown).map(({ key, name, town, count }) => (
          <CheckboxRow
            key={key}
            label={name}
            hint={[town, t('actions.contacts', { count, number: format.number(count) })]
              .filter(Boolean)
              .join(' · ')}
            checked={chosen.has(key)}
            onChange={(checked) =>
              checked
                ? onAdd({ street: name, city: town, from: '', to: '', side: 'all' })
                : onRemove((street) => streetKey(street) === key)
            }
          />
        ))}
      </View>
    </Dialog>
  );
}
