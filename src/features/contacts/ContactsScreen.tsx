// Offline: complete for everything that is on the phone. A contact that is not can be requested by number: it is downloaded
// with the next signal. Searching everyone needs signal.
import { useQuery } from '@tanstack/react-query';
import { router } from 'expo-router';
import { useState } from 'react';

import { type ContactLine } from '@/db/contacts';
import { Loaded } from '@/features/shared/Loaded';
import { useRuntime } from '@/features/shared/runtime';
import { useExtension } from '@/features/shared/useExtension';
import { useFreshness } from '@/features/shared/useFreshness';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { EmptyState } from '@/ui/EmptyState';
import { Icon } from '@/ui/Icon';
import { IconButton } from '@/ui/IconButton';
import { List } from '@/ui/List';
import { ListRow } from '@/ui/ListRow';
import { Screen } from '@/ui/Screen';
import { SearchField } from '@/ui/SearchField';
import { useToast } from '@/ui/Toast';

import { AddedContacts } from './components/AddedContacts';
import { ContactRow } from './components/ContactRow';
import { ContactList } from './components/ContactList';
import { DuplicatesCount } from './components/DuplicatesCount';
import { EveryoneRow } from './components/EveryoneRow';
import { ScanDialog } from './components/ScanDialog';
import { readContactNumber } from './contactNumber';
import { lookUpContact } from './mutations';
import { useEveryoneSearch } from './useEveryoneSearch';

const importContacts = () => router.push('/contacts/import');
const addContact = () => router.push('/contacts/new');
const open = (id: number) => router.push({ pathname: '/contacts/[id]', params: { id } });

/** The contacts on the phone, and the request for one that is not. */
export function ContactsScreen() {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const freshness = useFreshness();
  const canAdd = useExtension('contacts_write');
  const { canEditContacts } = usePermissions();
  const canImport = useExtension('contacts_import') && canEditContacts;
  const [typed, setTyped] = useState('');
  const [scanning, setScanning] = useState(false);
  const count = useQuery(contactQueries.count(runtime));
  const onPhone =
    count.data === undefined
      ? freshness
      : `${t('contacts.onPhone', { count: count.data, number: format.number(count.data) })} · ${freshness}`;
  return (
    <Screen
      title={t('contacts.title')}
      below={onPhone}
      body="list"
      trailing={
        <>
          {canImport && (
            <IconButton icon="download" label={t('contacts.importTitle')} onPress={importContacts} />
          )}
          {canAdd && <IconButton icon="plus" label={t('contactEdit.add')} onPress={addContact} />}
        </>
      }
      fixed={
        <>
          <SearchField
            label={t('common.search')}
            clearLabel={t('common.clear')}
            placeholder={t('contacts.searchPlaceholder')}
            value={typed}
            onChange={setTyped}
            action={
              runtime.device.Scanner !== null && (
                <IconButton
                  kind="plain"
                  icon="scan"
                  label={t('contacts.scan.button')}
                  onPress={() => setScanning(true)}
                />
              )
            }
          />
          {typed.trim() === '' && <DuplicatesCount />}
        </>
      }
    >
      {typed.trim() === '' ? (
        <ContactList
          onOpen={open}
          onAdd={canAdd ? addContact : undefined}
          onImport={canImport ? importContacts : undefined}
        />
      ) : (
        <Found typed={typed.trim()} />
      )}
      {scanning && runtime.device.Scanner !== null && (
        <ScanDialog
          Scanner={runtime.device.Scanner}
          onClose={() => setScanning(false)}
          onNumber={(id) => {
            setScanning(false);
            open(id);
          }}
        />
      )}
    </Screen>
  );
}

type Row =
  | { kind: 'number'; id: number; line: ContactLine | null }
  | { kind: 'found'; line: ContactLine }
  | { kind: 'everyone'; line: null }
  | { kind: 'elsewhere'; line: ContactLine };

/**
 * The search results: digits are also the number of a contact, on the phone or not; then the search beyond the phone.
 */
function Found({ typed }: { typed: string }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const number = readContactNumber(typed);
  const found = useQuery(contactQueries.search(runtime, typed));
  const numbered = useQuery(contactQueries.lines(runtime, number === null ? [] : [number]));
  const everyone = useEveryoneSearch(typed, found.data ?? []);
  const toast = useToast();
  const lookUp = async (id: number) => {
    const result = await lookUpContact(runtime, id);
    if (result === 'found') open(id);
    else toast({ tone: 'person', icon: 'warning', title: t(`common.online.${result}`) });
  };
  return (
    <Loaded query={found} inList>
      {(lines) => {
        const line = numbered.data?.[0] ?? null;
        const rows: Row[] = [
          ...(number === null ? [] : [{ kind: 'number' as const, id: number, line }]),
          ...lines.filter(({ id }) => id !== line?.id).map((one) => ({ kind: 'found' as const, line: one })),
          ...(everyone === null ? [] : [{ kind: 'everyone' as const, line: null }]),
          ...(everyone?.lines ?? []).map((one) => ({ kind: 'elsewhere' as const, line: one })),
        ];
        return (
          <List
            resetKey={typed}
            header={<AddedContacts typed={typed} />}
            items={rows}
            keyExtractor={(row) =>
              row.kind === 'number' || row.kind === 'everyone' ? row.kind : String(row.line.id)
            }
            getItemType={(row) => (row.line === null ? row.kind : 'found')}
            renderItem={(row) =>
              row.line !== null ? (
                <ContactRow
                  line={row.line}
                  number={row.kind === 'number'}
                  onPress={() =>
                    row.kind === 'elsewhere' ? void lookUp(row.line.id) : open(row.line?.id ?? 0)
                  }
                />
              ) : row.kind === 'number' ? (
                <ListRow
                  leading={<Icon name="search" tone="quiet" />}
                  title={t('contacts.lookUp', { id: String(row.id) })}
                  detail={t('contacts.lookUpText')}
                  onPress={() => open(row.id)}
                />
              ) : everyone !== null ? (
                <EveryoneRow everyone={everyone} isOnPhone={lines.length > 0} />
              ) : (
                <></>
              )
            }
            empty={
              <EmptyState
                icon="search"
                title={t('contacts.empty.noMatch')}
                text={t('contacts.empty.noMatchText')}
              />
            }
          />
        );
      }}
    </Loaded>
  );
}
