import { problem, type ProblemCode } from '@/contract/problem';
import { outcomeOfWrite, type Exchange, type HttpResponse, type Outcome } from '@/domain/outcome';

const key = '00000000-0000-4000-8000-000000000001';

const responded = (status: number, body: unknown, more: Partial<HttpResponse> = {}): HttpResponse => ({
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
const readAck = (body: unknown) =>
  typeof body === 'object' && body !== null && 'id' in body ? { serverId: 7 } : null;
/** At a service with keys, and at one without. */
const keyed = (exchange: Exchange) => outcomeOfWrite(exchange, { key, readAck });
const bare = (exchange: Exchange) => outcomeOfWrite(exchange, { key: null, readAck });

/** An outcome in words: its kind, its reason and its pause. */
function words(outcome: Outcome): string {
  const reason = 'why' in outcome ? [outcome.why] : [];
  const pause = outcome.pause === null ? [] : [`pause ${outcome.pause.kind}`];
  return [outcome.kind, ...reason, ...pause].join(', ');
}

const html = undefined;
const wrongJson = { hello: 'world' };
const refusedBy = (code: ProblemCode) => problem(code, { detail: 'no' });
const portal = 'unknown, login_page, pause login_page';
const incomplete = 'unknown, incomplete, pause login_page';
const notTheService = 'unknown, not_the_service, pause login_page';
const trouble = 'unknown, server_error, pause service_trouble';
const slow = 'unknown, timeout, pause service_trouble';

describe('the outcome of a write', () => {
  test('offline before the call: stays queued, and no attempt is counted', () => {
    expect(keyed({ kind: 'offline' })).toMatchObject({ kind: 'queued', countsAsAttempt: false });
  });

  test.each(['timeout', 'network', 'aborted'] as const)(
    'a call that ended by %s is unknown, and not sent again without a check',
    (cause) => {
      expect(keyed({ kind: 'failed', cause })).toMatchObject({ kind: 'unknown', why: cause, pause: null });
    }
  );

  test('signed out blocks the row; a refresh that failed does not', () => {
    expect(keyed({ kind: 'signed_out' }).kind).toBe('blocked');
    expect(keyed({ kind: 'refresh_failed' })).toMatchObject({ kind: 'queued', why: 'sign_in_unreachable' });
  });

  test('a success is only JSON with success and an id', () => {
    const acked = { kind: 'acked', serverId: 7, position: null, pause: null };
    expect(bare(responded(201, { id: 7 }))).toEqual(acked);
    expect(keyed(responded(201, { id: 7 }, { key }))).toEqual(acked);
    expect(words(bare(responded(200, wrongJson)))).toBe(incomplete);
    expect(words(keyed(responded(200, wrongJson, { key })))).toBe(incomplete);
  });

  test('the position of the write in the feed is returned with the acknowledgement', () => {
    expect(keyed(responded(201, { id: 7 }, { key, position: 'a.12' }))).toMatchObject({ position: 'a.12' });
  });

  test.each([
    ['no key', null],
    ['another key', '00000000-0000-4000-8000-000000000002'],
  ])('at a service with keys, a success with %s is no acknowledgement', (_name, returned) => {
    expect(words(keyed(responded(200, { id: 7 }, { key: returned })))).toBe(incomplete);
  });

  test.each([
    [200, html],
    [302, html],
    [511, {}],
    [407, html],
  ])('a captive portal responding %i is unknown and pauses the queue', (status, body) => {
    for (const outcomeOf of [keyed, bare]) expect(words(outcomeOf(responded(status, body)))).toBe(portal);
  });

  test.each([
    [204, html, incomplete, incomplete],
    [200, wrongJson, incomplete, incomplete],
    [200, html, portal, portal],
    [301, html, portal, portal],
    [302, wrongJson, portal, portal],
    [304, html, notTheService, notTheService],
    [307, html, portal, portal],
    [401, html, notTheService, notTheService],
    [401, wrongJson, notTheService, notTheService],
    [400, wrongJson, notTheService, 'maybe_refused'],
    [403, html, notTheService, notTheService],
    [403, wrongJson, notTheService, 'maybe_refused'],
    [404, html, notTheService, notTheService],
    [404, wrongJson, notTheService, 'maybe_refused'],
    [408, html, slow, slow],
    [409, wrongJson, notTheService, 'maybe_refused'],
    [412, html, notTheService, notTheService],
    [412, wrongJson, notTheService, 'maybe_refused'],
    [413, html, notTheService, notTheService],
    [422, wrongJson, notTheService, 'maybe_refused'],
    [425, html, slow, slow],
    [
      429,
      html,
      'unknown, too_many_requests, pause service_trouble',
      'unknown, too_many_requests, pause service_trouble',
    ],
    [500, wrongJson, trouble, trouble],
    [502, html, trouble, trouble],
    [503, html, trouble, trouble],
    [504, html, trouble, trouble],
  ])('%i with %j from anybody: with keys %s, without keys %s', (status, body, withKeys, withoutKeys) => {
    expect(words(keyed(responded(status, body)))).toBe(withKeys);
    expect(words(bare(responded(status, body)))).toBe(withoutKeys);
  });

  test.each<[number, ProblemCode]>([
    [400, 'not_json'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'conflict'],
    [412, 'precondition_failed'],
    [413, 'too_large'],
    [422, 'invalid'],
    [422, 'key_reused'],
  ])('%i %s is a refusal only from the service itself, about this key', (status, code) => {
    const body = refusedBy(code);
    expect(keyed(responded(status, body, { key }))).toEqual({
      kind: 'parked',
      refusal: { status, code, detail: 'no' },
      pause: null,
    });
    expect(words(keyed(responded(status, body)))).toBe(notTheService);
    expect(words(keyed(responded(status, body, { key: 'another' })))).toBe(notTheService);
    expect(words(keyed(responded(status, { code, detail: 'no' }, { key })))).toBe(notTheService);
  });

  test('a refusal by a service without keys is stored with its reason until a search has shown that nothing arrived', () => {
    expect(bare(responded(422, { code: 'invalid', errors: 'none' }))).toEqual({
      kind: 'maybe_refused',
      refusal: { status: 422, code: 'invalid' },
      pause: null,
    });
  });

  test('a request that is still being worked on is unknown', () => {
    expect(words(keyed(responded(409, refusedBy('in_flight'))))).toBe('unknown, conflict');
  });

  test('a replacement of a record that is stored names that record', () => {
    const stored = { id: 55, transactions: [{ delivery_token: 'the-original' }] };
    const body = { ...refusedBy('replaced_stored'), stored };
    expect(keyed(responded(409, body, { key }))).toEqual({
      kind: 'original_arrived',
      originalId: 'the-original',
      serverId: 55,
      pause: null,
    });
    expect(keyed(responded(409, refusedBy('replaced_stored'), { key }))).toMatchObject({
      kind: 'original_arrived',
      originalId: null,
      serverId: null,
    });
    expect(words(keyed(responded(409, body)))).toBe(notTheService);
  });

  test.each([429, 503])('%i with Retry-After pauses the entire queue for that time', (status) => {
    const pause = { kind: 'retry_after', forMs: 9_000 };
    expect(keyed(responded(status, {}, { retryAfterMs: 9_000 }))).toMatchObject({ kind: 'unknown', pause });
  });
});
