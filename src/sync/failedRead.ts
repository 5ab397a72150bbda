import { isOurProblem } from '@/contract/problem';
import type { Outcome } from '@/domain/outcome';

import type { Capabilities } from './capabilities';
import { pauseOf, type ReadResult } from './readResource';

const parked = (status: number, code: string): Outcome => ({
  kind: 'parked',
  refusal: { status, code },
  pause: null,
});

/** Nothing was written, so the row is certainly not on the service. */
export function outcomeOfFailedRead(
  result: Exclude<ReadResult<unknown>, { kind: 'read' }>,
  capabilities: Capabilities
): Outcome {
  switch (result.kind) {
    case 'missing':
    case 'refused': {
      const { status, body } = result.response;
      const isOfService = capabilities.has('idempotency_key') ? isOurProblem(body) : body !== undefined;
      if (isOfService) return parked(status, result.kind === 'missing' ? 'not_found' : 'refused');
      return { kind: 'queued', why: 'unreachable', countsAsAttempt: true, pause: { kind: 'login_page' } };
    }
    case 'unreadable':
    case 'unchanged':
      return parked(200, 'unreadable');
    case 'stopped':
      switch (result.stop.kind) {
        case 'signed_out':
          return { kind: 'blocked', pause: null };
        case 'offline':
          return { kind: 'queued', why: 'offline', countsAsAttempt: false, pause: null };
        // The lease ended before a long list did: the other rows go on.
        case 'aborted':
          return { kind: 'queued', why: 'searching', countsAsAttempt: true, pause: null };
        case 'wait': {
          const pause = pauseOf(result.stop);
          return { kind: 'queued', why: 'too_many_requests', countsAsAttempt: true, pause };
        }
        case 'login_page':
          return { kind: 'queued', why: 'unreachable', countsAsAttempt: true, pause: { kind: 'login_page' } };
        case 'unreachable':
          return { kind: 'queued', why: 'unreachable', countsAsAttempt: true, pause: null };
        case 'service_trouble': {
          const pause = { kind: 'service_trouble' } as const;
          return { kind: 'queued', why: 'unreachable', countsAsAttempt: true, pause };
        }
      }
  }
}
