import { router } from 'expo-router';

import type { CashCount } from '@/contract/cashRecord';
import type { MissingRecord } from '@/db/ledger/missing';
import type { MyCash } from '@/db/cash/myCash';
import { absentCheques, differences, shiftNumbers } from '@/domain/cash/cash';
import type { LateCorrections } from '@/domain/cash/lateCorrections';
import { sumByCurrency } from '@/domain/money';
import { moneyList } from '@/features/shared/moneyList';
import { useI18n } from '@/i18n/I18nProvider';
import { Button } from '@/ui/Button';
import { ListRow } from '@/ui/ListRow';
import { StatePill } from '@/ui/State';

import { lateTexts, numbersText, replacedText } from '../labels';

interface CountRowProps {
  count: CashCount;
  chain: MyCash['chain'];
  missing: ReadonlyMap<string, MissingRecord> | undefined;
  late: LateCorrections | undefined;
  /** Whether the space counts blind: a difference would say what to count again. */
  isBlind: boolean;
  now: number;
}

/** A count: its sum, its records, what happened to them later, and where the cash is. */
export function CountRow({ count, chain, missing = new Map(), late, isBlind, now }: CountRowProps) {
  const { t, format } = useI18n();
  const keys = count.records.map(({ key }) => key);
  const numbers = shiftNumbers(keys, missing);
  const difference = isBlind ? [] : differences(count.expected, count.counted);
  const cheques = count.records.filter(({ is_there: isThere }) => isThere !== undefined);
  const absent = absentCheques(count);
  const has = (counts: readonly CashCount[]) => counts.some(({ key }) => key === count.key);
  const state = has(chain.kept) ? 'kept' : has(chain.given) ? 'given' : 'banked';
  return (
    <ListRow
      title={moneyList(format, count.counted)}
      detail={[
        format.since(count.made_at, now),
        numbers.missing.length + numbers.unsent.length === 0
          ? t('cash.shift.countedRecords', { count: keys.length })
          : numbersText(t, format, numbers),
        ...difference.map(({ amount, currency }) =>
          t(amount < 0 ? 'cash.count.less' : 'cash.count.more', {
            amount: format.money(Math.abs(amount), currency),
          })
        ),
        cheques.length === 0
          ? ''
          : t('cash.shift.cheques', {
              there: format.number(cheques.length - absent.length),
              all: format.number(cheques.length),
            }),
        absent.length === 0
          ? ''
          : t('cash.shift.chequesAbsent', { amount: moneyList(format, sumByCurrency(absent)) }),
        ...(count.receipts ?? []).flatMap(({ book, first, last }) =>
          first === undefined
            ? []
            : first === last
              ? t('receipts.withNumber', { number: `${book}-${first}` })
              : t('receipts.range', { first: `${book}-${first}`, last: `${book}-${last}` })
        ),
        count.reason ?? '',
        replacedText({ t, format }, count, chain.replaced, now),
        ...lateTexts({ t, format }, late),
      ]
        .filter((part) => part !== '')
        .join(' · ')}
      trailing={
        <>
          <StatePill tone={state === 'kept' ? 'waiting' : 'done'} label={t(`cash.state.${state}`)} />
          {has(chain.recountable) && (
            <Button
              kind="quiet"
              label={t('counts.again.open')}
              hint={moneyList(format, count.counted)}
              onPress={() => router.push({ pathname: '/shift/count', params: { of: count.key } })}
            />
          )}
        </>
      }
    />
  );
}
