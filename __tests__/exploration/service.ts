import { problem } from '@/contract/problem';
import type { Exchange, HttpResponse } from '@/domain/outcome';
import type { Call } from '@/sync/transport';

/** `gains_keys`: a service without keys that has them from some moment on, for new requests. */
export type ServiceKind = 'keyed' | 'bare' | 'gains_keys';

type Transaction = Record<string, unknown> & { delivery_token?: string };
type Stored = { id: number; transactions: Transaction[] };

/** A request that writes, as it is on its way. */
export type WriteRequest = { key: string; body: string };

const epoch = 'a';

export const respond = (status: number, body: unknown, more: Partial<HttpResponse> = {}): HttpResponse => ({
  kind: 'answered',
  status,
  body,
  retryAfterMs: null,
  etag: null,
  sentAt: null,
  key: null,
  position: null,
  ...more,
});

const success = (data: unknown, more: object = {}) => ({ status: 'success', data, ...more });

/** The smallest service that stores bundles, keeps their markers and, with keys, stores each key once. */
export class ModelService {
  readonly stored: Stored[] = [];
  readonly #responses = new Map<string, Stored>();
  hasKeys: boolean;
  /** The user has lost the right to write. */
  refuses = false;

  constructor(readonly kind: ServiceKind) {
    this.hasKeys = kind === 'keyed';
  }

  /** The state, for the comparison of two runs. */
  describe(): unknown {
    const tokens = this.stored.map(({ transactions }) => transactions[0]?.delivery_token);
    return [tokens, [...this.#responses.keys()], this.hasKeys, this.refuses];
  }

  countOf(token: string): number {
    return this.stored.filter(({ transactions }) => transactions[0]?.delivery_token === token).length;
  }

  write({ key, body }: WriteRequest): HttpResponse {
    const echo = this.hasKeys ? { key } : {};
    const first = this.hasKeys ? this.#responses.get(key) : undefined;
    if (first) return respond(200, success(first), { ...echo, position: this.#positionOf(first.id) });
    if (this.refuses) return respond(403, problem('forbidden'), echo);
    const { data }: { data: { transactions: Transaction[] } } = JSON.parse(body);
    const bundle = this.#store(data.transactions);
    if (!this.hasKeys) return respond(200, success(bundle));
    this.#responses.set(key, bundle);
    return respond(200, success(bundle), { ...echo, position: this.#positionOf(bundle.id) });
  }

  /** Another phone stores a gift with the same content. */
  writeOther(body: string): void {
    const { data }: { data: { transactions: Transaction[] } } = JSON.parse(body);
    this.#store(
      data.transactions.map((one) => ({ ...one, delivery_token: 'another', external_transaction_id: 99 }))
    );
  }

  read({ endpoint, query }: Call): Exchange {
    switch (endpoint) {
      case 'getHealth':
        return respond(200, success({ name: 'model', version: '1', extensions: this.#extensions() }));
      case 'listBundles': {
        const offset = Number(new Map(Object.entries(query ?? {})).get('offset') ?? 0);
        return respond(200, success(this.stored.slice(offset), { total: this.stored.length }));
      }
      case 'listChanges': {
        const from = Number(new Map(Object.entries(query ?? {})).get('cursor') ?? 0);
        const changes = this.stored
          .slice(from)
          .map((record) => ({ kind: 'transaction_bundle', id: record.id, record }));
        const end = this.stored.length;
        return respond(
          200,
          success({ changes, cursor: String(end), more: false, position: `${epoch}.${end + 1}` })
        );
      }
      default:
        return respond(404, undefined);
    }
  }

  #extensions(): string[] {
    if (!this.hasKeys) return [];
    return this.kind === 'keyed'
      ? ['idempotency_key', 'if_match', 'changes']
      : ['idempotency_key', 'if_match'];
  }

  #store(transactions: Transaction[]): Stored {
    const id = this.stored.length + 1;
    const bundle = { id, transactions: transactions.map((one) => ({ ...one, id, contact_id: undefined })) };
    this.stored.push(bundle);
    return bundle;
  }

  #positionOf(id: number): string {
    return `${epoch}.${id}`;
  }
}
