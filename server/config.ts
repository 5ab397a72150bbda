import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';

/** The token bucket of a caller: its size and its refill per second. */
export type RateLimit = { readonly capacity: number; readonly refillPerSecond: number };

/** The native apps that open https links of this host. */
export type NativeApps = {
  /** Team and bundle identifier, such as A1B2C3D4E5.org.example.doorstep. */
  readonly ios: readonly string[];
  readonly android: readonly { readonly packageName: string; readonly fingerprints: readonly string[] }[];
};

/** The OpenID Connect provider of the organisation. */
export type IdentityProviderSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** On the button. */
  readonly name: string;
  /** The domains whose mail addresses it confirms. */
  readonly domains: readonly string[];
};

/** The settings of the service. */
export type Config = {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Absent: the service starts PostgreSQL in the data folder. */
  readonly databaseUrl: string | undefined;
  /** A standby of the database, for reads. */
  readonly readDatabaseUrl: string | undefined;
  /** The most connections of this process to the database. */
  readonly databaseConnections: number;
  /** Prepares each statement once per connection. Not every pooler in transaction mode supports it. */
  readonly preparedStatements: boolean;
  readonly demo: boolean;
  readonly demoContacts: number;
  /** null: no limit. */
  readonly rateLimit: RateLimit | null;
  readonly extensions: boolean;
  readonly smtpUrl: string | undefined;
  readonly publicUrl: string | undefined;
  /** Absent: people sign in with mailed codes only. */
  readonly identityProvider: IdentityProviderSettings | undefined;
  /** Proxies whose X-Forwarded-For is believed: addresses, networks, or `loopback`. */
  readonly trustedProxies: readonly string[];
  readonly nativeApps: NativeApps;
};

/** An invalid setting. `message` is the sentence to print. */
export class SettingError extends Error {}

const MAX_DEMO_CONTACTS = 1_000_000;
/** Of a process to the database. */
export const DEFAULT_CONNECTIONS = 20;

const integer = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most));

const addressOf = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));

/** Plain http is for a provider on this machine. */
const isSecureOrLocal = (value: string) => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return (
    protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  );
};

const rateLimit = z.union([
  z.literal('off').transform(() => null),
  z
    .string()
    .regex(/^[1-9]\d{0,6}:[1-9]\d{0,6}$/)
    .transform((value): RateLimit => {
      const [capacity, refillPerSecond] = value.split(':').map(Number);
      return { capacity: capacity ?? 0, refillPerSecond: refillPerSecond ?? 0 };
    }),
]);

const isAddressOrNetwork = (value: string) => {
  const [address = '', prefix, ...more] = value.split('/');
  const version = isIP(address);
  const isPrefix =
    prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
  return value === 'loopback' || (version !== 0 && isPrefix && more.length === 0);
};

const proxies = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isAddressOrNetwork));

const mailDomains = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim().toLowerCase()))
  .refine((parts) => parts.every((part) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(part)));

const iosApp = z
  .string()
  .regex(/^[A-Z0-9]{10}(\.[A-Za-z0-9-]+)+$/)
  .transform((value) => [value]);

/** A package and the fingerprint of each certificate that signs it. */
const androidApp = z
  .string()
  .regex(/^\w+(\.\w+)+=[0-9A-F]{2}(:[0-9A-F]{2}){31}(,[0-9A-F]{2}(:[0-9A-F]{2}){31})*$/)
  .transform((value) => {
    const [packageName = '', fingerprints = ''] = value.split('=');
    return [{ packageName, fingerprints: fingerprints.split(',') }];
  });

/** Settings that may contain a password: error messages never repeat them. */
const SECRET = new Set(['DATABASE_URL', 'READ_DATABASE_URL', 'SMTP_URL', 'OIDC_CLIENT_SECRET']);

/** Reads the settings from the environment. Throws a SettingError. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  defaults: { demo: boolean }
): Config {
  function read<T>(name: string, schema: z.ZodType<T>, allowed: string): T | undefined {
    const value = environment[name];
    if (value === undefined || value === '') return undefined;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const shown = SECRET.has(name) ? 'cannot be used' : `is ${JSON.stringify(value)}`;
    throw new SettingError(`${name} ${shown}: it must be ${allowed}.`);
  }

  const readIdentityProvider = (): IdentityProviderSettings | undefined => {
    const issuer = read(
      'OIDC_ISSUER',
      z.string().refine(isSecureOrLocal),
      'the https address of an OpenID Connect provider, such as https://login.example.org'
    );
    if (issuer === undefined) return undefined;
    const clientId = read('OIDC_CLIENT_ID', z.string(), 'text');
    if (clientId === undefined) throw new SettingError('OIDC_CLIENT_ID is missing: OIDC_ISSUER needs it.');
    const clientSecret = read('OIDC_CLIENT_SECRET', z.string(), 'text');
    const name = read('OIDC_NAME', z.string().max(60), 'the name of the organisation');
    const domains = read(
      'OIDC_DOMAINS',
      mailDomains,
      'domains of mail addresses, such as example.org,example.net'
    );
    if (domains === undefined)
      throw new SettingError(
        'OIDC_DOMAINS is missing: the provider confirms mail addresses of these domains only, such as example.org.'
      );
    return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).host, domains };
  };

  const limit = read(
    'RATE_LIMIT',
    rateLimit,
    '"off", or the bucket size and its refill per second, such as 100:10'
  );
  return {
    port: read('PORT', integer(0, 65535), 'a port number from 0 to 65535 (0 for a free port)') ?? 8080,
    host:
      read('HOST', z.string().regex(/^[\w.:-]+$/), 'a host name or an address such as 127.0.0.1') ??
      '127.0.0.1',
    dataDir: path.resolve(read('DATA_DIR', z.string(), 'a folder') ?? 'data'),
    databaseUrl: read(
      'DATABASE_URL',
      addressOf('postgres:', 'postgresql:'),
      'an address such as postgres://user:password@host:5432/database'
    ),
    readDatabaseUrl: read(
      'READ_DATABASE_URL',
      addressOf('postgres:', 'postgresql:'),
      'an address such as postgres://user:password@standby:5432/database'
    ),
    databaseConnections:
      read('DATABASE_CONNECTIONS', integer(1, 1000), 'an integer from 1 to 1000') ?? DEFAULT_CONNECTIONS,
    preparedStatements:
      read('PREPARED_STATEMENTS', z.enum(['on', 'off']).transform(isOn), 'on or off') ??
      (environment.DATABASE_URL ?? '') === '',
    demo: read('DEMO', z.enum(['0', '1']).transform(isOne), '1 or 0') ?? defaults.demo,
    demoContacts:
      read('DEMO_CONTACTS', integer(0, MAX_DEMO_CONTACTS), `an integer from 0 to ${MAX_DEMO_CONTACTS}`) ??
      500,
    rateLimit: limit === undefined ? { capacity: 100, refillPerSecond: 10 } : limit,
    extensions: read('EXTENSIONS', z.enum(['on', 'off']).transform(isOn), 'on or off') ?? true,
    smtpUrl: read(
      'SMTP_URL',
      addressOf('smtp:', 'smtps:'),
      'an address such as smtp://user:password@host:587'
    ),
    publicUrl: read(
      'PUBLIC_URL',
      addressOf('http:', 'https:'),
      'an address such as https://doorstep.example.org'
    )?.replace(/\/+$/, ''),
    identityProvider: readIdentityProvider(),
    trustedProxies: read(
      'TRUSTED_PROXIES',
      proxies,
      '"loopback", addresses or networks, separated by commas, such as loopback,10.0.0.0/8'
    ) ?? ['loopback'],
    nativeApps: {
      ios:
        read('IOS_APP', iosApp, 'the team and the identifier, such as A1B2C3D4E5.org.example.doorstep') ?? [],
      android:
        read(
          'ANDROID_APP',
          androidApp,
          'the package and the SHA-256 fingerprint of its certificate, such as org.example.doorstep=AB:CD:…'
        ) ?? [],
    },
  };
}

/** Without a demo, mails have links and people sign in: throws a SettingError if the public address is missing. */
export function requirePublicUrl({ demo, publicUrl }: Config): void {
  if (demo || publicUrl !== undefined) return;
  throw new SettingError(
    'PUBLIC_URL is missing: set it to the address that people type, such as https://doorstep.example.org ' +
      '(http://localhost:8080 to try it on this machine). Sign-in and the links in mails need it.'
  );
}

function isOne(value: '0' | '1'): boolean {
  return value === '1';
}

function isOn(value: 'on' | 'off'): boolean {
  return value === 'on';
}
