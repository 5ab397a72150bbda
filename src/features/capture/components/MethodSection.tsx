import { methodsOf, type Catalogue } from '@/domain/catalogue';
import { CallBackField } from '@/features/shared/CallBackField';
import { methodWord } from '@/features/shared/paymentMethod';
import { useI18n } from '@/i18n/I18nProvider';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { Text } from '@/ui/Text';

import type { FormPurpose } from '../openForm';
import type { CaptureForm } from '../useCaptureForm';
import { PaymentDetails } from './PaymentDetails';

interface MethodSectionProps {
  form: CaptureForm;
  catalogue: Catalogue;
  purpose: FormPurpose;
}

/** The choice for a promise, which no service has as a method. */
const LATER = ':later';

/** How it is paid, or that it will be. What was sent as one of the two is not made into the other here. */
export function MethodSection({ form, catalogue, purpose }: MethodSectionProps) {
  const { t } = useI18n();
  const { draft, change } = form;
  const isSent = purpose === 'correct';
  const isPromise = draft.promise !== null;
  const methods = isSent && isPromise ? [] : methodChoices(methodsOf(catalogue), draft.method);
  return (
    <>
      <ChoiceChips
        label={t('capture.paidBy')}
        choices={[
          ...methods.map((kind) => ({ value: kind, label: methodWord(t, kind) })),
          ...(isSent && !isPromise ? [] : [{ value: LATER, label: t('capture.promise.later') }]),
        ]}
        value={isPromise ? LATER : draft.method}
        onChange={(chosen) =>
          change(
            chosen === LATER
              ? { promise: draft.promise ?? { callBack: '' } }
              : { method: chosen, promise: null }
          )
        }
        error={form.errorAt('method')}
      />
      {draft.promise === null ? (
        <PaymentDetails form={form} />
      ) : (
        <>
          <Text variant="note" tone="quiet">
            {t('capture.promise.hint')}
          </Text>
          <CallBackField
            value={draft.promise.callBack}
            onChange={(callBack) => change({ promise: { callBack } })}
            error={form.errorAt('callBack')}
          />
        </>
      )}
    </>
  );
}

/** A chosen method that is not offered any more stays visible, so that its error makes sense. */
function methodChoices(methods: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || methods.includes(chosen) ? methods : [...methods, chosen];
}
