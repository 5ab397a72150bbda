import type { TFunction } from 'i18next';

import type { Handed } from '@/domain/cash/cash';
import type { Format } from '@/i18n/format';

import { moneyList } from './moneyList';

/** "€20.00 · 3 cheques", or "3 cheques"; without anything "€0.00" or "0" */
export function handedWords(t: TFunction, format: Format, { cash, cheques }: Handed): string {
  const words = cheques === 0 ? '' : t('common.cheques', { count: cheques, number: format.number(cheques) });
  const some = cheques === 0 ? cash : cash.filter(({ amount }) => amount !== 0);
  return [moneyList(format, some), words].filter(Boolean).join(' · ') || format.number(0);
}
