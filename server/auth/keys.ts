import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';

import type { Database } from '../store/database';

const SigningKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string(),
  use: z.literal('sig'),
  alg: z.literal('ES256'),
});

const KeysSchema = z.object({
  /** Sign the cookies: the first signs, the others still verify. */
  cookies: z.array(z.string()).min(1),
  /** Sign the CSRF tokens of the forms, the links of mails, the cookie of a known browser, and the way to a provider. */
  forms: z.string(),
  /** Encrypts the secrets of second factors. */
  factors: z.string(),
  /** Sign identity tokens. */
  signing: z.array(SigningKey).min(1),
});
export type Keys = z.output<typeof KeysSchema>;

const secret = () => randomBytes(32).toString('base64url');

function makeKeys(): Keys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signing = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'ES256' };
  return KeysSchema.parse({ cookies: [secret()], forms: secret(), factors: secret(), signing: [signing] });
}

const NAME = 'sign_in';

/** The keys of this service, created at the first start and shared by all processes. */
export async function loadKeys(database: Database): Promise<Keys> {
  return database.asOwner(async (tx) => {
    const read = () =>
      tx.execute<{ value: unknown }>(sql`SELECT value FROM service_keys WHERE name = ${NAME}`);
    const found = await read();
    if (found.rows[0]) return KeysSchema.parse(found.rows[0].value);
    await tx.execute(sql`
      INSERT INTO service_keys (name, value) VALUES (${NAME}, ${JSON.stringify(makeKeys())}::jsonb)
      ON CONFLICT (name) DO NOTHING`);
    // Another process may have stored its keys first: use the stored ones.
    return KeysSchema.parse((await read()).rows[0]?.value);
  });
}
