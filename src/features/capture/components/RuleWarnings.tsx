import { useQuery } from '@tanstack/react-query';

import { isCash } from '@/domain/cash/cash';
import { rulesOf } from '@/domain/captureRules';
import type { Catalogue } from '@/domain/catalogue';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { Banner } from '@/ui/Banner';

import type { Who } from '../draft';
import { captureQueries } from '../queries';
import type { CaptureForm } from '../useCaptureForm';

interface RuleWarningsProps {
  form: CaptureForm;
  catalogue: Catalogue;
  payer: Who | null;
  /** Null where the space counts blind. */
  cashInHand: number | null;
}

/** The limits of the space that the phone alone cannot decide about: they warn and do not prevent saving. */
export function RuleWarnings({ form, catalogue, payer, cashInHand }: RuleWarningsProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { draft, total } = form;
  const rules = rulesOf(catalogue.settings, draft.currency);
  const contactId = payer?.kind === 'contact' ? payer.contactId : null;
  const year = new Date(form.takenAt).getFullYear();
  const { data: given = 0 } = useQuery({
    ...captureQueries.given(runtime, contactId ?? 0, {
      year,
      currency: draft.currency,
      except: draft.replaces,
    }),
    enabled: contactId !== null && rules.largest_per_person_year !== null,
  });
  const money = (amount: number) => format.money(amount, draft.currency);
  const yearly = rules.largest_per_person_year;
  const carried = rules.most_cash_carried;
  const isInCash = isCash(draft.method) && draft.promise === null;
  return (
    <>
      {contactId !== null && yearly !== null && given + total > yearly && (
        <Banner
          live
          tone="person"
          icon="warning"
          title={t('capture.rules.yearTitle', { most: money(yearly) })}
          text={t('capture.rules.yearText', { given: money(given), year: String(year) })}
        />
      )}
      {carried !== null && cashInHand !== null && isInCash && cashInHand + total > carried && (
        <Banner
          live
          tone="person"
          icon="cash"
          title={t('capture.rules.carriedTitle', { most: money(carried) })}
          text={t('capture.rules.carriedText')}
        />
      )}
    </>
  );
}
