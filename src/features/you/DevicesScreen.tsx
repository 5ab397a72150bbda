// Offline: nothing to show. Where one is signed in is asked of the service each time.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { type Device } from '@/contract/device';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { EmptyState } from '@/ui/EmptyState';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { StatePill } from '@/ui/State';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';

import { youQueries } from './queries';

/** Where one is signed in, and the way to end it there: for a phone that was lost, lent or sold. */
export function DevicesScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const back = useBack('/you');
  const query = useQuery(youQueries.devices(runtime));
  return (
    <Screen title={t('you.devices.title')} back={back}>
      <Text tone="quiet">{t('you.devices.text')}</Text>
      <Loaded query={query}>
        {(answer) =>
          answer.kind === 'listed' ? (
            <Devices devices={answer.devices} />
          ) : (
            <EmptyState
              icon={answer.kind === 'offline' ? 'cloudOff' : 'warning'}
              title={t('you.devices.unknown')}
              text={t(`you.devices.why.${answer.kind}`)}
              action={<Button label={t('common.tryAgain')} onPress={() => void query.refetch()} />}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}

function Devices({ devices }: { devices: Device[] }) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Device | null>(null);
  const [isBusy, setBusy] = useState(false);

  const signOut = async ({ id, name }: Device) => {
    setBusy(true);
    const answer = await runtime.session.devices.signOut(id);
    setBusy(false);
    setAsked(null);
    if (answer === 'signed_out')
      toast({ tone: 'done', icon: 'check', title: t('you.devices.done', { name: name ?? '' }) });
    else toast({ tone: 'person', icon: 'warning', title: t(`you.devices.why.${answer}`) });
    await queries.invalidateQueries(youQueries.devices(runtime));
  };

  return (
    <>
      {devices.map((device) => (
        <ListRow
          key={device.id}
          title={device.name || t('you.devices.unnamed')}
          detail={
            device.last_used_at &&
            t('you.devices.lastUsed', { time: format.since(device.last_used_at, runtime.now()) })
          }
          trailing={
            device.current ? (
              <StatePill tone="done" label={t('you.devices.here')} />
            ) : (
              <Button
                kind="secondary"
                label={t('you.devices.signOut')}
                hint={device.name}
                onPress={() => setAsked(device)}
              />
            )
          }
        />
      ))}
      {devices.length === 0 && <Text tone="quiet">{t('you.devices.none')}</Text>}
      <Dialog
        open={asked !== null}
        title={t('you.devices.ask', { name: asked?.name ?? '' })}
        closeLabel={t('common.close')}
        onClose={() => setAsked(null)}
        actions={
          <>
            <Button kind="secondary" label={t('common.cancel')} onPress={() => setAsked(null)} />
            <Button
              kind="danger"
              label={t('you.devices.confirm')}
              busy={isBusy}
              onPress={() => asked && void signOut(asked)}
            />
          </>
        }
      >
        <Text>{t('you.devices.askText')}</Text>
      </Dialog>
    </>
  );
}
