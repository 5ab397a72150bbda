import { type ComponentProps } from 'react';

import { type Described } from '@/db/contactDuplicates';
import { type OutboxRow } from '@/db/outbox/outbox';
import { addressFields } from '@/domain/address';
import { FormScreen } from '@/features/shared/forms/FormScreen';
import { PendingNote } from '@/features/shared/PendingNote';
import { type DraftForm } from '@/features/shared/forms/useDraftForm';
import { usePermissions } from '@/features/shared/usePermissions';
import { useI18n } from '@/i18n/I18nProvider';
import { SectionHeader } from '@/ui/SectionHeader';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

import { type ContactDraft, type ContactField, type ContactReading } from './contactForm';
import { DuplicatesNote } from './DuplicatesNote';
import { useDuplicates } from '@/features/shared/useDuplicates';

interface ContactFormViewProps {
  title: string;
  back: { label: string; onPress: () => void } | undefined;
  draftForm: DraftForm<ContactDraft>;
  reading: ContactReading;
  onSave: () => void;
  pending?: readonly OutboxRow[];
}

type InputProps = Pick<
  ComponentProps<typeof TextField>,
  'inputMode' | 'autoComplete' | 'autoCapitalize' | 'hint' | 'autoFocus'
>;

/** The form of a contact. Names and tags of an existing contact are changed by managers only. */
export function ContactFormView({
  title,
  back,
  draftForm,
  reading,
  onSave,
  pending = [],
}: ContactFormViewProps) {
  const { t } = useI18n();
  const { canEditContacts } = usePermissions();
  const { form, seen } = draftForm.draft;
  const isNew = seen === null;
  const isComplete = isNew || canEditContacts;
  const duplicates = useDuplicates(describe(form), seen?.id ?? null);
  const errors = draftForm.isTried && reading.kind === 'errors' ? reading.errors : {};
  const field = (name: ContactField, props: InputProps = {}) => {
    const error = errors[name];
    return (
      <TextField
        {...props}
        key={name}
        autoComplete="off"
        label={t(`contactEdit.${name}`)}
        value={form[name]}
        onChangeText={(typed) =>
          draftForm.change((draft) => ({ ...draft, form: { ...draft.form, [name]: typed } }))
        }
        error={error === undefined ? undefined : t(`contactEdit.error.${error}`)}
      />
    );
  };
  return (
    <FormScreen
      title={title}
      back={back}
      draftForm={draftForm}
      errorCount={Object.keys(errors).length}
      isUnchanged={reading.kind === 'unchanged'}
      saveLabel={isNew && duplicates.length > 0 ? t('contactEdit.saveAnyway') : undefined}
      onSave={() => {
        draftForm.setTried();
        onSave();
      }}
    >
      {pending.length > 0 && <PendingNote rows={pending} />}
      {isComplete ? (
        <>
          {field('firstname', { autoFocus: isNew })}
          {field('surname')}
        </>
      ) : (
        <Text variant="note" tone="quiet">
          {t('contactEdit.managersOnly')}
        </Text>
      )}
      {field('mobile', { inputMode: 'tel' })}
      {field('phone', { inputMode: 'tel' })}
      {field('mail', { inputMode: 'email', autoCapitalize: 'none' })}
      <SectionHeader title={t('contactEdit.address')} />
      {addressFields.map((name) => field(name))}
      {isComplete && field('tags', { hint: t('contactEdit.tagsHint') })}
      <DuplicatesNote duplicates={duplicates} />
    </FormScreen>
  );
}

function describe({
  firstname,
  surname,
  mail,
  mobile,
  phone,
  street,
  house_number,
}: ContactDraft['form']): Described {
  return { firstname, surname, mail, mobile, phone, address: { street, house_number } };
}
