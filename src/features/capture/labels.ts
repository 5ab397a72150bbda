import { type TFunction } from 'i18next';

import { type Format } from '@/i18n/format';

import type { FormError } from './assemble';
import type { Who } from './draft';

export function whoName(t: TFunction, who: Who | null): string {
  switch (who?.kind) {
    case 'contact':
      return who.name === '' ? t('common.unnamed') : who.name;
    case 'supporter':
      return who.name.trim() === '' ? t('capture.who.newSupporter') : who.name.trim();
    case 'nobody':
      return t('capture.who.nobody');
    default:
      return '';
  }
}

/** The validation error as a sentence at the field. */
export function errorText(t: TFunction, format: Format, error: FormError, currency: string): string {
  switch (error.kind) {
    case 'custom_amount_refused':
      return t('capture.error.custom_amount_refused', { amount: format.money(error.amount, currency) });
    case 'cash_too_large':
      return t('capture.error.cash_too_large', { most: format.money(error.most, currency) });
    case 'too_many_decimals':
      return t('capture.error.too_many_decimals', { count: error.digits });
    case 'other_currency':
      return t('capture.error.other_currency', {
        currency: format.currencySign(error.currency).sign,
      });
    default:
      return t(`capture.error.${error.kind}`);
  }
}
