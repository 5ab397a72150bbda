import { EXTENSION_HEADERS } from '@/contract/extensions';

import { shapeBundle, shapeList, type Shown, type StoredRecord } from './hostileLists';
import { isWithin, type HostileProfile } from './hostileProfile';
import type { RequestHandler, SimRequest, SimResponse } from './httpTypes';
import { serviceUrl } from './service';
import type { VirtualClock } from './virtualClock';

const bundlesPath = '/v1/transaction_bundles';
/** Routes that exist with extensions only. */
const extensionRoutes =
  /^GET (\/v1\/changes|\/me|\/roles|\/v1\/contacts$|\/forms\/|\/v1\/transaction_bundles\/\d+$)/;
const extensionHeaders = Object.values(EXTENSION_HEADERS);
/** The end of a marker that the layer has made unique, because our service would recognise a repeated one. */
const copySuffix = /~\d+(?=")/g;

/** A layer in front of the real service that makes it behave like another one, as the profile says. */
export class HostileService {
  #copies = 0;
  #lists = 0;
  /** Where the feed was when it returned a cursor at its end. */
  readonly #positions = new Map<string, string>();
  readonly #storedAt = new Map<number, number>();

  constructor(
    readonly profile: HostileProfile,
    private readonly clock: VirtualClock,
    private readonly real: RequestHandler
  ) {}

  readonly handle: RequestHandler = async (request) => {
    const path = request.url.replace(serviceUrl, '').replace(/\?.*$/, '');
    const at = this.clock.monotonic();
    if (isWithin(this.profile.withoutExtensions, at)) return this.#withoutExtensions(request, path);
    if (path === '/v1/changes') return this.#readFeed(request, at);
    return this.#shaped(request, path);
  };

  /** No transaction that holds the feed back survives a restore, and the restored feed starts over. */
  releaseFeed(): void {
    this.#positions.clear();
  }

  /** As on a service that has none of our extensions. */
  async #withoutExtensions(request: SimRequest, path: string): Promise<SimResponse> {
    if (extensionRoutes.test(`${request.method} ${path}`)) return problem(404, 'not_found');
    const headers = withoutExtensionHeaders(request.headers);
    const body = path === bundlesPath && request.body ? this.#withOwnMarkers(request.body) : request.body;
    const response = await this.#shaped({ ...request, headers, ...(body ? { body } : {}) }, path);
    const text =
      path === '/health'
        ? response.text.replace(/"extensions":\[[^\]]*\]/, '"extensions":[]')
        : response.text;
    return { ...response, headers: withoutExtensionHeaders(response.headers), text };
  }

  /** A bare service stores a repeated marker again, and ours does not: every copy gets a marker of its own. */
  #withOwnMarkers(body: string): string {
    const parsed: { data: { transactions: Record<string, unknown>[] } } = JSON.parse(body);
    this.#copies += 1;
    const transactions = parsed.data.transactions.map(({ external_transaction_id: _, ...transaction }) => ({
      ...transaction,
      delivery_token: `${String(transaction.delivery_token)}~${this.#copies}`,
    }));
    return JSON.stringify({ data: { ...parsed.data, transactions } });
  }

  /** A transaction that is open somewhere holds the feed back: what is written meanwhile is not in it. */
  async #readFeed(request: SimRequest, at: number): Promise<SimResponse> {
    const cursor = new URL(request.url).searchParams.get('cursor') ?? '';
    const position = this.#positions.get(cursor);
    if (position !== undefined && isWithin(this.profile.feedHeld, at))
      return ok({ status: 'success', data: { changes: [], cursor, more: false, position } });
    const response = await this.#call(request);
    if (response.status !== 200) return response;
    const { data }: { data: { cursor: string; more: boolean; position?: string } } = JSON.parse(
      response.text
    );
    if (!data.more && data.position !== undefined) this.#positions.set(data.cursor, data.position);
    return response;
  }

  async #shaped(request: SimRequest, path: string): Promise<SimResponse> {
    const at = this.clock.monotonic();
    const isList = request.method === 'GET' && path === bundlesPath;
    if (isList && isWithin(this.profile.forbidden, at)) return problem(403, 'forbidden');
    if (isList) return this.#list(request, at);
    const response = await this.#call(request);
    const isBundle = path.startsWith(bundlesPath) && response.status >= 200 && response.status < 300;
    if (!isBundle) return response;
    const { data }: { data: Shown } = JSON.parse(response.text);
    if (request.method === 'POST') this.#storedAt.set(data.id, at);
    return ok({ status: 'success', data: shapeBundle(data, this.profile) }, response.headers);
  }

  async #list(request: SimRequest, at: number): Promise<SimResponse> {
    const stored: StoredRecord[] = [];
    for (let offset = 0; ; offset += 500) {
      const url = `${serviceUrl}${bundlesPath}?limit=500&offset=${offset}`;
      const response = await this.#call({ ...request, url });
      if (response.status !== 200) return response;
      const { data }: { data: Shown[] } = JSON.parse(response.text);
      stored.push(...data.map((bundle) => ({ bundle, storedAt: this.#storedAt.get(bundle.id) ?? 0 })));
      if (data.length < 500) break;
    }
    this.#lists += 1;
    const query = new URL(request.url).searchParams;
    const page = {
      limit: query.get('limit'),
      offset: Number(query.get('offset') ?? 0),
      reading: this.#lists,
    };
    return ok(shapeList(stored, this.profile, page, at));
  }

  /** The real service, with the markers that the phone has sent. */
  async #call(request: SimRequest): Promise<SimResponse> {
    const response = await this.real(request);
    return { ...response, text: response.text.replace(copySuffix, '') };
  }
}

/** Numbers above 2^53 are written into the text, because JSON.stringify cannot write them. */
const largeNumber = /"@(\d+)@"/g;
const firstLarge = 9_007_199_254_740_993n;

function ok(body: unknown, headers: SimResponse['headers'] = {}): SimResponse {
  const text = JSON.stringify(body).replace(largeNumber, (_, id: string) =>
    String(firstLarge + BigInt(id) * 2n)
  );
  const { 'content-length': _, etag: __, ...others } = headers;
  return { status: 200, headers: { ...others, 'content-type': 'application/json' }, text };
}

function withoutExtensionHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !extensionHeaders.some((header) => header === name.toLowerCase())
    )
  );
}

/** A refusal of a service that is not ours. */
function problem(status: number, code: string): SimResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify({ status: 'error', code }),
  };
}
