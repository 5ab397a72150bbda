import type { Session } from '@/sync/ports';

import type { Random } from './random';
import { serviceUrl, tokenUrl, type SimSpace } from './service';
import type { VirtualClock } from './virtualClock';
import type { RequestHandler } from './httpTypes';

/** How long a refresh token that was turned over is still honoured, so that a lost answer signs nobody out. */
const graceMs = 10 * 60_000;

type Grant = { userId: number; used: number | null };

/**
 * The token endpoint of the simulation: it turns refresh tokens over with a grace window, as the service's sign-in
 * does, and gives out real tokens of the real service. The sign-in pages themselves have tests of their own.
 */
export class SimSignIn {
  readonly #grants = new Map<string, Grant>();
  readonly #users = new Map<string, number>();

  constructor(
    private readonly clock: VirtualClock,
    private readonly chance: Random,
    private readonly space: SimSpace
  ) {}

  /** What a person's phone holds after signing in. */
  async signIn(userId: number): Promise<Session> {
    const accessToken = await this.#issue(userId);
    return {
      baseUrl: serviceUrl,
      accessToken,
      refresh: { token: this.#grant(userId), endpoint: tokenUrl, clientId: 'doorstep' },
    };
  }

  /** Whose token it is. */
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
    const answer = {
      access_token: await this.#issue(grant.userId),
      refresh_token: this.#grant(grant.userId),
    };
    return { status: 200, headers: {}, text: JSON.stringify(answer) };
  };

  #grant(userId: number): string {
    const token = this.chance.uuid();
    this.#grants.set(token, { userId, used: null });
    return token;
  }

  async #issue(userId: number): Promise<string> {
    const token = await this.space.issueToken(userId);
    this.#users.set(token, userId);
    return token;
  }
}
