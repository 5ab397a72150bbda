import { type User } from '@/contract/user';
import { personName } from '@/domain/team';
import { ConfirmButton } from '@/features/shared/ConfirmButton';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { useToast } from '@/ui/Toast';

/** Turns off the second step of a person who lost their phone and their recovery codes. */
export function ResetSecondStep({ user }: { user: User }) {
  const { t } = useI18n();
  const { session } = useRuntime();
  const toast = useToast();
  const name = personName(user) || t('common.unnamed');

  const reset = async () => {
    const result = await session.devices.resetSecondStep(user.id);
    if (result === 'done')
      toast({ tone: 'done', icon: 'check', title: t('people.profile.secondStep.done', { name }) });
    else toast({ tone: 'person', icon: 'warning', title: t(`people.profile.secondStep.why.${result}`) });
    return true;
  };

  return (
    <ConfirmButton
      kind="secondary"
      icon="key"
      label={t('people.profile.secondStep.reset')}
      question={t('people.profile.secondStep.ask', { name })}
      text={t('people.profile.secondStep.text')}
      confirmLabel={t('people.profile.secondStep.confirm')}
      onConfirm={reset}
    />
  );
}
