import type { z } from 'zod';

import type { Reading } from '../envelope';
import type { ExtensionName } from '../extensions';

/** One endpoint, as data. The service builds its routes from these rows, the app its calls. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `:name` is a parameter. */
  path: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** What the service accepts. */
  body?: z.ZodObject;
  /** What our client sends, where that is not what the service accepts. */
  request?: z.ZodObject;
  /** The response of our service. */
  response: z.ZodType;
  /** How our client parses the response of any service. */
  read: (body: unknown) => Reading<unknown>;
  envelope: 'envelope' | 'bare';
  /** Absent for endpoints of the interface itself. */
  extension?: ExtensionName;
  /** Whether the Authorization header is required. */
  auth: boolean;
  writes: boolean;
}

export const get = { method: 'GET', envelope: 'envelope', auth: true, writes: false } as const;
export const post = { method: 'POST', envelope: 'envelope', auth: true, writes: true } as const;
export const patch = { method: 'PATCH', envelope: 'envelope', auth: true, writes: true } as const;
