import { useState } from 'react';
import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { CheckboxRow } from '@/ui/CheckboxRow';
import { GroupError } from '@/ui/ErrorPlace';
import { ListRow } from '@/ui/ListRow';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';
import { RowText } from '@/ui/RowText';

import type { NewSupporter, Who } from '../draft';
import { whoName } from '../labels';

interface WhoCardProps {
  who: Who | null;
  onChange: (who: Who) => void;
  onPick: () => void;
  onRemove?: () => void;
  error?: string;
  mailError?: string;
  permissionError?: string;
}

/** Who it is: a contact as a card, a new supporter with their name and, below, how to reach them. */
export function WhoCard({
  who,
  onChange,
  onPick,
  onRemove,
  error,
  mailError,
  permissionError,
}: WhoCardProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const detail = who?.kind === 'contact' ? who.detail : '';
  return (
    <View style={styles.container}>
      <Card row>
        {who !== null && <Avatar name={who.kind === 'nobody' ? '' : who.name} />}
        <RowText>
          <Text variant="strong">{who === null ? t('capture.who.title') : whoName(t, who)}</Text>
          {detail !== '' && (
            <Text variant="note" tone="quiet">
              {detail}
            </Text>
          )}
        </RowText>
        <View style={styles.buttons}>
          <Button kind="quiet" label={t('capture.changePerson')} onPress={onPick} />
          {onRemove !== undefined && <Button kind="quiet" label={t('capture.remove')} onPress={onRemove} />}
        </View>
      </Card>
      {who?.kind === 'supporter' ? (
        <SupporterFields
          who={who}
          onChange={onChange}
          error={error}
          mailError={mailError}
          permissionError={permissionError}
        />
      ) : (
        <GroupError error={error} />
      )}
    </View>
  );
}

type SupporterFieldsProps = Pick<WhoCardProps, 'error' | 'mailError' | 'permissionError'> & {
  who: NewSupporter;
  onChange: (who: Who) => void;
};

/** Collapsed below the name at first: the money comes first. Mail and phone are kept with permission only. */
function SupporterFields({ who, onChange, error, mailError, permissionError }: SupporterFieldsProps) {
  const { t } = useI18n();
  const styles = useStyles();
  const [wasUnnamed] = useState(who.name === '');
  const [opened, setOpened] = useState(false);
  // It stays open when the error is corrected: nothing closes under the finger.
  const isWrong = mailError !== undefined || permissionError !== undefined;
  if (isWrong && !opened) setOpened(true);
  const isReachable = (who.mail + who.phone).trim() !== '';
  const reach = [who.address, who.mail, who.phone].filter((text) => text.trim() !== '').join(' · ');
  return (
    <>
      <TextField
        label={t('capture.who.name')}
        autoComplete="off"
        maxLength={200}
        autoFocus={wasUnnamed}
        value={who.name}
        onChangeText={(name) => onChange({ ...who, name })}
        error={error}
      />
      <ListRow
        title={t('capture.who.reach')}
        detail={opened ? undefined : reach}
        expanded={opened}
        onPress={() => setOpened(!opened)}
        last={opened}
      />
      {opened && (
        <View style={styles.container}>
          <TextField
            label={t('capture.who.address')}
            autoComplete="off"
            maxLength={300}
            value={who.address}
            onChangeText={(address) => onChange({ ...who, address })}
          />
          <TextField
            label={t('capture.who.mail')}
            inputMode="email"
            autoCapitalize="none"
            autoCorrect={false}
            autoComplete="off"
            maxLength={254}
            value={who.mail}
            onChangeText={(mail) => onChange({ ...who, mail })}
            error={mailError}
          />
          <TextField
            label={t('capture.who.phone')}
            inputMode="tel"
            autoComplete="off"
            maxLength={50}
            value={who.phone}
            onChangeText={(phone) => onChange({ ...who, phone })}
          />
          {isReachable && (
            <CheckboxRow
              label={t('capture.who.permission')}
              checked={who.mayKeep}
              onChange={(mayKeep) => onChange({ ...who, mayKeep })}
            />
          )}
          <GroupError error={permissionError} />
        </View>
      )}
    </>
  );
}

const useStyles = createStyles(() => ({
  container: { gap: space.m },
  // Both wrap together where the name is long.
  buttons: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
}));
