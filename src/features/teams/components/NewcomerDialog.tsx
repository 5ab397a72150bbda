import { useEffect, useState } from 'react';

import { type NewcomerCode } from '@/contract/newcomerCode';
import { inGroups } from '@/domain/digitGroups';
import { whyNotWritten } from '@/domain/online';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { QrCode } from '@/ui/QrCode';
import { Text } from '@/ui/Text';

type Shown =
  { kind: 'loading' | 'off' | 'offline' | 'not_now' | 'refused' } | { kind: 'code'; code: NewcomerCode };

/** A code with which somebody new joins this team. Only the service makes one, so this needs a signal. */
export function NewcomerDialog({ teamId, onClose }: { teamId: number; onClose: () => void }) {
  const { t, format } = useI18n();
  const { online, newId, session } = useRuntime();
  const [shown, setShown] = useState<Shown>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isOpen = true;
    const fetchCode = async (): Promise<Shown> => {
      const settings = await online.read({ endpoint: 'getSpace' });
      if (settings.kind !== 'read') return { kind: whyNotWritten(settings.kind) };
      if (settings.value.newcomer_codes !== true) return { kind: 'off' };
      const params = { id: teamId };
      const made = await online.write({
        endpoint: 'createNewcomerCode',
        params,
        body: { data: {} },
        key: newId(),
      });
      return made.kind === 'written'
        ? { kind: 'code', code: made.value }
        : { kind: whyNotWritten(made.kind) };
    };
    void fetchCode().then((result) => isOpen && setShown(result));
    return () => {
      isOpen = false;
    };
  }, [online, newId, teamId, round]);
  const again = () => {
    setShown({ kind: 'loading' });
    setRound(round + 1);
  };
  return (
    <Dialog
      open
      title={t('teams.newcomer.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        shown.kind === 'off' ? undefined : (
          <Button
            kind="secondary"
            label={t(shown.kind === 'code' ? 'teams.newcomer.again' : 'common.tryAgain')}
            busy={shown.kind === 'loading'}
            onPress={again}
          />
        )
      }
    >
      {shown.kind === 'loading' && <Text tone="quiet">{t('teams.newcomer.loading')}</Text>}
      {shown.kind === 'off' && <Text aria-live="polite">{t('teams.newcomer.off')}</Text>}
      {(shown.kind === 'offline' || shown.kind === 'not_now' || shown.kind === 'refused') && (
        <Text tone="person" aria-live="polite">
          {t(`common.online.${shown.kind}`)}
        </Text>
      )}
      {shown.kind === 'code' && (
        <>
          <Text>{t('teams.newcomer.text')}</Text>
          <QrCode
            text={session.newcomerLink(shown.code.code)}
            label={t('teams.newcomer.picture')}
            size={220}
          />
          <Text variant="title" selectable align="center">
            {inGroups(shown.code.code)}
          </Text>
          <Text variant="note" tone="quiet">
            {t('teams.newcomer.valid', {
              time: format.time(shown.code.expires_at),
              count: shown.code.people_left,
            })}
          </Text>
        </>
      )}
    </Dialog>
  );
}
