import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type TestService, type TestSpace, runSql } from './harness';

type Cookie = { value: string; path: string };

export type Answer = { status: number; headers: Headers; text: string; url: string };

/** A browser without scripts: stores cookies by path, and returns redirects instead of following them. */
export class Browser {
  private readonly cookies = new Map<string, Cookie>();

  constructor(
    readonly origin: string,
    private readonly headers: Record<string, string> = {}
  ) {}

  async send(address: string, form?: Record<string, string>): Promise<Answer> {
    const url = new URL(address, this.origin);
    const cookie = [...this.cookies]
      .filter(
        ([, { path: scope }]) => url.pathname === scope || url.pathname.startsWith(scope.replace(/\/?$/, '/'))
      )
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...this.headers, ...(cookie ? { cookie } : {}) },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) this.keep(line);
    return { status: answer.status, headers: answer.headers, text: await answer.text(), url: url.href };
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const [name = '', value = ''] = pair.split('=');
    const attribute = (wanted: string) =>
      attributes.find((item) => item.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const expires = attribute('expires');
    if (expires && Date.parse(expires) < Date.now()) this.cookies.delete(name);
    else this.cookies.set(name, { value, path: attribute('path') ?? '/' });
  }
}

export const locationOf = ({ status, headers }: Answer): string => {
  const location = headers.get('location');
  assert.ok(location, `a redirect was due, and ${status} came`);
  return location;
};

const hidden = (page: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
const csrfOf = (page: string) => hidden(page, 'csrf');
/** A page without its random values, which can contain any word or number by chance. */
export const bareOf = (page: string) =>
  page.replace(/sign-in\/[\w-]+/g, 'PAGE').replace(/(name="csrf" value=)"[^"]*"/g, '$1"CSRF"');
export const problemOf = (page: string) => /id="problem"[^>]*>([^<]*)</.exec(page)?.[1] ?? '';

export type Begun = { browser: Browser; page: string; verifier: string; redirect: string; csrf: string };

/** Opens the first page, as the app does. */
export async function beginSignIn(
  origin: string,
  given: { parameters?: Record<string, string>; headers?: Record<string, string> } = {}
): Promise<Begun> {
  const browser = new Browser(origin, given.headers);
  const verifier = randomBytes(32).toString('base64url');
  const redirect = given.parameters?.redirect_uri ?? 'doorstep://signed-in';
  const query = new URLSearchParams({
    client_id: 'doorstep',
    response_type: 'code',
    scope: 'openid offline_access',
    redirect_uri: redirect,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state of the app',
    ...given.parameters,
  });
  const answer = await browser.send(`/api/oidc/auth?${query.toString()}`);
  const page = locationOf(answer);
  const first = await browser.send(page);
  assert.equal(first.status, 200, first.text);
  return { browser, page, verifier, redirect, csrf: csrfOf(first.text) };
}

/** Sends one of the forms of the page. */
export function submit(begun: Begun, step: string, fields: Record<string, string> = {}): Promise<Answer> {
  return begun.browser.send(begun.page, { csrf: begun.csrf, step, ...fields });
}

/** Enters an address, and waits for the code page. */
export async function giveMail(begun: Begun, mail: string): Promise<Answer> {
  const answer = await submit(begun, 'mail', { mail });
  assert.equal(answer.status, 303, answer.text);
  return begun.browser.send(locationOf(answer));
}

export type Letter = { to: string; code: string; text: string };

/** Every sent mail, oldest first. */
export async function readMails(dataDir: string): Promise<Letter[]> {
  const folder = path.join(dataDir, 'mail');
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.sort().map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.map((text) => ({
    text,
    to: /^To: (.*)$/m.exec(text)?.[1] ?? '',
    code: /\b(\d{6})\b/.exec(text)?.[1] ?? '',
  }));
}

/** The code of the `count`th mail to this address. */
export async function waitForCode(dataDir: string, mail: string, count = 1): Promise<string> {
  for (let attempt = 0; attempt < 3_000; attempt += 1) {
    const letters = (await readMails(dataDir)).filter(({ to }) => to.toLowerCase() === mail.toLowerCase());
    const letter = letters[count - 1];
    if (letter?.code) return letter.code;
    await sleep(25);
  }
  throw new Error('the mail did not come');
}

/** Follows the redirects of the service up to the one to the app. */
export async function followToApp(begun: Begun, from: Answer): Promise<URL> {
  let next = locationOf(from);
  for (let hops = 0; hops < 5 && !next.startsWith(begun.redirect); hops += 1) {
    next = locationOf(await begun.browser.send(next));
  }
  return new URL(next);
}

export type Tokens = { access_token: string; refresh_token: string; expires_in: number; scope: string };
export type TokenAnswer = { status: number; headers: Headers; body: Record<string, unknown> };

/** Sends a request to the token endpoint, as an app does. */
export async function askForTokens(origin: string, form: Record<string, string>): Promise<TokenAnswer> {
  const answer = await fetch(new URL('/api/oidc/token', origin), {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'doorstep', ...form }),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as Record<string, unknown>,
  };
}

export async function refreshTokens(origin: string, token: string): Promise<TokenAnswer> {
  return askForTokens(origin, { grant_type: 'refresh_token', refresh_token: token });
}

export function asTokens({ status, body }: TokenAnswer): Tokens {
  assert.equal(status, 200, JSON.stringify(body));
  return body as Tokens;
}

export async function exchangeCode(begun: Begun, code: string): Promise<TokenAnswer> {
  return askForTokens(begun.browser.origin, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: begun.redirect,
    code_verifier: begun.verifier,
  });
}

/** The complete sign-in: address, code from the mail, redirect to the app, tokens. */
export async function signIn(
  origin: string,
  dataDir: string,
  mail: string,
  given: Parameters<typeof beginSignIn>[1] = {}
): Promise<Tokens> {
  const earlier = (await readMails(dataDir)).filter(({ to }) => to === mail).length;
  const begun = await beginSignIn(origin, given);
  await giveMail(begun, mail);
  const code = await waitForCode(dataDir, mail, earlier + 1);
  const back = await followToApp(begun, await submit(begun, 'code', { code }));
  assert.equal(back.searchParams.get('state'), 'state of the app');
  return asTokens(await exchangeCode(begun, back.searchParams.get('code') ?? ''));
}

let people = 0;

/** A new person, so that tests do not share rate limits. */
export async function addPerson(service: TestService, space: TestSpace): Promise<string> {
  people += 1;
  const mail = `person${people}.${space.groupId}@example.org`;
  await runSql(
    service.connectionString,
    `WITH person AS (
       INSERT INTO users (mail, firstname, surname, group_id) VALUES ($1, 'Ada', 'Person', $2) RETURNING id)
     INSERT INTO space_users (group_id, user_id, role_id) SELECT $2, id, $3 FROM person`,
    [mail, space.groupId, space.roles.user]
  );
  return mail;
}
