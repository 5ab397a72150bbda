import { outcomeOfWrite, type HttpResponse, type Exchange } from '@/domain/outcome';

const responded = (status: number, body: unknown, more: Partial<HttpResponse> = {}): HttpResponse => ({
  kind: 'answered',
  status,
  body,
  retryAfterMs: null,
  etag: null,
  sentAt: null,
  ...more,
});
const readProof = (body: unknown) =>
  typeof body === 'object' && body !== null && 'id' in body ? { serverId: 7 } : null;
const outcomeOf = (exchange: Exchange) => outcomeOfWrite(exchange, readProof);

describe('the outcome of a write', () => {
  test('offline before the call: stays queued, and no attempt is counted', () => {
    expect(outcomeOf({ kind: 'offline' })).toMatchObject({ kind: 'queued', countsAsAttempt: false });
  });

  test.each(['timeout', 'network', 'aborted'] as const)(
    'a call that ended by %s is unknown, and not sent again without a check',
    (cause) => {
      expect(outcomeOf({ kind: 'failed', cause })).toMatchObject({ kind: 'unknown', why: cause });
    }
  );

  test.each([408, 425, 500, 502, 504])('%i is unknown: the service may have applied it', (status) => {
    expect(outcomeOf(responded(status, {})).kind).toBe('unknown');
  });

  test('a success is only JSON with success and an id', () => {
    expect(outcomeOf(responded(201, { id: 7 }))).toEqual({ kind: 'acked', serverId: 7, pause: null });
    expect(outcomeOf(responded(200, {})).kind).toBe('unknown');
    expect(outcomeOf(responded(204, undefined)).kind).toBe('unknown');
  });

  test.each([
    [200, undefined],
    [302, undefined],
    [511, {}],
    [407, undefined],
  ])('a captive portal responding %i is unknown and pauses the queue', (status, body) => {
    expect(outcomeOf(responded(status, body))).toMatchObject({ kind: 'unknown', pause: { kind: 'login_page' } });
  });

  test.each([400, 403, 404, 405, 413, 415, 422, 418])('%i is parked with its reason', (status) => {
    expect(outcomeOf(responded(status, { code: 'invalid', errors: 'none' }))).toEqual({
      kind: 'parked',
      refusal: { status, code: 'invalid' },
      pause: null,
    });
  });

  test('a refusal with any other body is still a refusal', () => {
    expect(outcomeOf(responded(422, undefined))).toMatchObject({ kind: 'parked', refusal: { status: 422 } });
  });

  test('401 after the refresh blocks the row; a refresh that failed does not', () => {
    expect(outcomeOf(responded(401, {})).kind).toBe('blocked');
    expect(outcomeOf({ kind: 'signed_out' }).kind).toBe('blocked');
    expect(outcomeOf({ kind: 'refresh_failed' })).toMatchObject({ kind: 'queued', why: 'sign_in_unreachable' });
  });

  test('409 is unknown: "exists already" is no failure', () => {
    expect(outcomeOf(responded(409, {}))).toMatchObject({ kind: 'unknown', why: 'conflict' });
  });

  test('Retry-After pauses the entire queue: 429 stays queued, 503 is unknown', () => {
    const pause = { kind: 'retry_after', forMs: 9_000 };
    expect(outcomeOf(responded(429, {}, { retryAfterMs: 9_000 }))).toMatchObject({ kind: 'queued', pause });
    expect(outcomeOf(responded(503, {}, { retryAfterMs: 9_000 }))).toMatchObject({ kind: 'unknown', pause });
  });
});
