import { useRuntime } from '@/features/shared/runtime';
import { useAttempt } from '@/features/shared/useAttempt';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { useToast } from '@/ui/Toast';

/** Opens the page of the second step. Its address is fetched each time: it is valid for minutes. */
export function useOpenSecondStep(): () => Promise<void> {
  const { t } = useI18n();
  const { session, device } = useRuntime();
  const attempt = useAttempt();
  const toast = useToast();
  return async () => {
    const result = await attempt(() => session.devices.secondStep());
    if (result === null) return;
    const url = result.kind === 'known' ? result.secondStep.url : undefined;
    const why = result.kind === 'known' ? 'refused' : result.kind;
    if (url === undefined || !(await device.openExternal(url)))
      toast({ tone: 'person', icon: 'warning', title: t(`you.secondStep.why.${why}`) });
  };
}

/** Says that a change needs the second step first, and offers its page. */
export function useAskSecondStep(): () => void {
  const { t } = useI18n();
  const toast = useToast();
  const open = useOpenSecondStep();
  return () => {
    const action = { label: t('you.secondStep.open'), onPress: () => void open() };
    toast({ tone: 'person', icon: 'key', title: t('you.secondStep.first'), actions: [action] });
  };
}

export function SecondStepButton() {
  const { t } = useI18n();
  const open = useOpenSecondStep();
  return <Button size="main" icon="key" label={t('you.secondStep.open')} onPress={() => void open()} />;
}
