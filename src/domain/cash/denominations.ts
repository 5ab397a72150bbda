/** Notes and coins in circulation, in minor units, the largest first. A currency that is not listed is counted as one sum. */
const denominations: Readonly<Record<string, readonly number[]>> = {
  AED: [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 100, 50, 25],
  CAD: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 25, 10, 5],
  CHF: [100_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5],
  DKK: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50],
  EGP: [20_000, 10_000, 5_000, 2_000, 1_000, 500, 100, 50, 25],
  EUR: [20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  GBP: [5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  JPY: [10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10, 5, 1],
  MAD: [20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10],
  MXN: [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50],
  NOK: [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 100],
  PLN: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  SEK: [100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100],
  TND: [50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50],
  USD: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1],
  XOF: [10_000, 5_000, 2_000, 1_000, 500, 250, 200, 100, 50, 25, 10, 5],
};

type Settings = { additional_settings?: Record<string, unknown> | undefined } | null | undefined;

/**
 * The pieces by which a currency is counted. A space can list its own in `additional_settings.denominations`, by currency
 * code; without a list there is none, and the sum is typed.
 */
export function denominationsOf(currency: string, settings: Settings): readonly number[] {
  const code = currency.toUpperCase();
  const own = settings?.additional_settings?.denominations;
  const listed = typeof own === 'object' && own !== null ? (own as Record<string, unknown>)[code] : undefined;
  const pieces = Array.isArray(listed) ? listed.filter(isPiece).sort((one, other) => other - one) : [];
  return pieces.length > 0 ? pieces : (denominations[code] ?? []);
}

const isPiece = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
