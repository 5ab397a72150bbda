import { z } from 'zod';

/** Every problem that the service returns. Clients decide by status and code, never by texts. */
export const PROBLEMS = {
  not_json: { status: 400, title: 'The body is not JSON' },
  unauthenticated: { status: 401, title: 'Sign in first' },
  /**
   * The person was removed from the space of the request, suspended in it, or this device was signed out of it. The token may be
   * valid in other spaces.
   */
  membership_removed: { status: 401, title: 'You do not belong to this space any more' },
  membership_suspended: { status: 401, title: 'Your membership of this space is suspended' },
  membership_signed_out: { status: 401, title: 'This device was signed out of this space' },
  /** Its maker changes a bundle only until a manager has changed it. */
  bundle_managed: { status: 403, title: 'A manager has changed this bundle or put it into a batch since' },
  forbidden: { status: 403, title: 'Not allowed' },
  /** The second factor was not entered a short time ago: GET /oidc/second-factor has the page. */
  second_factor_needed: { status: 403, title: 'Confirm with your second step first' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'In conflict with what is there' },
  in_flight: { status: 409, title: 'The same request is still being worked on' },
  /** Of a change with Doorstep-If-Unpaid. */
  already_paid: { status: 409, title: 'This payment was marked as paid before' },
  last_admin: { status: 409, title: 'A space needs somebody who can undo this' },
  import_undone: { status: 409, title: 'This import was undone: begin another one' },
  /** This request changed nothing. `stored` is what the earlier one stored. */
  replaced_stored: { status: 409, title: 'The record that this one replaces is stored' },
  /** A write that named this key in Doorstep-Replaces is stored: this one never will be. */
  replaced: { status: 409, title: 'Another request has replaced this one' },
  precondition_failed: { status: 412, title: 'Changed since it was read' },
  too_large: { status: 413, title: 'Too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  invalid: { status: 422, title: 'Not valid' },
  key_reused: { status: 422, title: 'The key was used for another request' },
  update_token_required: { status: 422, title: 'UpdateToken is required' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong' },
  unavailable: { status: 503, title: 'Unavailable for now' },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** One invalid field; `location` is e.g. `body/data/transactions/0/amount`. */
export const ProblemErrorSchema = z.object({ location: z.string(), message: z.string() });

/** The body of every failure, after RFC 9457. */
export const ProblemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  instance: z.string().optional(),
  code: z.string(),
  errors: z.array(ProblemErrorSchema).optional(),
  /** With `replaced_stored`: `data` of the response to the stored request, such as the bundle. */
  stored: z.unknown().optional(),
});
export type Problem = z.output<typeof ProblemSchema>;

const TYPE_PREFIX = 'urn:doorstep:problem:';

/** The details of one occurrence of a problem. */
export type ProblemDetails = Pick<Problem, 'detail' | 'instance' | 'errors' | 'stored'>;

/** The body for a code, with the details of this occurrence. */
export function problem(code: ProblemCode, details: ProblemDetails = {}): Problem {
  const { status, title } = PROBLEMS[code];
  return { type: `${TYPE_PREFIX}${code}`, title, status, code, ...details };
}

/** What a client reads from the body of a failure: each part separately, from any body. */
const ProblemRead = z.object({
  code: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
  errors: z.array(ProblemErrorSchema).optional().catch(undefined),
});

/** Reads the body of a failure; any other body gives an empty result. */
export function readProblem(body: unknown): z.output<typeof ProblemRead> {
  const result = ProblemRead.safeParse(body);
  return result.success ? result.data : {};
}

const OurProblem = z.looseObject({ type: z.string().startsWith(TYPE_PREFIX) });

/** Whether a failure has a problem type of our service. A proxy or another service has its own. */
export function isOurProblem(body: unknown): boolean {
  return OurProblem.safeParse(body).success;
}
