// Offline: complete. The code is rendered from data on this phone; the other phone needs a signal to join.
import { useRuntime } from '@/features/shared/runtime';
import { useShare } from '@/features/shared/useShare';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { QrCode } from '@/ui/QrCode';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';

/** A QR code with the join link of this service, for people who were invited. */
export function JoinCodeScreen() {
  const { t } = useI18n();
  const { session } = useRuntime();
  const share = useShare();
  const back = useBack('/you');
  return (
    <Screen
      title={t('join.code.title')}
      back={back}
      footer={
        <Button
          size="main"
          icon="share"
          label={t('join.code.share')}
          onPress={() => void share(session.joinLink)}
        />
      }
    >
      <Text>{t('join.code.text')}</Text>
      <QrCode text={session.joinLink} label={t('join.code.picture')} />
      <Text variant="note" tone="quiet" selectable>
        {session.joinLink}
      </Text>
      <Text variant="note" tone="quiet">
        {t('join.code.invited')}
      </Text>
    </Screen>
  );
}
