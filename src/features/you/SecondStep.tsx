import { useQuery } from '@tanstack/react-query';

import { type SecondFactor } from '@/contract/secondFactor';
import { useRuntime } from '@/features/shared/runtime';
import { useOpenSecondStep } from '@/features/shared/SecondStepButton';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { Icon } from '@/ui/Icon';
import { ListRow } from '@/ui/ListRow';

import { deviceQueries } from './queries';

/** Whether signing in takes a second step, and the way to its page. Absent where the service has none or is not reached. */
export function SecondStep() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { canInvite } = usePermissions();
  const { data } = useQuery(deviceQueries.secondStep(runtime));
  const open = useOpenSecondStep();
  if (data?.kind !== 'known' || data.secondStep.url === undefined) return null;
  const { is_on: isOn = false, is_required: isRequired = false } = data.secondStep;
  // Volunteers are not bothered with it.
  if (!isOn && !isRequired && !canInvite) return null;
  const detailOf = ({ recovery_codes_left: left = 0 }: SecondFactor) => {
    if (isOn) return t('you.secondStep.on', { count: left });
    return t(isRequired ? 'you.secondStep.required' : 'you.secondStep.off');
  };
  return (
    <ListRow
      leading={<Icon name="key" tone="primary" />}
      title={t('you.secondStep.title')}
      detail={detailOf(data.secondStep)}
      onPress={() => void open()}
    />
  );
}
