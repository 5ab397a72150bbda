import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { linkTo, type UnlinkedGift } from '@/db/ledger/unlinked';
import { correctionRow } from '@/features/shared/correctionRow';
import { useRuntime } from '@/features/shared/runtime';
import { useDuplicates } from '@/features/shared/useDuplicates';
import { useExtension } from '@/features/shared/useExtension';
import { useSave } from '@/features/shared/forms/useSave';
import { useI18n } from '@/i18n/I18nProvider';
import { contactQueries } from '@/queries/contacts';
import { similarContactsQuery } from '@/queries/similarContacts';
import { Avatar } from '@/ui/Avatar';
import { Banner } from '@/ui/Banner';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { ListRow } from '@/ui/ListRow';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';

import { ContactSearch } from '../components/ContactSearch';
import { createSupporterContact, type CreateFailure } from './mutations';

interface LinkDialogProps {
  gift: UnlinkedGift;
  onClose: () => void;
}

/** Links a gift to a contact: the same person, somebody similar or recent, another one, or a new one. */
export function LinkDialog({ gift, onClose }: LinkDialogProps) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { supporter } = gift;
  const { save, isSaving } = useSave();
  const canCreate = useExtension('contacts_write');
  const [isCreating, setCreating] = useState(false);
  const [problem, setProblem] = useState<CreateFailure | null>(null);
  const matches = useDuplicates(
    { anyName: supporter.name, mail: supporter.mail, phone: supporter.phone },
    null
  );
  const { name, mail, phone } = supporter;
  const { data: similar = [] } = useQuery(similarContactsQuery(runtime, { name, mail, phone }));
  const { data: recent = [] } = useQuery(contactQueries.recent(runtime));
  const matched = new Set(matches.map(({ id }) => id));
  const alike = similar.filter(({ id }) => !matched.has(id));
  const shown = new Set([...matched, ...alike.map(({ id }) => id)]);
  const offered = [
    { title: t('unlinked.similar'), contacts: alike },
    { title: t('capture.who.recent'), contacts: recent.filter(({ id }) => !shown.has(id)) },
  ];

  const link = async (contactId: number) => {
    const row = correctionRow({
      id: runtime.newId(),
      entity: gift.view.entity,
      seen: gift.view.bundle,
      update: linkTo(gift, contactId),
      who: supporter.name,
    });
    if (await save([row])) onClose();
  };
  const createAndLink = async () => {
    setProblem(null);
    setCreating(true);
    const result = await createSupporterContact(runtime, gift).finally(() => setCreating(false));
    if (typeof result === 'number') await link(result);
    else setProblem(result);
  };
  return (
    <Dialog open title={supporter.name} closeLabel={t('common.close')} onClose={onClose}>
      <Text tone="quiet">
        {[supporter.address, supporter.mail, supporter.phone].filter(Boolean).join(' · ')}
      </Text>
      {matches.length > 0 && <SectionHeader title={t('unlinked.matches')} />}
      {matches.map(({ id, name, town, likeness }) => (
        <ListRow
          key={id}
          leading={<Avatar name={name} />}
          title={name || t('common.unnamed')}
          detail={[t(`contactEdit.duplicates.${likeness}`), town].filter(Boolean).join(' · ')}
          trailing={<Text variant="noteStrong">{t('unlinked.link')}</Text>}
          onPress={() => void link(id)}
        />
      ))}
      <ContactSearch label={t('unlinked.other')} offered={offered} onChoose={({ id }) => void link(id)} />
      {problem !== null && (
        <Banner live tone="person" icon="warning" title={t(`unlinked.problem.${problem}`)} />
      )}
      {canCreate && (
        <Button
          kind={matches.length > 0 ? 'secondary' : 'primary'}
          icon="plus"
          label={t('unlinked.create')}
          busy={isCreating || isSaving}
          onPress={() => void createAndLink()}
        />
      )}
    </Dialog>
  );
}
