import { isDay, startOfDay } from '@/domain/day';

/** What is reconciled; '' and null choose everything. Days are those of this phone's time zone. */
export type ReconciliationChoice = { from: string; until: string; campaign: string | null };

export const everything: ReconciliationChoice = { from: '', until: '', campaign: null };

/** Reads the address. What cannot be read chooses nothing. */
export function readChoice(params: Record<string, string | string[] | undefined>): ReconciliationChoice {
  const read = (name: string) => {
    const value = params[name];
    return typeof value === 'string' ? value : '';
  };
  const day = (name: string) => (isDay(read(name)) ? read(name) : '');
  return { from: day('from'), until: day('until'), campaign: read('campaign') || null };
}

/** The parameters of the address; undefined removes one. */
export function paramsOf({ from, until, campaign }: ReconciliationChoice) {
  return {
    from: isDay(from) ? from : undefined,
    until: isDay(until) ? until : undefined,
    campaign: campaign ?? undefined,
  };
}

/** The parameters that have a value, for a link. */
export const givenParams = (choice: ReconciliationChoice): Record<string, string> =>
  Object.fromEntries(
    Object.entries(paramsOf(choice)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  );

/** The choice as the service takes it. */
export function queryOf({ from, until, campaign }: ReconciliationChoice) {
  return {
    ...(isDay(from) ? { from: startOfDay(from) } : {}),
    ...(isDay(until) ? { until: startOfDay(until, 1) } : {}),
    ...(campaign === null ? {} : { campaign }),
  };
}
