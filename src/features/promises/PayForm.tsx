import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type PromisedGift } from '@/db/promises';
import { rulesOf } from '@/domain/captureRules';
import { isCash } from '@/domain/cash';
import { methodsOf, suggestedMethod } from '@/domain/catalogue';
import { formatForTyping, parseAmount } from '@/domain/money';
import { detailFieldsOf } from '@/domain/paymentDetails';
import { methodWord } from '@/features/shared/paymentMethod';
import { useRuntime } from '@/features/shared/runtime';
import { useI18n } from '@/i18n/I18nProvider';
import { catalogueQueries } from '@/queries/catalogue';
import { Button } from '@/ui/Button';
import { ChoiceChips } from '@/ui/ChoiceChips';
import { ErrorFocus } from '@/ui/ErrorFocus';
import { Text } from '@/ui/Text';
import { TextField } from '@/ui/TextField';

import { payPromise, type PromiseResult } from './mutations';

interface PayFormProps {
  promise: PromisedGift;
  onResult: (result: PromiseResult) => void;
  onBack: () => void;
}

/** How a promise was paid, and how much of it. */
export function PayForm({
  promise: { id, who, amount: promised, currency },
  onResult,
  onBack,
}: PayFormProps) {
  const { t, format } = useI18n();
  const runtime = useRuntime();
  const { data: catalogue } = useQuery(catalogueQueries.all(runtime));
  const methods = catalogue ? methodsOf(catalogue) : [];
  const [chosen, setChosen] = useState<string | null>(null);
  const method = chosen ?? suggestedMethod(methods, null);
  const [typed, setTyped] = useState(() => formatForTyping(promised, currency, format.locale));
  const [details, setDetails] = useState<Record<string, string>>({});
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);

  const parsed = parseAmount(typed, currency, format.locale);
  const amount = parsed.kind === 'amount' ? parsed.amount : 0;
  const most = isCash(method) ? rulesOf(catalogue?.settings ?? null, currency).largest_cash_gift : null;
  const amountError = () => {
    if (parsed.kind === 'too_many_decimals')
      return t('capture.error.too_many_decimals', { count: parsed.digits });
    if (parsed.kind === 'empty' || (parsed.kind === 'amount' && amount <= 0))
      return t('capture.error.amount_missing');
    if (parsed.kind !== 'amount') return t(`capture.error.${parsed.kind}`);
    return amount > promised ? t('promises.tooMuch') : undefined;
  };
  const methodError =
    most !== null && amount > most
      ? t('capture.error.cash_too_large', { most: format.money(most, currency) })
      : undefined;
  const wrongAmount = amountError();

  const save = async () => {
    setTries(tries + 1);
    if (wrongAmount !== undefined || methodError !== undefined || method === '' || isBusy) return;
    setBusy(true);
    const paid = payPromise(runtime, { id, who: who.name }, { amount, method, details });
    onResult(await paid.finally(() => setBusy(false)));
  };
  return (
    <>
      <ErrorFocus submitCount={tries}>
        <ChoiceChips
          label={t('capture.paidBy')}
          choices={methods.map((kind) => ({ value: kind, label: methodWord(t, kind) }))}
          value={method}
          onChange={setChosen}
          error={tries > 0 ? methodError : undefined}
        />
        <TextField
          label={t('capture.amount')}
          inputMode="decimal"
          maxLength={20}
          value={typed}
          onChangeText={setTyped}
          error={tries > 0 ? wrongAmount : undefined}
          trailing={<Text tone="quiet">{format.currencySign(currency).sign}</Text>}
        />
        {detailFieldsOf(method).map((field) => (
          <TextField
            key={field}
            label={t(`common.paymentDetail.${field}`)}
            autoCorrect={false}
            inputMode={field === 'number' ? 'numeric' : 'text'}
            maxLength={100}
            value={details[field] ?? ''}
            onChangeText={(text) => setDetails({ ...details, [field]: text })}
          />
        ))}
      </ErrorFocus>
      {wrongAmount === undefined && amount < promised && (
        <Text variant="note" tone="quiet">
          {t('promises.rest', { amount: format.money(promised - amount, currency) })}
        </Text>
      )}
      <Button size="main" icon="check" label={t('promises.paid')} busy={isBusy} onPress={() => void save()} />
      <Button kind="secondary" label={t('common.back')} onPress={onBack} />
    </>
  );
}
