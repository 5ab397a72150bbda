// Offline: a message. The tokens are fetched from the service each time.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { type Token } from '@/contract/token';
import { whyNotWritten } from '@/domain/online';
import { AdminsOnly } from '@/features/shared/AdminsOnly';
import { ConfirmButton } from '@/features/shared/ConfirmButton';
import { LoadedOnline } from '@/features/shared/LoadedOnline';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useFetched } from '@/features/shared/useFetched';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { Text } from '@/ui/Text';
import { useToast } from '@/ui/Toast';

import { NewTokenDialog } from './components/NewTokenDialog';
import { tokenQueries } from './queries';
import { rightWord } from './rights';

/** Tokens for scripts, for admins. */
export function TokensScreen() {
  const { t } = useI18n();
  const back = useBack('/settings');
  return (
    <AdminsOnly title={t('tokens.title')} forbiddenText={t('tokens.forbiddenText')} back={back}>
      <Tokens back={back} />
    </AdminsOnly>
  );
}

function Tokens({ back }: { back: ReturnType<typeof useBack> }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const query = useFetched(tokenQueries.list(runtime));
  const [isCreating, setCreating] = useState(false);
  const isRead = query.data?.kind === 'read';
  return (
    <Screen
      title={t('tokens.title')}
      back={back}
      trailing={
        isRead && (
          <Button kind="secondary" icon="plus" label={t('tokens.create')} onPress={() => setCreating(true)} />
        )
      }
    >
      <Text tone="quiet">{t('tokens.text')}</Text>
      <LoadedOnline query={query}>
        {({ value: { good } }) => {
          if (good.length === 0)
            return <EmptyState icon="key" title={t('tokens.none')} text={t('tokens.noneText')} />;
          return good.map((token) => <TokenRow key={token.id} token={token} />);
        }}
      </LoadedOnline>
      {isCreating && <NewTokenDialog onClose={() => setCreating(false)} />}
    </Screen>
  );
}

function TokenRow({ token }: { token: Token }) {
  const { t, format } = useI18n();
  const { now } = useRuntime();
  const { rights, user, last_used_at: used, expires_at: expires } = token;
  const name = token.name || t('common.number', { id: String(token.id) });
  return (
    <ListRow
      title={name}
      detail={[
        rights === undefined
          ? t('tokens.everyRight')
          : format.commaList(rights.map((right) => rightWord(t, right))),
        user?.name,
        used ? t('tokens.used', { time: format.since(used, now()) }) : t('tokens.neverUsed'),
        expires && t('tokens.expires', { day: format.date(expires) }),
      ]
        .filter(Boolean)
        .join(' · ')}
      trailing={<RevokeToken id={token.id} name={name} />}
    />
  );
}

function RevokeToken({ id, name }: { id: number; name: string }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const toast = useToast();
  const client = useQueryClient();
  const revoke = async () => {
    const result = await runtime.online.write({
      endpoint: 'revokeToken',
      params: { id },
      body: undefined,
      key: runtime.newId(),
    });
    // Missing: another admin was faster.
    if (result.kind === 'written' || result.kind === 'missing')
      toast({ tone: 'done', icon: 'check', title: t('tokens.revoked', { name }) });
    else {
      toast({ tone: 'person', icon: 'warning', title: t(`common.online.${whyNotWritten(result.kind)}`) });
    }
    await client.invalidateQueries({ queryKey: tokenQueries.list(runtime).queryKey });
    return true;
  };
  return (
    <ConfirmButton
      kind="secondary"
      label={t('tokens.revoke')}
      hint={name}
      question={t('tokens.ask', { name })}
      text={t('tokens.askText')}
      confirmLabel={t('tokens.confirm')}
      onConfirm={revoke}
    />
  );
}
