import type { TransactionSettings } from '@/contract/settings';

/** Where a space receives transfers. */
export type TransferAccount = { payee: string; iban: string; bic: string };

export const longestPayee = 70;
const longestReference = 140;
/** The largest amount of a code, in cents. */
const mostCents = 99_999_999_999;

/** The account in `additional_settings.transfer`; null without one, and with an IBAN that has a wrong digit. */
export function transferAccountOf(
  settings: Pick<TransactionSettings, 'additional_settings'> | null | undefined
): TransferAccount | null {
  const stored = Object(settings?.additional_settings?.transfer ?? {}) as Record<string, unknown>;
  const textOf = (value: unknown) => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '');
  const iban = tidyCode(textOf(stored.iban));
  const payee = textOf(stored.payee).slice(0, longestPayee);
  return payee === '' || !isIban(iban) ? null : { payee, iban, bic: textOf(stored.bic).toUpperCase() };
}

/** Whether an IBAN has its form and its check digits (ISO 13616). */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(parseInt(letter, 36))
  );
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

/**
 * The text of a QR code that banking apps read as a SEPA credit transfer (EPC069-12, version 2). Null for anything but euros,
 * which it cannot carry.
 */
export function girocode(
  { payee, iban, bic }: TransferAccount,
  { amount, currency, reference }: { amount: number; currency: string; reference: string }
): string | null {
  if (currency.toUpperCase() !== 'EUR' || amount < 1 || amount > mostCents) return null;
  const euros = (amount / 100).toFixed(2);
  const remittance = reference.replace(/\s+/g, ' ').trim().slice(0, longestReference);
  // Purpose and structured reference stay empty; a reference in words is the last line.
  return ['BCD', '002', '1', 'SCT', bic, payee, iban, `EUR${euros}`, '', '', remittance].join('\n');
}

/** Of the id that a payment has on the service. */
const digitsInReference = 8;

/** What a transfer is recognised by: the beginning of the id of its payment, and the name. The ledger finds it. */
export const transferReference = (token: string, name: string): string =>
  [token.slice(0, digitsInReference).toUpperCase(), name].filter(Boolean).join(' ');

/** The beginning of the id in the reference of a transfer, as a bank shows it; null in any other text. */
export function transferTokenIn(text: string): string | null {
  const [first = ''] = text.trim().toLowerCase().split(/\s/);
  return /^[0-9a-f]{8}$/.test(first) ? first : null;
}

/** A BIC (ISO 9362). */
export const isBic = (bic: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic);

/** An IBAN or a BIC as it is stored: without spaces, in capitals. */
export const tidyCode = (typed: string): string => typed.replace(/\s+/g, '').toUpperCase();

/** An IBAN as people read it: in groups of four. */
export const ibanInGroups = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');
