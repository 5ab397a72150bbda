import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';

import { Mail, WrittenName } from '@/contract/primitives';
import { PROBLEMS } from '@/contract/problem';

import { pageHeaders } from '../html/html';
import { ProblemError, loggable } from '../http/problems';
import { sourceOf } from '../http/rateLimit';
import type { Database } from '../store/database';
import { isUnavailable } from '../store/postgresErrors';
import type { Keys } from './keys';
import { knownBrowserCookie, readKnownBrowser } from './knownBrowser';
import { findInvitedMail, mailHintCookie, noMailHintCookie, readMailHint } from './mailHint';
import type { MailSender } from './mailSender';
import { queueMails } from './mails';
import { checkNewcomerCode, findEntry, letIn, setNewcomerCode } from './newcomers';
import {
  CODE_SECONDS,
  type Guest,
  checkCode,
  deleteCode,
  getSignInStage,
  readTypedCode,
  recordSecondFactor,
  requestCode,
  type SignInStage,
} from './oneTimeCodes';
import type { IdentityProvider } from './identityProvider';
import { registerIdentityProviderRoutes } from './identityProviderRoutes';
import { recoveryCodesPage } from './factorPages';
import { factorTextsFor } from './factorTexts';
import { messagePage, namePage, sendPage } from './pages';
import { type Person, findOrJoin, setName } from './people';
import { MOUNT_PATH, type SignInResult } from './provider';
import { checkFactor, setUpOf, turnOn } from './secondFactor';
import { textsFor } from './texts';
import {
  createSignInPages,
  codeProblem,
  FORM_BYTES,
  type SignIn,
  type SignInForm,
  SignInFormSchema,
  tooMany,
} from './signInPages';
import { hashToken } from './tokens';

type SignInOptions = {
  readonly database: Database;
  readonly keys: Keys;
  readonly mailer: MailSender;
  /** Whether the page shows the codes of demo people. */
  readonly demo: boolean;
  readonly providerFor: (request: FastifyRequest) => Provider;
  readonly originFor: (request: FastifyRequest) => string;
  readonly identityProvider: IdentityProvider | null;
  /** Whether an error of the library means that this browser has no sign-in in progress. */
  readonly isNoSignIn: (error: unknown) => boolean;
};

type Confirmed = Extract<SignInStage, { kind: 'confirmed' }>;

const GivenName = WrittenName.min(1);

/** The minimum duration of a request for a code, so that it does not reveal whether the address is registered. */
const MIN_DURATION_MS = 300;
/** The query of the page after another code was requested. */
const NEW_CODE = 'new-code';
/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(expected));
}

/** The sign-in pages: mail address, code, and the name of new people. */
export function registerSignInRoutes(scope: FastifyInstance, options: SignInOptions): void {
  const { database, keys, mailer, demo, providerFor, originFor, identityProvider, isNoSignIn } = options;
  const pages = createSignInPages({ database, keys, demo, provider: identityProvider?.name ?? null });

  const textsOf = (request: FastifyRequest, locales?: unknown) =>
    textsFor(typeof locales === 'string' ? locales : undefined, request.headers['accept-language']);
  const guestOf = (request: FastifyRequest, mail: string): Guest => ({
    source: sourceOf(request.ip),
    browser: readKnownBrowser(keys.forms, mail, request.headers.cookie),
  });
  const csrfOf = (id: string) => createHmac('sha256', keys.forms).update(id).digest('base64url');

  /** Finds the sign-in by cookie; null if there is none, or the URL belongs to another one. */
  async function findSignIn(request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) {
    const provider = providerFor(request);
    const details = await provider.interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
      if (isNoSignIn(error)) return null;
      throw error;
    });
    const { id } = request.params;
    if (!details || details.uid !== id) return null;
    const { login_hint: hint, ui_locales: locales, newcomer_code: newcomer } = details.params;
    const base = { action: `${MOUNT_PATH}/sign-in/${id}`, csrf: csrfOf(id) };
    const texts = textsOf(request, locales);
    const given = (value: unknown) => (typeof value === 'string' ? value : '');
    return {
      id,
      hint: given(hint) || readMailHint(request.headers.cookie),
      newcomer: given(newcomer),
      texts,
      base,
      provider,
    } satisfies SignIn;
  }

  async function finish(
    signIn: SignIn,
    { person, begunAt, mail, hasSecondFactor }: { person: Person } & Confirmed,
    request: FastifyRequest,
    reply: FastifyReply
  ) {
    const signedIn: SignInResult = { epoch: person.epoch, begunAt, hasSecondFactor };
    const login = { accountId: String(person.id), remember: false };
    const result = { login, consent: {}, signIn: signedIn };
    const merge = { mergeWithLastSubmission: false };
    const next = await signIn.provider.interactionResult(request.raw, reply.raw, result, merge);
    pages.deleteCode(signIn);
    const cookie = knownBrowserCookie(keys.forms, mail, next.startsWith('https:'));
    return reply
      .headers(pageHeaders())
      .header('set-cookie', [cookie, noMailHintCookie(next)])
      .redirect(next, 303);
  }

  const back = (signIn: SignIn, reply: FastifyReply, query = '') =>
    reply.headers(pageHeaders()).redirect(`${signIn.base.action}${query}`, 303);

  async function showStage(signIn: SignIn, request: FastifyRequest, reply: FastifyReply, isNew = false) {
    const stage = await database.asOwner((tx) => getSignInStage(tx, signIn.id));
    if (stage.kind === 'mail') return pages.showMail(signIn, reply, 200, { mail: signIn.hint });
    if (stage.kind === 'code') return pages.showCode(signIn, reply, 200, { mail: stage.mail, isNew });
    const person = await database.asOwner((tx) => findOrJoin(tx, stage.mail));
    if (!person)
      return pages.showMail(signIn, reply, 422, { mail: stage.mail, problem: signIn.texts.unknownPerson });
    if (!person.hasName) return sendPage(reply, 200, namePage(signIn.texts, signIn.base, {}));
    if (person.secondFactor === 'off' || stage.hasSecondFactor)
      return finish(signIn, { ...stage, person }, request, reply);
    return pages.showFactor(signIn, reply, 200, { person, mail: stage.mail });
  }

  async function submitFactor(
    signIn: SignIn,
    form: SignInForm,
    request: FastifyRequest,
    reply: FastifyReply
  ) {
    const { id, texts, base } = signIn;
    const result = await database.asOwner(async (tx) => {
      const stage = await getSignInStage(tx, id);
      const person = stage.kind === 'confirmed' ? await findOrJoin(tx, stage.mail) : null;
      if (stage.kind !== 'confirmed' || !person || person.secondFactor === 'off') return null;
      const shown = { person, mail: stage.mail };
      if (person.secondFactor === 'on') {
        const check = await checkFactor(tx, keys.factors, person.id, form.code);
        if (check.kind === 'right') await recordSecondFactor(tx, id);
        return { check, shown };
      }
      const setUp = setUpOf(keys.factors, id, stage.mail);
      const codes = await turnOn(tx, keys.factors, { userId: person.id, setUp, typed: form.code });
      if (!codes) return { check: { kind: 'wrong' } as const, shown };
      await recordSecondFactor(tx, id);
      return { check: { kind: 'right' } as const, shown, codes };
    });
    if (!result) return showStage(signIn, request, reply);
    const { check, shown, codes } = result;
    switch (check.kind) {
      case 'right':
        mailer.wake();
        return codes
          ? sendPage(reply, 200, recoveryCodesPage(texts, base, codes))
          : showStage(signIn, request, reply);
      case 'wrong':
        return pages.showFactor(signIn, reply, 422, { ...shown, problem: factorTextsFor(texts.lang).wrong });
      case 'too_many':
        reply.header('retry-after', check.retryAfterSeconds);
        return pages.showFactor(signIn, reply, 429, { ...shown, problem: tooMany(signIn, check) });
    }
  }

  async function sendCode(
    signIn: SignIn,
    { mail, isAgain, newcomerId }: { mail: string; isAgain: boolean; newcomerId?: number | null },
    request: FastifyRequest,
    reply: FastifyReply
  ) {
    const minimumDuration = sleep(MIN_DURATION_MS);
    const codeRequest = { interactionId: signIn.id, mail, ...guestOf(request, mail) };
    const { subject, letter } = signIn.texts;
    const created = await database.asOwner(async (tx) => {
      const request = await requestCode(tx, codeRequest);
      if (request.kind !== 'created') return request;
      if (newcomerId !== undefined) await setNewcomerCode(tx, signIn.id, newcomerId);
      const { code, recipient } = request;
      const entry = recipient.isRegistered ? recipient : await findEntry(tx, signIn.id);
      if (entry) {
        const text = { subject: subject(code), text: letter(code) };
        await queueMails(tx, [{ to: mail, ...text, validSeconds: CODE_SECONDS }]);
      }
      return { ...request, isShown: entry?.isDemo === true };
    });
    if (created.kind === 'created') {
      mailer.wake();
      if (demo) pages.storeCode(signIn, created.isShown ? created.code : null);
    }
    await minimumDuration;
    if (created.kind === 'created') return back(signIn, reply, isAgain ? `?${NEW_CODE}` : '');
    reply.header('retry-after', created.retryAfterSeconds);
    const problem = tooMany(signIn, created);
    // The earlier code is still valid and can be entered here.
    return isAgain
      ? pages.showCode(signIn, reply, 429, { mail, problem })
      : pages.showMail(signIn, reply, 429, { mail, problem });
  }

  /** Checks the code of a leader that was typed on the first page; `answered` if the page says what is wrong with it. */
  async function readNewcomer(
    signIn: SignIn,
    form: SignInForm,
    request: FastifyRequest,
    reply: FastifyReply
  ) {
    const newcomer = readTypedCode(form.newcomer);
    if (newcomer === '') return { kind: 'read', id: null } as const;
    const check = await database.asOwner((tx) => checkNewcomerCode(tx, newcomer, sourceOf(request.ip)));
    if (check.kind === 'right') return { kind: 'read', id: check.id } as const;
    if (check.kind === 'too_many') reply.header('retry-after', check.retryAfterSeconds);
    const problem = check.kind === 'wrong' ? signIn.texts.newcomerWrong : tooMany(signIn, check);
    const shown = { mail: form.mail.trim(), newcomer, problem, problemAt: 'newcomer' } as const;
    await pages.showMail(signIn, reply, check.kind === 'wrong' ? 422 : 429, shown);
    return { kind: 'answered' } as const;
  }

  async function submitMail(signIn: SignIn, form: SignInForm, request: FastifyRequest, reply: FastifyReply) {
    const mail = Mail.safeParse(form.mail.trim());
    if (!mail.success) {
      const shown = { mail: form.mail.trim(), newcomer: form.newcomer, problem: signIn.texts.mailInvalid };
      return pages.showMail(signIn, reply, 422, shown);
    }
    const newcomer = await readNewcomer(signIn, form, request, reply);
    if (newcomer.kind === 'answered') return reply;
    const requested = { mail: mail.data, isAgain: false, newcomerId: newcomer.id };
    return sendCode(signIn, requested, request, reply);
  }

  async function submitCode(signIn: SignIn, form: SignInForm, request: FastifyRequest, reply: FastifyReply) {
    const [stage, check] = await database.asOwner(async (tx) => {
      const before = await getSignInStage(tx, signIn.id);
      const guest = guestOf(request, before.kind === 'code' ? before.mail : '');
      const checked = await checkCode(tx, signIn.id, readTypedCode(form.code), guest);
      if (checked.kind === 'right') await letIn(tx, signIn.id);
      return [before, checked];
    });
    if (check.kind === 'right' || check.kind === 'none' || stage.kind !== 'code') {
      return showStage(signIn, request, reply);
    }
    if (check.kind === 'too_many') reply.header('retry-after', check.retryAfterSeconds);
    const problem = codeProblem(signIn, check);
    return pages.showCode(signIn, reply, check.kind === 'too_many' ? 429 : 422, {
      mail: stage.mail,
      problem,
    });
  }

  async function submitName(signIn: SignIn, form: SignInForm, request: FastifyRequest, reply: FastifyReply) {
    const name = z.object({ firstname: GivenName, surname: GivenName }).safeParse(form);
    if (!name.success) {
      const { firstname, surname } = form;
      const shown = { firstname, surname, problem: signIn.texts.nameMissing };
      return sendPage(reply, 422, namePage(signIn.texts, signIn.base, shown));
    }
    await database.asOwner(async (tx) => {
      const stage = await getSignInStage(tx, signIn.id);
      const person = stage.kind === 'confirmed' ? await findOrJoin(tx, stage.mail) : null;
      if (person && !person.hasName) await setName(tx, person.id, name.data);
    });
    return showStage(signIn, request, reply);
  }

  async function submitStep(signIn: SignIn, form: SignInForm, request: FastifyRequest, reply: FastifyReply) {
    switch (form.step) {
      case 'mail':
        return submitMail(signIn, form, request, reply);
      case 'again': {
        const stage = await database.asOwner((tx) => getSignInStage(tx, signIn.id));
        if (stage.kind !== 'code') return back(signIn, reply);
        return sendCode(signIn, { mail: stage.mail, isAgain: true }, request, reply);
      }
      case 'restart':
        await database.asOwner((tx) => deleteCode(tx, signIn.id));
        return back(signIn, reply);
      case 'code':
        return submitCode(signIn, form, request, reply);
      case 'name':
        return submitName(signIn, form, request, reply);
      case 'factor':
      case 'turn-on':
        return submitFactor(signIn, form, request, reply);
      case 'saved':
        return showStage(signIn, request, reply);
    }
  }

  const stale = (request: FastifyRequest, reply: FastifyReply, status: number) =>
    sendPage(reply, status, messagePage(textsOf(request), 'stale'));

  /** The sign-in and the form of a request; null after an answer to a request that belongs to no sign-in. */
  async function readForm(request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) {
    const signIn = await findSignIn(request, reply);
    const form = SignInFormSchema.safeParse(request.body);
    if (signIn && form.success && isSame(form.data.csrf, signIn.base.csrf))
      return { signIn, form: form.data };
    stale(request, reply, signIn ? 403 : 400);
    return null;
  }

  if (identityProvider) {
    const showProblem = (signIn: SignIn, reply: FastifyReply, status: number, problem?: string) =>
      pages.showMail(signIn, reply, status, { mail: signIn.hint, problem });
    const routes = { database, identityProvider, originFor, findSignIn, stale, showProblem, showStage };
    registerIdentityProviderRoutes(scope, { ...routes, readForm, readNewcomer });
  }

  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const isAway = isUnavailable(error);
    const refused = error instanceof ProblemError ? PROBLEMS[error.code].status : error.statusCode;
    const status = isAway ? 503 : (refused ?? 500);
    if (status === 500) request.log.error({ failure: loggable(error) }, 'a sign-in page failed');
    if (isAway) reply.header('retry-after', 5);
    return sendPage(reply, status, messagePage(textsOf(request), isAway ? 'away' : 'failed'));
  });

  scope.get<{ Params: { token: string } }>(`${MOUNT_PATH}/invited/:token`, async (request, reply) => {
    const mail = await database.asOwner((tx) => findInvitedMail(tx, keys.forms, request.params.token));
    if (mail !== '') reply.header('set-cookie', mailHintCookie(mail, originFor(request)));
    return reply.headers(pageHeaders()).redirect('/');
  });

  scope.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    `${MOUNT_PATH}/sign-in/:id`,
    async (request, reply) => {
      const signIn = await findSignIn(request, reply);
      if (!signIn) return stale(request, reply, 400);
      return showStage(signIn, request, reply, NEW_CODE in request.query);
    }
  );

  scope.post<{ Params: { id: string } }>(
    `${MOUNT_PATH}/sign-in/:id`,
    { bodyLimit: FORM_BYTES },
    async (request, reply) => {
      const given = await readForm(request, reply);
      return given ? submitStep(given.signIn, given.form, request, reply) : reply;
    }
  );
}
