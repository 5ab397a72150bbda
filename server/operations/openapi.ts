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

import { endpointTexts } from './endpointTexts';
import { TAGS } from './texts/describe';

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
  /** An extension of the interface by this service. */
  'x-extension'?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, Response | { $ref: string }>;
};
export type ResponseHeaders = Record<string, { description: string; schema: JsonSchema }>;
type Response = { description: string; headers?: ResponseHeaders; content: Content };
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

/** Converts a schema for the document: references point to the components, and keywords of zod are removed. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    // `id` with a string is the name of a resource; with an object it is a field called `id`.
    .filter(([key, item]) => !OWN_KEYWORDS.includes(key) && !(key === 'id' && typeof item === 'string'))
    .map(([key, item]) => [key, key === '$ref' && typeof item === 'string' ? localRef(item) : tidy(item)]);
  return Object.fromEntries(entries) as unknown;
}

function localRef(reference: string): string {
  return reference.startsWith('#/$defs/') ? refTo('schemas', reference.slice('#/$defs/'.length)) : reference;
}

/** Timestamps and mail addresses get their standard format name instead of a pattern. */
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

/** Signing a device out twice has the same effect as once: those endpoints ignore keys. */
function hasKeys({ writes, extension }: Endpoint): boolean {
  return writes && extension !== 'devices';
}

function headersOf(name: EndpointName, endpoint: Endpoint): Parameter[] {
  if (!endpoint.auth) return [];
  const space = header(
    'Doorstep-Space',
    'The space of the request; 401 if the token is not valid for it. Default: the space that the user selected last.'
  );
  if (!endpoint.writes)
    return [space, header('If-None-Match', 'The ETag of the cached response; 304 if it is current.')];
  if (!hasKeys(endpoint)) return [space];
  return [
    space,
    header(
      'Idempotency-Key',
      'A repeat with the same key returns the first response. Keys do not expire. The service returns the key with every success and every refusal; a refusal means that nothing is stored under the key, unless its code is key_reused or replaced.'
    ),
    header(
      'Doorstep-Replaces',
      'The keys of earlier requests of the caller that this one replaces, separated by commas. 409 replaced_stored if one of them is stored, with `data` of its response in `stored`. Otherwise, they are refused from now on: 409 replaced.'
    ),
    ...(name === 'updateBundle'
      ? [
          header(
            'Doorstep-If-Unpaid',
            'Any value: 409 already_paid if a payment whose unpaid_amount the change sets to 0 was received before.'
          ),
        ]
      : []),
    ...(name === 'replaceTeam'
      ? [header('If-Match', 'The ETag of the team that was read; 412 if the team has changed.')]
      : []),
  ];
}

/** Endpoints that refuse to change what has changed since. */
const CHECKED: readonly EndpointName[] = ['replaceTeam', 'createBatches', 'updateBatch'];

/** The statuses of the problems that an endpoint can return. */
function problemStatuses(name: EndpointName, endpoint: Endpoint): number[] {
  const codes: ProblemCode[] = ['too_many_requests', 'internal', 'unavailable'];
  if (endpoint.auth) codes.push('unauthenticated');
  if (endpoint.params || endpoint.extension) codes.push('not_found');
  if (endpoint.auth || endpoint.params || endpoint.query || endpoint.body) codes.push('invalid');
  if (endpoint.body) codes.push('not_json', 'too_large', 'unsupported_media_type');
  if (endpoint.writes) codes.push('forbidden');
  if (hasKeys(endpoint)) codes.push('in_flight', 'key_reused', 'replaced', 'replaced_stored');
  if (CHECKED.includes(name)) codes.push('precondition_failed');
  return [...new Set(codes.map((code) => PROBLEMS[code].status))].sort((left, right) => left - right);
}

function problemResponses(statuses: readonly number[]): Operation['responses'] {
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: refTo('responses', `Problem${status}`) }])
  );
}

/** One response per problem status, with its codes in the description. */
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

const WRITE_HEADERS: ResponseHeaders = {
  'Idempotency-Key': { description: 'The key of the request.', schema: { type: 'string' } },
  'Idempotency-Replayed': { description: 'true for a repeat.', schema: { type: 'string' } },
  'Doorstep-Position': {
    description:
      'epoch.number: the write is in every page of /v1/changes whose position has the same epoch and a higher number.',
    schema: { type: 'string' },
  },
};

const success = (endpoint: Endpoint): Response => ({
  description: 'Success',
  ...(hasKeys(endpoint) ? { headers: WRITE_HEADERS } : {}),
  content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
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
    responses: { 200: success(endpoint), ...problemResponses(problemStatuses(name, endpoint)) },
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
    'Authorization code with PKCE for the public client `doorstep`; a refresh token is valid once.',
  flows: {
    authorizationCode: {
      authorizationUrl: '/api/oidc/auth',
      tokenUrl: '/api/oidc/token',
      refreshUrl: '/api/oidc/token',
      scopes: { openid: 'who the person is', offline_access: 'stay signed in' },
    },
  },
};

/** Builds the OpenAPI document from the contract that the service implements. */
export function buildOpenApi(version: string): OpenApi {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Doorstep service',
      version,
      description:
        'People and money of an organisation that mobilises volunteers. Errors are RFC 9457 problems: use the status and the code, not the text.',
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
