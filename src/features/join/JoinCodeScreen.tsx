// Offline: complete. The code is rendered from data on this phone; the other phone needs a signal to join.
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { QrCode } from '@/ui/QrCode';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';

/** A QR code with the join link of this service, for people who were invited. */
export function JoinCodeScreen() {
  const { t } = useI18n();
  const { session, device } = useRuntime();
  const toast = useToast();
  const back = useBack('/you');
  const share = async () => {
    const result = await device.shareText(session.joinLink);
    if (result === 'failed') toast({ tone: 'person', icon: 'warning', title: t('join.code.failed') });
  };
  return (
    <Screen
      title={t('join.code.title')}
      back={back}
      footer={<Button size="main" icon="share" label={t('join.code.share')} onPress={() => void share()} />}
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
