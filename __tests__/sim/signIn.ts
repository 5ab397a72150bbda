import type { Session } from '@/sync/ports';

import type { Random } from './random';
import { serviceUrl, tokenUrl, type SimSpace } from './service';
import type { VirtualClock } from './virtualClock';
import type { RequestHandler } from './httpTypes';

/** How long a rotated refresh token is still accepted. */
const graceMs = 10 * 60_000;

type Grant = { userId: number; used: number | null };

/**
 * The token endpoint of the simulation: rotates refresh tokens with a grace period, as the service does, and
 * issues real tokens of the real service.
 */
export class SimSignIn {
  readonly #grants = new Map<string, Grant>();
  readonly #users = new Map<string, number>();

  constructor(
    private readonly clock: VirtualClock,
    private readonly random: Random,
    private readonly space: SimSpace
  ) {}

  /** The session of a phone after signing in. */
  async signIn(userId: number): Promise<Session> {
    const accessToken = await this.#issue(userId);
    return {
      baseUrl: serviceUrl,
      accessToken,
      refresh: { token: this.#grant(userId), endpoint: tokenUrl, clientId: 'doorstep' },
    };
  }

  /** The owner of a token. */
  userOf(accessToken: string): number | null {
    return this.#users.get(accessToken) ?? null;
  }

  readonly door: RequestHandler = async ({ body }) => {
    const refresh = new URLSearchParams(body ?? '').get('refresh_token') ?? '';
    const grant = this.#grants.get(refresh);
    const isLate = grant?.used != null && this.clock.monotonic() - grant.used > graceMs;
    if (!grant || isLate)
      return { status: 400, headers: {}, text: JSON.stringify({ error: 'invalid_grant' }) };
    grant.used ??= this.clock.monotonic();
    const tokens = {
      access_token: await this.#issue(grant.userId),
      refresh_token: this.#grant(grant.userId),
    };
    return { status: 200, headers: {}, text: JSON.stringify(tokens) };
  };

  #grant(userId: number): string {
    const token = this.random.uuid();
    this.#grants.set(token, { userId, used: null });
    return token;
  }

  async #issue(userId: number): Promise<string> {
    const token = await this.space.issueToken(userId);
    this.#users.set(token, userId);
    return token;
  }
}
