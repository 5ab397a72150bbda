/** A payment by the numbers of its bundle and its own. */
export type PaymentPlace = { bundle: number; payment: number };

/** Payments as the address of a new batch has them: 100.1000,101.1010. */
export const paymentsText = (places: readonly PaymentPlace[]): string =>
  places.map(({ bundle, payment }) => `${bundle}.${payment}`).join(',');

/** The payments in an address, each once. What cannot be read is left out. */
export function readPayments(text: string | string[] | undefined): PaymentPlace[] {
  const parts = typeof text === 'string' ? [...new Set(text.split(','))] : [];
  return parts.flatMap((part) => {
    const [, bundle, payment] = /^(\d{1,15})\.(\d{1,15})$/.exec(part) ?? [];
    return bundle === undefined || payment === undefined
      ? []
      : { bundle: Number(bundle), payment: Number(payment) };
  });
}
