import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useI18n } from '@/i18n/I18nProvider';
import { isolate } from '@/i18n/isolate';
import { spaceQueries } from '@/queries/spaces';

import { ConfirmButton } from './ConfirmButton';
import { UnsentDialog } from './UnsentDialog';
import { useRuntime } from './runtime';
import { useAttempt } from './useAttempt';

/** Signs out; refused while unsent records are on this phone. */
export function SignOut() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { scope, session } = runtime;
  const attempt = useAttempt();
  const { data: spaces = [] } = useQuery(spaceQueries.list(runtime));
  const waiting = spaces.filter(({ onlyHere }) => onlyHere > 0);
  const elsewhere = waiting.filter(({ id }) => id !== scope.spaceId);
  /** How many unsent records prevent it; 0 where none does. */
  const [unsent, setUnsent] = useState(0);

  const mayAsk = async () => {
    const count = await session.countOnlyHere();
    setUnsent(count);
    return count === 0;
  };
  const signOut = async () => {
    const result = await attempt(session.signOut);
    if (result?.kind === 'unsent') setUnsent(result.count);
    return result !== null;
  };

  return (
    <>
      <ConfirmButton
        kind="secondary"
        icon="signOut"
        label={t('you.signOut.button')}
        question={t('you.signOut.title')}
        text={t('you.signOut.text')}
        confirmLabel={t('you.signOut.confirm')}
        mayAsk={mayAsk}
        onConfirm={signOut}
      />
      <UnsentDialog
        count={unsent}
        isHere={elsewhere.length === 0 || waiting.length > elsewhere.length}
        elsewhere={elsewhere.map(({ id, name }) => isolate(name ?? t('you.space', { id: String(id) })))}
        onClose={() => setUnsent(0)}
      />
    </>
  );
}
