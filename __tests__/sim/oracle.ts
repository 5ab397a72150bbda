import type { OutboxRow } from '@/db/outbox/outbox';

import type { StoredBundle } from './service';
import type { SimResponse, SimRequest } from './httpTypes';

/** A bundle that the phone reported as saved. */
export type Saved = { id: string; owner: number; amount: number };

/** The failures of a schedule, each with its record. */
export type Findings = { lost: string[]; doubled: string[]; stuck: string[]; misreported: string[] };

/**
 * What really happened, seen from outside the app: what it reported as saved, and what the service stored. The
 * app is compared with this, never with itself.
 */
export class Oracle {
  readonly saved = new Map<string, Saved>();
  /** Additions to a bundle that the phone reported as saved: their unique amount by row id. */
  readonly additions = new Map<string, number>();
  readonly misreported = new Set<string>();
  /** A bundle is stored twice: nothing can repair that. */
  hasDuplicate = false;
  readonly #stored = new Map<string, Set<number>>();

  /** Records what the service did with a request. */
  observe(request: SimRequest, response: SimResponse, userId: number | null): void {
    const isCreation = request.method === 'POST' && request.url.endsWith('/v1/transaction_bundles');
    if (!isCreation || response.status < 200 || response.status >= 300) return;
    const token = tokenOf(request.body);
    const { data }: { data: { id: number } } = JSON.parse(response.text);
    const ids = this.#stored.get(token) ?? new Set();
    this.#stored.set(token, ids.add(data.id));
    if (ids.size > 1) this.hasDuplicate = true;
    const owner = this.saved.get(token)?.owner;
    if (owner !== undefined && userId !== owner) this.misreported.add(`${token} was sent by another user`);
  }

  /** Compares what the screens show with what is stored. */
  checkRows(rows: readonly OutboxRow[]): void {
    for (const row of rows) {
      if (row.kind !== 'bundle_create') continue;
      const stored = this.#stored.get(row.id);
      if (row.state === 'acked' && !stored?.has(row.serverId ?? -1))
        this.misreported.add(`${row.id} is shown as sent and is not there`);
      if (row.state === 'parked' && stored)
        this.misreported.add(`${row.id} is shown as refused and is there`);
    }
  }

  /** The failures, once everything has settled. `onPhone` are the unsent rows. */
  findFailures(bundles: readonly StoredBundle[], onPhone: readonly OutboxRow[], hasKeys: boolean): Findings {
    const findings: Findings = { lost: [], doubled: [], stuck: [], misreported: [...this.misreported] };
    const byToken = new Map<string, StoredBundle[]>();
    for (const bundle of bundles) byToken.set(bundle.token, [...(byToken.get(bundle.token) ?? []), bundle]);
    const waiting = new Map(onPhone.map((row) => [row.id, row]));

    for (const { id, amount } of this.saved.values()) {
      const stored = byToken.get(id) ?? [];
      const isAsked = waiting.get(id)?.state === 'needs_person';
      if (stored.length > 1) findings.doubled.push(id);
      if (stored.length === 0 && !waiting.has(id)) findings.lost.push(id);
      if (stored.some((bundle) => bundle.amount !== amount))
        findings.misreported.push(`${id} has another amount`);
      if (waiting.has(id) && (hasKeys || !isAsked)) findings.stuck.push(`${id} ${waiting.get(id)?.state}`);
    }
    for (const [id, amount] of this.additions) {
      const times = bundles
        .flatMap((bundle) => bundle.donations)
        .filter((donation) => donation === amount).length;
      if (times > 1) findings.doubled.push(`addition ${id}`);
      if (times === 0 && !waiting.has(id)) findings.lost.push(`addition ${id}`);
      const isAsked = waiting.get(id)?.state === 'needs_person';
      if (waiting.has(id) && (hasKeys || !isAsked))
        findings.stuck.push(`addition ${id} ${waiting.get(id)?.state}`);
    }
    for (const row of onPhone) {
      const isCounted = this.saved.has(row.id) || this.additions.has(row.id);
      const isPersons = row.state === 'needs_person' || row.state === 'parked';
      if (!isCounted && !isPersons) findings.stuck.push(`${row.kind} ${row.id} ${row.state}`);
    }
    return findings;
  }
}

function tokenOf(body: string | undefined): string {
  const { data }: { data: { transactions: { delivery_token?: string }[] } } = JSON.parse(body ?? '{}');
  return data.transactions[0]?.delivery_token ?? '';
}
