import { View } from 'react-native';

import { useI18n } from '@/i18n/I18nProvider';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';
import { RowText } from '@/ui/RowText';

import type { Who } from '../draft';
import { whoName } from '../labels';

interface WhoCardProps {
  who: Who | null;
  onChange: (who: Who) => void;
  onPick: () => void;
  onRemove?: () => void;
  error?: string;
  mailError?: string;
}

/** Who it is: a contact as a card, a new supporter as three fields. */
export function WhoCard({ who, onChange, onPick, onRemove, error, mailError }: WhoCardProps) {
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
        <>
          <TextField
            label={t('capture.who.name')}
            autoComplete="off"
            maxLength={200}
            value={who.name}
            onChangeText={(name) => onChange({ ...who, name })}
            error={error}
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
        </>
      ) : (
        error !== undefined && (
          <Text variant="note" tone="person" aria-live="polite">
            {error}
          </Text>
        )
      )}
    </View>
  );
}

const useStyles = createStyles(() => ({
  container: { gap: space.m },
  // Both wrap together where the name is long.
  buttons: { flexDirection: 'row', flexWrap: 'wrap', gap: space.s },
}));
