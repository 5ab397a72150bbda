import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type PromisedGift } from '@/db/promises';
import { rulesOf } from '@/domain/captureRules';
import { isCash } from '@/domain/cash/cash';
import { methodsOf, suggestedMethod } from '@/domain/catalogue';
import { dayOf } from '@/domain/day';
import { formatForTyping, parseAmount } from '@/domain/money';
import { detailFieldsOf } from '@/domain/paymentDetails';
import { callBackError, CallBackField } from '@/features/shared/CallBackField';
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
  /** `rowId` finds the receipt of the payment; `rest` is what is still promised. */
  onResult: (result: PromiseResult, payment: { rowId: string; rest: number }) => void;
  onBack: () => void;
}

/** How a promise was paid, how much of it, and when to call about the rest. */
export function PayForm({
  promise: { id, who, callBack, amount: promised, currency },
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
  const [ids] = useState(() => ({ row: runtime.newId(), rest: runtime.newId() }));
  const [restDay, setRestDay] = useState(() => (callBack && callBack > dayOf(runtime.now()) ? callBack : ''));
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
  const rest = wrongAmount === undefined ? promised - amount : 0;
  const wrongDay = rest > 0 ? callBackError(t, restDay, runtime.now()) : undefined;

  const save = async () => {
    setTries(tries + 1);
    const isWrong = wrongAmount !== undefined || wrongDay !== undefined || methodError !== undefined;
    if (isWrong || method === '' || isBusy) return;
    setBusy(true);
    const paid = payPromise(
      runtime,
      { id, who: who.name },
      { rowId: ids.row, amount, method, details, rest: { id: ids.rest, callBack: restDay || null } }
    );
    onResult(await paid.finally(() => setBusy(false)), { rowId: ids.row, rest });
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
        {rest > 0 && (
          <>
            <Text variant="strong">{t('promises.rest', { amount: format.money(rest, currency) })}</Text>
            <CallBackField value={restDay} onChange={setRestDay} error={tries > 0 ? wrongDay : undefined} />
          </>
        )}
      </ErrorFocus>
      <Button size="main" icon="check" label={t('promises.paid')} busy={isBusy} onPress={() => void save()} />
      <Button kind="secondary" label={t('common.back')} onPress={onBack} />
    </>
  );
}
