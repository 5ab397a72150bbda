// Offline: a message. The devices are fetched from the service each time.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useIsFocused } from 'expo-router';

import { type Device } from '@/contract/device';
import { ConfirmButton } from '@/features/shared/ConfirmButton';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { StatePill } from '@/ui/State';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';

import { deviceQueries } from './queries';

/** The signed-in devices, each with Sign out: for a phone that was lost, lent or sold. */
export function DevicesScreen() {
  // A tab stays mounted; this one is fetched again each time it is focused.
  return useIsFocused() ? <DeviceList /> : null;
}

function DeviceList() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const back = useBack('/you');
  const query = useQuery(deviceQueries.list(runtime));
  return (
    <Screen title={t('you.devices.title')} back={back}>
      <Text tone="quiet">{t('you.devices.text')}</Text>
      <Loaded query={query}>
        {(result) =>
          result.kind === 'listed' ? (
            <Devices devices={result.devices} />
          ) : (
            <EmptyState
              icon={result.kind === 'offline' ? 'cloudOff' : 'warning'}
              title={t('you.devices.unknown')}
              text={t(`you.devices.why.${result.kind}`)}
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
              <SignOutDevice id={device.id} name={device.name || t('you.devices.unnamed')} />
            )
          }
        />
      ))}
      {devices.length === 0 && <Text tone="quiet">{t('you.devices.none')}</Text>}
    </>
  );
}

function SignOutDevice({ id, name }: { id: Device['id']; name: string }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const queries = useQueryClient();
  const signOut = async () => {
    const result = await runtime.session.devices.signOut(id);
    if (result === 'signed_out')
      toast({ tone: 'done', icon: 'check', title: t('you.devices.done', { name }) });
    else toast({ tone: 'person', icon: 'warning', title: t(`you.devices.why.${result}`) });
    await queries.invalidateQueries(deviceQueries.list(runtime));
    return true;
  };
  return (
    <ConfirmButton
      kind="secondary"
      label={t('you.devices.signOut')}
      hint={name}
      question={t('you.devices.ask', { name })}
      text={t('you.devices.askText')}
      confirmLabel={t('you.devices.confirm')}
      onConfirm={signOut}
    />
  );
}
