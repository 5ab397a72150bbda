import { type Service, serveRead, serveWrite } from '../http/endpoint';
import { ProblemError, invalid } from '../http/problems';
import { requireManager } from '../http/rights';
import { getMonth, listMonths, monthOfId, stepMonth } from '../store/months';

/** Closing months. The database decides who may, and in which order. */
export function registerMonths(service: Service): void {
  serveRead(service, 'listMonths', async (tx, caller) => {
    requireManager(caller);
    return { status: 'success', data: { months: await listMonths(tx) } };
  });

  serveRead(service, 'getMonth', async (tx, caller, { params }) => {
    requireManager(caller);
    const name = monthOfId(params.id);
    const month = name === null ? null : await getMonth(tx, name);
    if (!month) throw new ProblemError('not_found');
    return { status: 'success', data: { month } };
  });

  serveWrite(service, 'updateMonth', async (tx, caller, { params, body }) => {
    requireManager(caller);
    const name = monthOfId(params.id);
    if (name === null) throw new ProblemError('not_found');
    const outcome = await stepMonth(tx, name, body.data.month);
    if (outcome === 'closed' || outcome === 'open')
      throw new ProblemError('precondition_failed', { detail: `The month is ${outcome} already.` });
    if (outcome !== 'done') throw invalid('body/data/month/step', REFUSALS[outcome]);
    const month = await getMonth(tx, name);
    if (!month) throw new ProblemError('not_found');
    return { status: 'success', data: { month } };
  });
}

const REFUSALS = {
  no_settings: 'this space has no transaction settings',
  not_next: 'an earlier month is open: close it first',
  not_over: 'the month is not over',
  not_last: 'a later month is closed: reopen it first',
} as const;
