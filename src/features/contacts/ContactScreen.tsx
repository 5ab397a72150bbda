// Offline: complete for a contact that is on the phone. One that is not is requested, and downloaded with the next signal.
import { useQuery } from '@tanstack/react-query';
import { Redirect, router, useLocalSearchParams } from 'expo-router';
import { View } from 'react-native';

import { type Contact } from '@/contract/contact';
import { type OutboxRow } from '@/db/outbox/outbox';
import { readAddress, streetLine } from '@/domain/address';
import { usablePhone } from '@/domain/contacts/contactLinks';
import { AnswersCard } from '@/features/shared/AnswersCard';
import { Loaded } from '@/features/shared/Loaded';
import { ContactButtons } from '@/features/shared/ContactButtons';
import { PendingNote } from '@/features/shared/PendingNote';
import { PersonalData } from '@/features/shared/PersonalData';
import { useRecentPerson } from '@/features/shared/recentPeople';
import { useRuntime } from '@/features/shared/runtime';
import { useExtension } from '@/features/shared/useExtension';
import { useQuestions } from '@/features/shared/useQuestions';
import { useBack } from '@/features/shared/useBack';
import { useI18n } from '@/i18n/I18nProvider';
import { answerQueries } from '@/queries/answers';
import { contactQueries } from '@/queries/contacts';
import { Avatar } from '@/ui/Avatar';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Screen } from '@/ui/Screen';
import { Tag } from '@/ui/Tag';
import { createStyles } from '@/ui/theme';
import { space } from '@/ui/tokens';

import { DetailsCard } from './components/DetailsCard';
import { GivenCard } from './components/GivenCard';
import { OptOut } from './components/OptOut';
import { NotOnPhone } from './components/NotOnPhone';
import { readContactNumber } from './contactNumber';
import { useContactLookup } from './useContactLookup';

/** The record of one contact, and the button that records their donation. */
export function ContactScreen() {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { id: param = '' } = useLocalSearchParams<{ id: string }>();
  const id = readContactNumber(param);
  const back = useBack('/contacts', { besideItsList: true });
  const query = useQuery({ ...contactQueries.one(runtime, id ?? -1), enabled: id !== null });
  const contact = query.data?.contact ?? null;
  const state = useContactLookup(id, query.data === undefined ? undefined : contact !== null);

  // The number of a contact that was merged leads to the one that stayed.
  if (typeof state === 'object') return <Redirect href={`/contacts/${state.movedTo}`} />;
  if (id === null)
    return (
      <Screen title={t('contacts.one')} back={back}>
        <EmptyState icon="search" title={t('contacts.missing.notANumber')} />
      </Screen>
    );
  const name = contact === null ? '' : nameOf(contact);
  return (
    <Screen
      title={contact === null ? t('contacts.one') : name || t('common.unnamed')}
      below={contact === null ? undefined : doorOf(contact, t('contacts.details.noAddress'))}
      back={back}
      barText={t('contacts.number', { id: String(id) })}
      leading={contact === null ? undefined : <Avatar name={name} size="large" />}
      footer={
        contact === null ? undefined : (
          <Button size="main" icon="plus" label={t('common.record')} onPress={() => record(contact.id)} />
        )
      }
    >
      <Loaded query={query}>
        {(found) =>
          found.contact === null ? (
            <NotOnPhone id={id} state={state} onRecord={() => record(id)} />
          ) : (
            <ContactDetail contact={found.contact} pending={found.pending} />
          )
        }
      </Loaded>
    </Screen>
  );
}

const record = (id: number) => router.push({ pathname: '/record', params: { contact: id } });

function nameOf({ firstname, surname }: Contact): string {
  return [firstname, surname].filter(Boolean).join(' ');
}

function doorOf({ address }: Contact, none: string): string {
  if (address === undefined) return none;
  const { floor, door, city, ...rest } = readAddress(address);
  return [streetLine({ floor, door, city, ...rest }), city].filter(Boolean).join(', ') || none;
}

function ContactDetail({ contact, pending }: { contact: Contact; pending: readonly OutboxRow[] }) {
  const { t } = useI18n();
  const styles = useStyles();
  const { data: asked } = useQuery(answerQueries.ofContact(useRuntime(), contact.id));
  useRecentPerson(contact.id);
  const isOut = contact.black_list === true;
  const phone = usablePhone(contact);
  const canEdit = useExtension('contacts_write');
  const canAsk = (useQuestions(null)?.length ?? 0) > 0;
  return (
    <>
      {pending.length > 0 && <PendingNote rows={pending} />}
      {isOut && (
        <Banner
          tone="person"
          icon="block"
          title={t('contacts.optOut.title')}
          text={t('contacts.optOut.text')}
        />
      )}
      <View style={styles.row}>
        <ContactButtons
          phone={phone}
          mail={contact.mail}
          address={contact.address === undefined ? undefined : readAddress(contact.address)}
          ways={['call', 'text', 'mail', 'directions']}
          optedOut={isOut}
        />
      </View>
      {(contact.tags ?? []).length > 0 && (
        <View style={styles.row}>
          {contact.tags?.map(({ name = '' }, place) => (
            <Tag key={`${place} ${name}`} label={name} />
          ))}
        </View>
      )}
      <GivenCard contactId={contact.id} />
      {canAsk && (
        <Button
          kind="secondary"
          icon="list"
          label={t('forms.ask')}
          onPress={() => router.push({ pathname: '/contacts/[id]/ask', params: { id: contact.id } })}
        />
      )}
      <AnswersCard contact={contact} asked={asked} />
      <DetailsCard contact={contact} />
      {canEdit && (
        <View style={styles.row}>
          <Button
            kind="secondary"
            icon="edit"
            label={t('contactEdit.edit')}
            onPress={() => router.push({ pathname: '/contacts/[id]/edit', params: { id: contact.id } })}
          />
          <OptOut contact={contact} />
        </View>
      )}
      <PersonalData
        kind="contact"
        id={contact.id}
        name={nameOf(contact) || t('common.number', { id: String(contact.id) })}
        onErased={() => router.navigate('/contacts')}
      />
    </>
  );
}

const useStyles = createStyles(() => ({
  row: { flexDirection: 'row', flexWrap: 'wrap', alignItems: 'center', gap: space.s },
}));
