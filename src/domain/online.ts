import type { z } from 'zod';

import type { AnswerOf, EndpointName, ParamsOf, QueryOf } from '@/contract/endpoints';
import type { ProblemErrorSchema } from '@/contract/problem';

/** `missing`: the service has no such record. `refused`: not allowed. `not_now`: the service was not reached. */
export type OnlineFailure = 'offline' | 'not_now' | 'refused' | 'missing';

/** Why a write failed, in one of the words that have a sentence everywhere. */
export const whyNotWritten = (kind: string): 'offline' | 'not_now' | 'refused' =>
  kind === 'offline' || kind === 'not_now' ? kind : 'refused';

export type OnlineRead<Value> = { kind: 'read'; value: Value; etag: string | null } | { kind: OnlineFailure };

export type OnlineWrite<Value> =
  | { kind: 'written'; value: Value }
  /** Changed since it was read. */
  | { kind: 'stale' }
  /** The key belongs to another body, which is stored. */
  | { kind: 'key_reused' }
  /** An earlier write that this one replaces is stored: this is its response. */
  | { kind: 'stored_before'; stored: unknown }
  /** The import takes no contacts any more. */
  | { kind: 'import_undone' }
  /** The second factor has to be entered first. */
  | { kind: 'second_step' }
  | { kind: 'invalid'; errors: z.output<typeof ProblemErrorSchema>[] }
  | { kind: OnlineFailure };

type OnlineCall<Name extends EndpointName> = {
  endpoint: Name;
  params?: ParamsOf<Name>;
  query?: QueryOf<Name>;
};

/**
 * Requests that a person waits for, in the space of the phone: what an office sets up. Records of the field never go this
 * way, they go through the outbox.
 */
export interface OnlineControls {
  read<Name extends EndpointName>(call: OnlineCall<Name>): Promise<OnlineRead<AnswerOf<Name>>>;
  write<Name extends EndpointName>(
    call: OnlineCall<Name> & { body: unknown; key: string; replaces?: readonly string[]; ifMatch?: string }
  ): Promise<OnlineWrite<AnswerOf<Name>>>;
}
