import { detailFieldsOf, detailText } from '@/domain/paymentDetails';
import { useI18n } from '@/i18n/I18nProvider';
import { TextField } from '@/ui/TextField';

import type { CaptureForm } from '../useCaptureForm';

/** What the payment is recognised by later: the number of a cheque, the reference of a card terminal. */
export function PaymentDetails({ form: { draft, change } }: { form: CaptureForm }) {
  const { t } = useI18n();
  return detailFieldsOf(draft.method).map((field) => (
    <TextField
      key={field}
      label={t(`common.paymentDetail.${field}`)}
      autoCorrect={false}
      inputMode={field === 'number' ? 'numeric' : 'text'}
      maxLength={100}
      value={detailText(draft.details, field)}
      onChangeText={(typed) => change({ details: { ...draft.details, [field]: typed } })}
    />
  ));
}
