import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';
import { ErrorPlace } from '@/ui/ErrorPlace';
import { Text } from '@/ui/Text';

import { useSyncStatus } from '../runtime';
import { SecondStepButton } from '../SecondStepButton';
import { type OnlineProblem } from './useOnlineForm';

/** Says that a form needs a connection, and why it was not saved. Errors of fields are shown there. */
export function OnlineNote({ problem }: { problem: OnlineProblem | null }) {
  const { t } = useI18n();
  const { isOnline } = useSyncStatus();
  if (problem !== null && problem.kind !== 'conflict' && problem.kind !== 'invalid')
    return (
      <ErrorPlace>
        <Banner live tone="person" icon="warning" title={t(`common.onlineForm.${problem.kind}`)} />
        {problem.kind === 'second_step' && <SecondStepButton />}
      </ErrorPlace>
    );
  return (
    <Text variant="note" tone={isOnline ? 'quiet' : 'person'}>
      {t(isOnline ? 'common.onlineForm.note' : 'common.onlineForm.offline')}
    </Text>
  );
}
