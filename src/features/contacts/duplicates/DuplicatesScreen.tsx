// Offline: a message. The service compares all contacts of the space.
import { useQueryClient } from '@tanstack/react-query';
import { router, useLocalSearchParams } from 'expo-router';
import { useEffect } from 'react';

import { type Contact } from '@/contract/contact';
import { type DuplicatePair } from '@/contract/contactMerge';
import { LoadedOnline } from '@/features/shared/LoadedOnline';
import { RequirePermission } from '@/features/shared/RequirePermission';
import { useRuntime } from '@/features/shared/runtime';
import { useBack } from '@/features/shared/useBack';
import { useFetched } from '@/features/shared/useFetched';
import { useExtension, useLacksExtension } from '@/features/shared/useExtension';
import { useI18n } from '@/i18n/I18nProvider';
import { isolate } from '@/i18n/isolate';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';

import { contactName } from '../mutations';
import { duplicateQueries } from './queries';

/** Contacts that may be the same person, for managers. */
export function DuplicatesScreen() {
  const { t } = useI18n();
  const back = useBack('/contacts');
  const isOffered = useExtension('contacts_merge');
  const isMissing = useLacksExtension('contacts_merge');
  return (
    <RequirePermission
      may={({ canEditContacts }) => canEditContacts}
      title={t('duplicates.title')}
      back={back}
      forbidden={t('unlinked.forbidden')}
      forbiddenText={t('duplicates.forbiddenText')}
    >
      <Screen title={t('duplicates.title')} below={t('duplicates.text')} back={back}>
        {isMissing ? (
          <EmptyState
            icon="info"
            title={t('contactEdit.notOffered')}
            text={t('contactEdit.notOfferedText')}
          />
        ) : (
          isOffered && <Pairs />
        )}
      </Screen>
    </RequirePermission>
  );
}

const PAGE = 50;

function Pairs() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const client = useQueryClient();
  // In the address: at a desk the list is not mounted while a pair is compared.
  const { shown } = useLocalSearchParams<{ shown?: string }>();
  const limit = Math.max(PAGE, Number(shown) || 0);
  const query = useFetched(duplicateQueries.list(runtime, limit));
  const total = query.data?.kind === 'read' ? query.data.total : undefined;
  const { queryKey } = duplicateQueries.count(runtime);
  useEffect(() => {
    if (total !== undefined) client.setQueryData(queryKey, total);
  }, [client, queryKey, total]);
  return (
    <LoadedOnline query={query}>
      {({ pairs }) => {
        if (pairs.length === 0)
          return <EmptyState icon="check" title={t('duplicates.empty')} text={t('duplicates.emptyText')} />;
        return (
          <>
            {pairs.map((pair) => (
              <PairRow key={`${pair.one.id} ${pair.other.id}`} pair={pair} />
            ))}
            {total !== undefined && total > pairs.length && (
              <Button
                kind="secondary"
                label={t('duplicates.more')}
                busy={query.isFetching}
                onPress={() => router.setParams({ shown: String(limit + PAGE) })}
              />
            )}
          </>
        );
      }}
    </LoadedOnline>
  );
}

function PairRow({ pair: { one, other, likeness = [] } }: { pair: DuplicatePair }) {
  const { t, format } = useI18n();
  const nameOf = (contact: Contact) =>
    isolate(
      `${contactName(contact) || t('common.unnamed')} (${t('common.number', { id: String(contact.id) })})`
    );
  const words = (['mail', 'phone', 'address'] as const).filter((each) => likeness.includes(each));
  return (
    <ListRow
      leading={<Avatar name={contactName(one)} />}
      title={[nameOf(one), nameOf(other)].join('\n')}
      detail={format.commaList(words.map((each) => t(`contactEdit.duplicates.${each}`)))}
      onPress={() => router.push(`/contacts/merge?one=${one.id}&other=${other.id}`)}
    />
  );
}
