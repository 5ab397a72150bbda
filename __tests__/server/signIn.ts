import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type TestService, type TestSpace, runSql } from './harness';

type Cookie = { value: string; path: string };

export type PageResponse = { status: number; headers: Headers; text: string; url: string };

/** A browser without scripts: stores cookies by path, and returns redirects instead of following them. */
export class Browser {
  private readonly cookies = new Map<string, Cookie>();

  constructor(
    readonly origin: string,
    private readonly headers: Record<string, string> = {}
  ) {}

  async send(address: string, form?: Record<string, string>): Promise<PageResponse> {
    const url = new URL(address, this.origin);
    const cookie = [...this.cookies]
      .filter(
        ([, { path: scope }]) => url.pathname === scope || url.pathname.startsWith(scope.replace(/\/?$/, '/'))
      )
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', ...this.headers, ...(cookie ? { cookie } : {}) },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return { status: response.status, headers: response.headers, text: await response.text(), url: url.href };
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

export const locationOf = ({ status, headers }: PageResponse): string => {
  const location = headers.get('location');
  assert.ok(location, `expected a redirect, got ${status}`);
  return location;
};

const hidden = (page: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';
const csrfOf = (page: string) => hidden(page, 'csrf');
/** A page without its random values, which can contain any word or number by chance. */
export const withoutRandomValues = (page: string) =>
  page.replace(/sign-in\/[\w-]+/g, 'PAGE').replace(/(name="csrf" value=)"[^"]*"/g, '$1"CSRF"');
export const problemOf = (page: string) => /id="problem"[^>]*>([^<]*)</.exec(page)?.[1] ?? '';

export type StartedSignIn = {
  browser: Browser;
  page: string;
  verifier: string;
  redirect: string;
  csrf: string;
};

/** Opens the first page, as the app does. */
export async function startSignIn(
  origin: string,
  given: { parameters?: Record<string, string>; headers?: Record<string, string>; browser?: Browser } = {}
): Promise<StartedSignIn> {
  const browser = given.browser ?? new Browser(origin, given.headers);
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
  const response = await browser.send(`/api/oidc/auth?${query.toString()}`);
  const page = locationOf(response);
  const first = await browser.send(page);
  assert.equal(first.status, 200, first.text);
  return { browser, page, verifier, redirect, csrf: csrfOf(first.text) };
}

/** Sends one of the forms of the page. */
export function submit(
  started: StartedSignIn,
  step: string,
  fields: Record<string, string> = {}
): Promise<PageResponse> {
  return started.browser.send(started.page, { csrf: started.csrf, step, ...fields });
}

/** Enters an address, and waits for the code page. */
export async function enterMail(started: StartedSignIn, mail: string): Promise<PageResponse> {
  const response = await submit(started, 'mail', { mail });
  assert.equal(response.status, 303, response.text);
  return started.browser.send(locationOf(response));
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
  for (let attempt = 0; attempt < 800; attempt += 1) {
    const letters = (await readMails(dataDir)).filter(({ to }) => to.toLowerCase() === mail.toLowerCase());
    const letter = letters[count - 1];
    if (letter?.code) return letter.code;
    await sleep(25);
  }
  throw new Error('the mail did not come');
}

/** Follows the redirects of the service up to the one to the app. */
export async function followToApp(started: StartedSignIn, from: PageResponse): Promise<URL> {
  let next = locationOf(from);
  for (let hops = 0; hops < 5 && !next.startsWith(started.redirect); hops += 1) {
    next = locationOf(await started.browser.send(next));
  }
  return new URL(next);
}

export type Tokens = { access_token: string; refresh_token: string; expires_in: number; scope: string };
export type TokenResponse = { status: number; headers: Headers; body: Record<string, unknown> };

/** Sends a request to the token endpoint, as an app does. */
export async function requestTokens(
  origin: string,
  form: Record<string, string>,
  headers: Record<string, string> = {}
): Promise<TokenResponse> {
  const response = await fetch(new URL('/api/oidc/token', origin), {
    method: 'POST',
    headers,
    body: new URLSearchParams({ client_id: 'doorstep', ...form }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

export async function refreshTokens(origin: string, token: string): Promise<TokenResponse> {
  return requestTokens(origin, { grant_type: 'refresh_token', refresh_token: token });
}

export function asTokens({ status, body }: TokenResponse): Tokens {
  assert.equal(status, 200, JSON.stringify(body));
  return body as Tokens;
}

export async function exchangeCode(started: StartedSignIn, code: string): Promise<TokenResponse> {
  return requestTokens(started.browser.origin, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: started.redirect,
    code_verifier: started.verifier,
  });
}

/** The complete sign-in: address, code from the mail, redirect to the app, tokens. */
export async function signIn(
  origin: string,
  dataDir: string,
  mail: string,
  given: Parameters<typeof startSignIn>[1] = {}
): Promise<Tokens> {
  const earlier = (await readMails(dataDir)).filter(({ to }) => to === mail).length;
  const started = await startSignIn(origin, given);
  await enterMail(started, mail);
  const code = await waitForCode(dataDir, mail, earlier + 1);
  const back = await followToApp(started, await submit(started, 'code', { code }));
  assert.equal(back.searchParams.get('state'), 'state of the app');
  return asTokens(await exchangeCode(started, back.searchParams.get('code') ?? ''));
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
