import { useState } from 'react';

import { type TeamAddress } from '@/contract/team';
import { rareLines, usualLines, type AddressField } from '@/features/shared/teamFields';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

import { type TeamFormError, type TeamForm } from '../teamForm';

interface AddressSectionProps {
  address: TeamForm['address'];
  /** The state of the stored address on the service. */
  known: Pick<TeamAddress, 'invalid' | 'score'> | undefined;
  errors: Partial<Record<AddressField, TeamFormError>>;
  onChange: (field: AddressField, typed: string) => void;
}

/** Where the team meets. Rare lines are collapsed unless filled in. */
export function AddressSection({ address, known, errors, onChange }: AddressSectionProps) {
  const { t, format } = useI18n();
  const [isExpanded, setExpanded] = useState(() =>
    rareLines.some((line) => address[line] !== '' || errors[line])
  );
  const field = (line: AddressField) => {
    const error = errors[line];
    return (
      <TextField
        key={line}
        label={t(`teamEdit.address.${line}`)}
        value={address[line]}
        onChangeText={(typed) => onChange(line, typed)}
        hint={line === 'location' ? t('teamEdit.locationHint') : undefined}
        error={error === undefined ? undefined : t(`teamEdit.error.${error}`)}
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
      {isExpanded ? (
        rareLines.map(field)
      ) : (
        <Button kind="quiet" label={t('teamEdit.moreAddress')} onPress={() => setExpanded(true)} />
      )}
    </>
  );
}
