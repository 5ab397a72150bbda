import { type Contact } from '@/contract/contact';
import { ConfirmButton } from '@/features/shared/ConfirmButton';
import { useRuntime } from '@/features/shared/runtime';
import { usePermissions } from '@/features/shared/usePermissions';
import { useSave } from '@/features/shared/forms/useSave';
import { useI18n } from '@/i18n/I18nProvider';

import { contactName, updateContactRow } from '../mutations';

/** Opts a person out; only managers take that back. */
export function OptOut({ contact }: { contact: Contact }) {
  const { t } = useI18n();
  const runtime = useRuntime();
  const { canEditContacts } = usePermissions();
  const { save } = useSave();
  const isOut = contact.black_list === true;
  if (isOut && !canEditContacts) return null;
  const name = contactName(contact) || t('common.number', { id: String(contact.id) });
  return (
    <ConfirmButton
      kind="secondary"
      icon="block"
      label={t(isOut ? 'contactEdit.optIn.button' : 'contactEdit.optOut.button')}
      question={t(isOut ? 'contactEdit.optIn.ask' : 'contactEdit.optOut.ask', { name })}
      text={t(isOut ? 'contactEdit.optIn.text' : 'contactEdit.optOut.text')}
      confirmLabel={t(isOut ? 'contactEdit.optIn.yes' : 'contactEdit.optOut.yes')}
      onConfirm={() => save([updateContactRow(runtime.newId(), contact, { black_list: !isOut })])}
    />
  );
}
