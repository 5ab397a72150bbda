import { type Service, serveRead, serveUnstored } from '../http/endpoint';
import { invalid } from '../http/problems';
import { requireAdmin } from '../http/rights';
import { auditCsv, listAudit, recordNamesOf, recordRead } from '../store/audit';

/** The largest file: a year of a large space. */
const MOST_EXPORTED = 50_000;

export function registerAudit(service: Service): void {
  serveRead(service, 'listAudit', async (tx, caller, { query }) => {
    requireAdmin(caller);
    const { cursor, limit, ...filter } = query;
    const entries = await listAudit(tx, filter, { before: readCursor(cursor), limit: limit + 1 });
    const page = entries.slice(0, limit);
    const last = entries.length > limit ? page.at(-1) : undefined;
    return { status: 'success', data: { entries: page, ...(last ? { cursor: String(last.id) } : {}) } };
  });

  serveUnstored(service, 'exportAudit', async (tx, caller, { query }) => {
    requireAdmin(caller);
    const entries = await listAudit(tx, query, { before: null, limit: MOST_EXPORTED + 1 });
    if (entries.length > MOST_EXPORTED) {
      throw invalid('query/from', `more than ${MOST_EXPORTED} entries match: choose a shorter time`);
    }
    await recordRead(tx, { event: 'audit_exported' });
    const name = `audit-log-${new Date().toISOString().slice(0, 10)}.csv`;
    const text = auditCsv(entries, await recordNamesOf(tx, entries));
    return { status: 'success', data: { name, type: 'text/csv', text } };
  });
}

function readCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,15}$/.test(cursor)) throw invalid('query/cursor', 'is not a cursor of this service');
  return Number(cursor);
}
