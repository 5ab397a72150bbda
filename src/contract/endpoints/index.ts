import type { z } from 'zod';

import type { Reading } from '../envelope';
import { catalogueEndpoints } from './catalogue';
import { fieldEndpoints } from './field';
import { moneyEndpoints } from './money';
import { peopleEndpoints } from './people';
import { securityEndpoints } from './security';
import { serviceEndpoints } from './service';
import { teamsEndpoints } from './teams';

export type { Endpoint } from './endpoint';

/** Every endpoint by its name in the code. */
export const endpoints = {
  ...peopleEndpoints,
  ...teamsEndpoints,
  ...moneyEndpoints,
  ...catalogueEndpoints,
  ...fieldEndpoints,
  ...securityEndpoints,
  ...serviceEndpoints,
} as const;

export type EndpointName = keyof typeof endpoints;

type Row<Name extends EndpointName> = (typeof endpoints)[Name];
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Member<R, Key extends string> = R extends Record<Key, infer Value> ? Value : undefined;

/** The path parameters of an endpoint. */
export type ParamsOf<Name extends EndpointName> = Output<Member<Row<Name>, 'params'>>;
/** The query of an endpoint as a client passes it: every part is optional. */
export type QueryOf<Name extends EndpointName> = Partial<Output<Member<Row<Name>, 'query'>>>;
/** The body that the service accepts. */
export type BodyOf<Name extends EndpointName> = Output<Member<Row<Name>, 'body'>>;
/** The response body of our service. */
export type ResponseOf<Name extends EndpointName> = z.output<Row<Name>['response']>;
/** The parsed response. */
export type AnswerOf<Name extends EndpointName> =
  ReturnType<Row<Name>['read']> extends Reading<infer Value> ? Value : never;
