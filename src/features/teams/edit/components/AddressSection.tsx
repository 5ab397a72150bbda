import { useState } from 'react';

import { type TeamAddress } from '@/contract/team';
import { rareLines, usualLines, type AddressField } from '@/features/shared/teamFields';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

import { type TeamFault, type TeamForm } from '../teamForm';

interface AddressSectionProps {
  address: TeamForm['address'];
  /** What the service says of the address that stands. */
  known: Pick<TeamAddress, 'invalid' | 'score'> | undefined;
  faults: Partial<Record<AddressField, TeamFault>>;
  onChange: (field: AddressField, typed: string) => void;
}

/** Where the team meets. What few need is shown when asked for, or when it is filled in. */
export function AddressSection({ address, known, faults, onChange }: AddressSectionProps) {
  const { t, format } = useI18n();
  const [isWhole, setWhole] = useState(() => rareLines.some((line) => address[line] !== '' || faults[line]));
  const field = (line: AddressField) => {
    const fault = faults[line];
    return (
      <TextField
        key={line}
        label={t(`teamEdit.address.${line}`)}
        value={address[line]}
        onChangeText={(typed) => onChange(line, typed)}
        hint={line === 'location' ? t('teamEdit.locationHint') : undefined}
        error={fault === undefined ? undefined : t(`teamEdit.fault.${fault}`)}
      />
    );
  };
  return (
    <>
      <SectionHeader title={t('teamEdit.addressTitle')} />
      {known?.invalid === true && <Banner tone="person" icon="pin" title={t('teamEdit.addressInvalid')} />}
      {known?.score !== undefined && (
        <Text variant="note" tone="quiet">
          {t('teamEdit.addressScore', { score: format.percent(known.score) })}
        </Text>
      )}
      {usualLines.map(field)}
      {isWhole ? (
        rareLines.map(field)
      ) : (
        <Button kind="quiet" label={t('teamEdit.moreAddress')} onPress={() => setWhole(true)} />
      )}
    </>
  );
}
