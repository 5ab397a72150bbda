import { createHmac } from 'node:crypto';
import type { Configuration } from 'openid-client';
import { z } from 'zod';

import { Mail } from '@/contract/primitives';

import type { IdentityProviderSettings } from '../config';
import { MOUNT_PATH } from './provider';
import { hashToken } from './tokens';

/**
 * Sign-in through the OpenID Connect provider of an organisation. Its verified mail address replaces the mailed code; who may enter
 * is decided as for anybody else.
 */

const TIMEOUT_SECONDS = 15;

/** The address that is registered with the provider. */
export const CALLBACK_PATH = `${MOUNT_PATH}/provider`;

export type IdentityResult =
  | { kind: 'verified'; mail: string; newcomerId: number | null }
  /** The provider does not confirm that the address belongs to the person. */
  | { kind: 'unverified' }
  /** The person cancelled there. */
  | { kind: 'cancelled' }
  | { kind: 'failed'; reason: string };

/** A sign-in in progress, and the code of a leader that was entered before the redirect. */
type Redirected = { readonly interactionId: string; readonly newcomerId: number | null };

export type IdentityProvider = {
  readonly name: string;
  /** The page of the provider for a sign-in in progress. Throws if the provider cannot be reached. */
  readonly start: (redirected: Redirected, origin: string) => Promise<URL>;
  /** The sign-in that a redirect of the provider belongs to; null if it is not ours. */
  readonly readState: (state: unknown) => Redirected | null;
  /** Exchanges the code of the redirect. */
  readonly finish: (interactionId: string, origin: string, query: string) => Promise<IdentityResult>;
};

const Claims = z.object({ email: z.string().optional(), email_verified: z.unknown().optional() });

/** Plain http is for a provider on this machine only. */
function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** For the log. The messages of the library contain neither a code nor a token. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

export function createIdentityProvider(settings: IdentityProviderSettings, key: string): IdentityProvider {
  const { issuer, clientId, clientSecret, name, domains } = settings;
  // Derived from the identifier of the sign-in, a secret of the browser: nothing has to be stored, and no other browser has them.
  const secretOf = (use: string, interactionId: string) =>
    createHmac('sha256', key).update(`provider:${use}:${interactionId}`).digest('base64url');
  // The code of a leader travels in the state, because nothing is stored before the address is known.
  const stateOf = ({ interactionId, newcomerId }: Redirected) => {
    const content = `${interactionId}.${newcomerId ?? ''}`;
    return `${content}.${secretOf('state', content)}`;
  };
  const load = () => import('openid-client');

  // A provider speaks for its own addresses: other people of the service are not its business.
  const isOfDomains = (mail: string) => domains.includes(mail.toLowerCase().split('@').at(-1) ?? '');

  let found: Promise<Configuration> | null = null;
  const discover = (): Promise<Configuration> => {
    found ??= load().then((client) =>
      client.discovery(
        new URL(issuer),
        clientId,
        undefined,
        clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret),
        {
          timeout: TIMEOUT_SECONDS,
          execute: isLoopback(new URL(issuer)) ? [client.allowInsecureRequests] : [],
        }
      )
    );
    // A failure is not stored: the next sign-in tries again.
    found.catch(() => (found = null));
    return found;
  };

  const readState = (state: unknown): Redirected | null => {
    const [, interactionId = '', digits = ''] =
      /^([\w-]{1,100})\.(\d{0,15})\.[\w-]+$/.exec(String(state)) ?? [];
    const redirected = { interactionId, newcomerId: digits === '' ? null : Number(digits) };
    return hashToken(String(state)).equals(hashToken(stateOf(redirected))) ? redirected : null;
  };

  return {
    name,
    async start(redirected, origin) {
      const { interactionId } = redirected;
      const [client, configuration] = await Promise.all([load(), discover()]);
      const verifier = secretOf('verifier', interactionId);
      return client.buildAuthorizationUrl(configuration, {
        redirect_uri: `${origin}${CALLBACK_PATH}`,
        scope: 'openid email',
        state: stateOf(redirected),
        nonce: secretOf('nonce', interactionId),
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
    },
    readState,
    async finish(interactionId, origin, query) {
      const parameters = new URLSearchParams(query);
      if (parameters.get('error') === 'access_denied') return { kind: 'cancelled' };
      const redirected = readState(parameters.get('state'));
      if (redirected?.interactionId !== interactionId)
        return { kind: 'failed', reason: 'the state belongs to another sign-in' };
      try {
        const [client, configuration] = await Promise.all([load(), discover()]);
        const tokens = await client.authorizationCodeGrant(
          configuration,
          new URL(`${origin}${CALLBACK_PATH}?${query}`),
          {
            pkceCodeVerifier: secretOf('verifier', interactionId),
            expectedState: stateOf(redirected),
            expectedNonce: secretOf('nonce', interactionId),
            idTokenExpected: true,
          }
        );
        const identity = tokens.claims();
        if (!identity) return { kind: 'failed', reason: 'no id token' };
        // Some providers give the address in the ID token, others only here.
        const given =
          identity.email === undefined
            ? await client.fetchUserInfo(configuration, tokens.access_token, identity.sub)
            : identity;
        const { email, email_verified: isVerified } = Claims.parse(given);
        const mail = Mail.safeParse(email);
        if (!mail.success || isVerified !== true || !isOfDomains(mail.data)) return { kind: 'unverified' };
        return { kind: 'verified', mail: mail.data, newcomerId: redirected.newcomerId };
      } catch (error) {
        return { kind: 'failed', reason: reasonOf(error) };
      }
    },
  };
}
