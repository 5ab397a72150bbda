import { z } from 'zod';

import * as action from '@/contract/action';
import * as bundle from '@/contract/bundle';
import { ContactSchema } from '@/contract/contact';
import { type Endpoint, type EndpointName, endpoints } from '@/contract/endpoints';
import { FormSchema } from '@/contract/form';
import { InvitationSchema } from '@/contract/invitation';
import { DonationPriceSchema, MembershipPriceGroupSchema, MembershipPriceSchema } from '@/contract/price';
import { PROBLEMS, PROBLEM_MEDIA_TYPE, type ProblemCode, ProblemSchema } from '@/contract/problem';
import { RoleSchema } from '@/contract/role';
import { TransactionSettingsSchema } from '@/contract/settings';
import { TransactionStatusSchema } from '@/contract/status';
import { PublicTeamSchema, TeamAddressSchema, TeamMemberSchema, TeamSchema } from '@/contract/team';
import { ActionUserSchema, UserSchema } from '@/contract/user';

import { TAGS, endpointTexts } from './endpointTexts';

type JsonSchema = z.core.JSONSchema.JSONSchema;
type Content = Record<string, { schema: JsonSchema }>;

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: JsonSchema;
};
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  /** Not in the interface itself, but added by this service. */
  'x-extension'?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, { description: string; content: Content } | { $ref: string }>;
};
export type OpenApi = {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, { description: string; content: Content }>;
    securitySchemes: Record<string, unknown>;
  };
};

/** Resources that appear in several places are described once, under these names. */
const named = {
  Action: action.ActionSchema,
  ActionAggregate: action.ActionAggregateSchema,
  ActionUser: ActionUserSchema,
  BundleHistoryEntry: bundle.BundleHistoryEntrySchema,
  Contact: ContactSchema,
  Donation: bundle.DonationSchema,
  DonationPrice: DonationPriceSchema,
  Form: FormSchema,
  Invitation: InvitationSchema,
  Membership: bundle.MembershipSchema,
  MembershipPrice: MembershipPriceSchema,
  MembershipPriceGroup: MembershipPriceGroupSchema,
  Problem: ProblemSchema,
  PublicTeam: PublicTeamSchema,
  Role: RoleSchema,
  Team: TeamSchema,
  TeamAddress: TeamAddressSchema,
  TeamMember: TeamMemberSchema,
  Transaction: bundle.TransactionSchema,
  TransactionBundle: bundle.TransactionBundleSchema,
  TransactionSettings: TransactionSettingsSchema,
  TransactionStatus: TransactionStatusSchema,
  User: UserSchema,
} as const;

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });

const refTo = (kind: 'schemas' | 'responses', name: string) => `#/components/${kind}/${name}`;

const OWN_KEYWORDS = ['$schema', '$id', '$defs'];

/** A schema as the document holds it: named parts refer to the components, keywords of our own tools are gone. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    // The name of a resource is a text; a field that is called `id` is described by an object.
    .filter(([key, item]) => !OWN_KEYWORDS.includes(key) && !(key === 'id' && typeof item === 'string'))
    .map(([key, item]) => [key, key === '$ref' && typeof item === 'string' ? localRef(item) : tidy(item)]);
  return Object.fromEntries(entries) as unknown;
}

function localRef(reference: string): string {
  return reference.startsWith('#/$defs/') ? refTo('schemas', reference.slice('#/$defs/'.length)) : reference;
}

/** A moment and a mail address have names that every tool knows; the patterns behind them say less. */
const override: z.core.ToJSONSchemaParams['override'] = ({ zodSchema, jsonSchema }) => {
  if (zodSchema instanceof z.ZodISODateTime) {
    delete jsonSchema.allOf;
    delete jsonSchema.maxLength;
    jsonSchema.format = 'date-time';
  }
  if (zodSchema instanceof z.ZodISODateTime || zodSchema instanceof z.ZodEmail) delete jsonSchema.pattern;
};

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return tidy(z.toJSONSchema(schema, { io, metadata: registry, override })) as JsonSchema;
}

function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => refTo('schemas', id), override });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, tidy(schema) as JsonSchema]));
}

function parametersOf(where: 'path' | 'query', schema: z.ZodObject | undefined): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    ...(where === 'path' || required.includes(name) ? { required: true } : {}),
    schema: typeof property === 'boolean' ? {} : property,
  }));
}

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
});

function headersOf(name: EndpointName, endpoint: Endpoint): Parameter[] {
  if (!endpoint.auth) return [];
  const space = header(
    'Doorstep-Space',
    'The space that the request is meant for; 401 when the token does not stand for it. Without it, the one chosen last.'
  );
  if (!endpoint.writes)
    return [space, header('If-None-Match', 'The ETag of what the caller has; 304 when it is still right.')];
  return [
    space,
    header('Idempotency-Key', 'A repeat under the same key gives the first answer again, for ever.'),
    ...(name === 'replaceTeam'
      ? [header('If-Match', 'The ETag of the team as it was read; 412 when it changed.')]
      : []),
  ];
}

/** Which problems an endpoint can answer with, by status. */
function problemStatuses(name: EndpointName, endpoint: Endpoint): number[] {
  const codes: ProblemCode[] = ['too_many_requests', 'internal', 'unavailable'];
  if (endpoint.auth) codes.push('unauthenticated');
  if (endpoint.params || endpoint.extension) codes.push('not_found');
  if (endpoint.auth || endpoint.params || endpoint.query || endpoint.body) codes.push('invalid');
  if (endpoint.body) codes.push('not_json', 'too_large', 'unsupported_media_type');
  if (endpoint.writes) codes.push('forbidden', 'in_flight', 'key_reused');
  if (name === 'replaceTeam') codes.push('precondition_failed');
  return [...new Set(codes.map((code) => PROBLEMS[code].status))].sort((left, right) => left - right);
}

function problemResponses(statuses: readonly number[]): Operation['responses'] {
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: refTo('responses', `Problem${status}`) }])
  );
}

/** One description for each status that a problem can have, naming its codes. */
function componentResponses(): OpenApi['components']['responses'] {
  const byStatus = new Map<number, string[]>();
  for (const [code, { status, title }] of Object.entries(PROBLEMS)) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}: ${title}`]);
  }
  const content = { [PROBLEM_MEDIA_TYPE]: { schema: { $ref: refTo('schemas', 'Problem') } } };
  return Object.fromEntries(
    [...byStatus].map(([status, titles]) => [`Problem${status}`, { description: titles.join('; '), content }])
  );
}

const success = (schema: z.ZodType) => ({
  description: 'Success',
  content: { 'application/json': { schema: schemaOf(schema, 'output') } },
});

function operationOf(name: EndpointName): Operation {
  const endpoint: Endpoint = endpoints[name];
  const { tag, summary, description } = endpointTexts[name];
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(endpoint.extension === undefined ? {} : { 'x-extension': endpoint.extension }),
    ...(endpoint.auth ? {} : { security: [] }),
    parameters: [
      ...parametersOf('path', endpoint.params),
      ...parametersOf('query', endpoint.query),
      ...headersOf(name, endpoint),
    ],
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: true as const,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }),
    responses: { 200: success(endpoint.response), ...problemResponses(problemStatuses(name, endpoint)) },
  };
}

function endpointPaths(): OpenApi['paths'] {
  const paths: OpenApi['paths'] = {};
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const { method, path } = endpoints[name];
    const key = path.replace(/:(\w+)/g, '{$1}');
    paths[key] = { ...paths[key], [method.toLowerCase()]: operationOf(name) };
  }
  return paths;
}

const SIGN_IN = {
  type: 'oauth2',
  description:
    'Authorization code with PKCE for the public client `doorstep`; refresh tokens are good for one use.',
  flows: {
    authorizationCode: {
      authorizationUrl: '/api/oidc/auth',
      tokenUrl: '/api/oidc/token',
      refreshUrl: '/api/oidc/token',
      scopes: { openid: 'who the person is', offline_access: 'stay signed in' },
    },
  },
};

/** The whole interface as an OpenAPI document, made from the contract that the service itself runs on. */
export function buildOpenApi(version: string): OpenApi {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Doorstep service',
      version,
      description:
        'People and money of an organisation that mobilises volunteers. Failures are RFC 9457 problems: decide by status and code, never by the words.',
    },
    servers: [{ url: '/api' }],
    tags: TAGS.map((name) => ({ name })),
    security: [{ bearer: [] }, { signIn: [] }],
    paths: endpointPaths(),
    components: {
      schemas: componentSchemas(),
      responses: componentResponses(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, signIn: SIGN_IN },
    },
  };
}
