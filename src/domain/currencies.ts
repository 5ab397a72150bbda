/**
 * Whether there is a currency with this code, in any case. The service refuses payments in any other one. A system that
 * cannot list its currencies takes any three letters.
 */
export function isCurrency(code: string): boolean {
  if (!/^[A-Za-z]{3}$/.test(code)) return false;
  const { supportedValuesOf } = Intl as Partial<typeof Intl>;
  return supportedValuesOf?.('currency').includes(code.toUpperCase()) ?? true;
}
