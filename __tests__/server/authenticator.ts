import assert from 'node:assert/strict';
import { Secret, TOTP } from 'otpauth';

import { runSql } from './harness';
import type { PageResponse } from './signIn';

/** An authenticator app. Each code is valid once: `next` gives the following one, as if half a minute had passed. */
export class Authenticator {
  private readonly totp: TOTP;
  /** The code when the page was shown. */
  readonly first: string;

  constructor(
    private readonly connectionString: string,
    private readonly userId: number,
    page: PageResponse
  ) {
    const text = /<code>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1] ?? '';
    assert.ok(text.length > 30, 'the page shows no key');
    this.totp = new TOTP({ secret: Secret.fromBase32(text.replaceAll(' ', '')) });
    this.first = this.totp.generate();
  }

  current(): string {
    return this.totp.generate();
  }

  async next(): Promise<string> {
    await runSql(this.connectionString, 'UPDATE second_factors SET last_step = 0 WHERE user_id = $1', [
      this.userId,
    ]);
    return this.totp.generate();
  }
}

/** The recovery codes on a page. */
export const codesOn = ({ text }: PageResponse) =>
  [...text.matchAll(/<code>([A-Z2-7]{5}-[A-Z2-7]{5})<\/code>/g)].map((match) => match[1] ?? '');
