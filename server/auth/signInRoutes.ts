import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';

import { Mail, Name } from '@/contract/primitives';
import { PROBLEMS } from '@/contract/problem';

import { pageHeaders } from '../html/html';
import { ProblemError, loggable } from '../http/problems';
import { sourceOf } from '../http/rateLimit';
import type { Database } from '../store/database';
import { isUnavailable } from '../store/postgresErrors';
import type { Keys } from './keys';
import { knownBrowserCookie, readKnownBrowser } from './knownBrowser';
import type { MailSender } from './mailSender';
import { queueMails } from './mails';
import { checkNewcomerCode, findEntry, isAnyCodeOpen, letIn, setNewcomerCode } from './newcomers';
import {
  CODE_SECONDS,
  type CodeCheck,
  type Guest,
  checkCode,
  deleteCode,
  getSignInStage,
  readTypedCode,
  recordSecondFactor,
  requestCode,
  type SignInStage,
} from './oneTimeCodes';
import type { Organisation } from './organisation';
import { registerOrganisationRoutes } from './organisationRoutes';
import { askFactorPage, recoveryCodesPage, setUpPage } from './factorPages';
import { factorTextsFor } from './factorTexts';
import { type FormBase, codePage, mailPage, messagePage, namePage, sendPage } from './pages';
import { type Person, findOrJoin, listDemoPeople, setName } from './people';
import { MOUNT_PATH, type SignInResult } from './provider';
import { checkFactor, setUpOf, turnOn } from './secondFactor';
import { type Texts, textsFor } from './texts';
import { hashToken } from './tokens';

type SignInOptions = {
  readonly database: Database;
  readonly keys: Keys;
  readonly mailer: MailSender;
  /** Whether the page shows the codes of demo people. */
  readonly demo: boolean;
  readonly providerFor: (request: FastifyRequest) => Provider;
  readonly originFor: (request: FastifyRequest) => string;
  readonly organisation: Organisation | null;
  /** Whether an error of the library means that this browser has no sign-in in progress. */
  readonly isNoSignIn: (error: unknown) => boolean;
};

/** The sign-in in progress of a browser. */
type Visit = {
  readonly id: string;
  readonly hint: string;
  /** The code of a leader, from the link that the person scanned. */
  readonly newcomer: string;
  readonly texts: Texts;
  readonly base: FormBase;
  readonly provider: Provider;
};

type Confirmed = Extract<SignInStage, { kind: 'confirmed' }>;

const FormSchema = z.object({
  csrf: z.string(),
  step: z.enum(['mail', 'again', 'restart', 'code', 'name', 'factor', 'turn-on', 'saved']),
  mail: z.string().default(''),
  code: z.string().default(''),
  /** The code of a leader, on the first page. */
  newcomer: z.string().default(''),
  firstname: z.string().default(''),
  surname: z.string().default(''),
});
type Form = z.output<typeof FormSchema>;

const GivenName = Name.trim().min(1);

/** The minimum duration of a request for a code, so that it does not reveal whether the address is registered. */
const MIN_DURATION_MS = 300;
const BODY_LIMIT = 16_384;
/** The query of the page after another code was requested. */
const NEW_CODE = 'new-code';
/** Codes that demo pages show; the oldest are dropped. */
const SHOWN_CODES = 1_000;

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(hashToken(given), hashToken(expected));
}

/** The sign-in pages: mail address, code, and the name of new people. */
export function registerSignInRoutes(scope: FastifyInstance, options: SignInOptions): void {
  const { database, keys, mailer, demo, providerFor, originFor, organisation, isNoSignIn } = options;
  const shownCodes = new Map<string, string>();

  const textsOf = (request: FastifyRequest, locales?: unknown) =>
    textsFor(typeof locales === 'string' ? locales : undefined, request.headers['accept-language']);
  const guestOf = (request: FastifyRequest, mail: string): Guest => ({
    source: sourceOf(request.ip),
    browser: readKnownBrowser(keys.forms, mail, request.headers.cookie),
  });
  const csrfOf = (id: string) => createHmac('sha256', keys.forms).update(id).digest('base64url');

  /** Finds the sign-in by cookie; null if there is none, or the URL belongs to another one. */
  async function findVisit(request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) {
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
    return { id, hint: given(hint), newcomer: given(newcomer), texts, base, provider } satisfies Visit;
  }

  async function finish(
    visit: Visit,
    { person, begunAt, mail, hasSecondFactor }: { person: Person } & Confirmed,
    request: FastifyRequest,
    reply: FastifyReply
  ) {
    const signIn: SignInResult = { epoch: person.epoch, begunAt, hasSecondFactor };
    const result = { login: { accountId: String(person.id), remember: false }, consent: {}, signIn };
    const merge = { mergeWithLastSubmission: false };
    const next = await visit.provider.interactionResult(request.raw, reply.raw, result, merge);
    shownCodes.delete(visit.id);
    const cookie = knownBrowserCookie(keys.forms, mail, next.startsWith('https:'));
    return reply.headers(pageHeaders()).header('set-cookie', cookie).redirect(next, 303);
  }

  async function showMail(
    visit: Visit,
    reply: FastifyReply,
    status: number,
    {
      mail,
      newcomer = visit.newcomer,
      ...problem
    }: { mail: string; newcomer?: string; problem?: string; problemAt?: 'mail' | 'newcomer' }
  ) {
    const [people, isOpen] = await database.asOwner(async (tx) => [
      demo ? await listDemoPeople(tx) : [],
      newcomer !== '' || (await isAnyCodeOpen(tx)),
    ]);
    const shown = {
      mail,
      ...problem,
      people,
      newcomer: isOpen ? newcomer : null,
      organisation: organisation?.name ?? null,
    };
    return sendPage(reply, status, mailPage(visit.texts, visit.base, shown));
  }

  function showCode(
    visit: Visit,
    reply: FastifyReply,
    status: number,
    { mail, problem, isNew }: { mail: string; problem?: string; isNew?: boolean }
  ) {
    const shown = { mail, problem, isNew, demoCode: shownCodes.get(visit.id) };
    return sendPage(reply, status, codePage(visit.texts, visit.base, shown));
  }

  const back = (visit: Visit, reply: FastifyReply, query = '') =>
    reply.headers(pageHeaders()).redirect(`${visit.base.action}${query}`, 303);

  async function showStage(visit: Visit, request: FastifyRequest, reply: FastifyReply, isNew = false) {
    const stage = await database.asOwner((tx) => getSignInStage(tx, visit.id));
    if (stage.kind === 'mail') return showMail(visit, reply, 200, { mail: visit.hint });
    if (stage.kind === 'code') return showCode(visit, reply, 200, { mail: stage.mail, isNew });
    const person = await database.asOwner((tx) => findOrJoin(tx, stage.mail));
    if (!person) return showMail(visit, reply, 422, { mail: stage.mail, problem: visit.texts.unknownPerson });
    if (!person.hasName) return sendPage(reply, 200, namePage(visit.texts, visit.base, {}));
    if (person.secondFactor === 'off' || stage.hasSecondFactor)
      return finish(visit, { ...stage, person }, request, reply);
    return showFactor(visit, reply, 200, { person, mail: stage.mail });
  }

  /** Asks for the second factor, or sets it up where a space requires one. */
  function showFactor(
    { id, texts, base }: Visit,
    reply: FastifyReply,
    status: number,
    { person, mail, problem }: { person: Person; mail: string; problem?: string }
  ) {
    if (person.secondFactor === 'on') return sendPage(reply, status, askFactorPage(texts, base, problem));
    const setUp = setUpOf(keys.factors, id, mail);
    return sendPage(reply, status, setUpPage(texts, base, { setUp, isRequired: true, problem }));
  }

  async function submitFactor(visit: Visit, form: Form, request: FastifyRequest, reply: FastifyReply) {
    const { id, texts, base } = visit;
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
    if (!result) return showStage(visit, request, reply);
    const { check, shown, codes } = result;
    switch (check.kind) {
      case 'right':
        mailer.wake();
        return codes
          ? sendPage(reply, 200, recoveryCodesPage(texts, base, codes))
          : showStage(visit, request, reply);
      case 'wrong':
        return showFactor(visit, reply, 422, { ...shown, problem: factorTextsFor(texts.lang).wrong });
      case 'too_many':
        reply.header('retry-after', check.retryAfterSeconds);
        return showFactor(visit, reply, 429, { ...shown, problem: tooMany(visit, check) });
    }
  }

  function storeShownCode(id: string, code: string | null) {
    shownCodes.delete(id);
    if (code !== null) shownCodes.set(id, code);
    const oldest = shownCodes.keys().next();
    if (shownCodes.size > SHOWN_CODES && !oldest.done) shownCodes.delete(oldest.value);
  }

  async function sendCode(
    visit: Visit,
    { mail, isAgain, newcomerId }: { mail: string; isAgain: boolean; newcomerId?: number | null },
    request: FastifyRequest,
    reply: FastifyReply
  ) {
    const minimumDuration = sleep(MIN_DURATION_MS);
    const codeRequest = { interactionId: visit.id, mail, ...guestOf(request, mail) };
    const { subject, letter } = visit.texts;
    const created = await database.asOwner(async (tx) => {
      const request = await requestCode(tx, codeRequest);
      if (request.kind !== 'created') return request;
      if (newcomerId !== undefined) await setNewcomerCode(tx, visit.id, newcomerId);
      const { code, recipient } = request;
      const entry = recipient.isRegistered ? recipient : await findEntry(tx, visit.id);
      if (entry) {
        const text = { subject: subject(code), text: letter(code) };
        await queueMails(tx, [{ to: mail, ...text, validSeconds: CODE_SECONDS }]);
      }
      return { ...request, isShown: entry?.isDemo === true };
    });
    if (created.kind === 'created') {
      mailer.wake();
      if (demo) storeShownCode(visit.id, created.isShown ? created.code : null);
    }
    await minimumDuration;
    if (created.kind === 'created') return back(visit, reply, isAgain ? `?${NEW_CODE}` : '');
    reply.header('retry-after', created.retryAfterSeconds);
    const problem = tooMany(visit, created);
    // The earlier code is still valid and can be entered here.
    return isAgain
      ? showCode(visit, reply, 429, { mail, problem })
      : showMail(visit, reply, 429, { mail, problem });
  }

  const tooMany = (visit: Visit, { retryAfterSeconds }: { retryAfterSeconds: number }) =>
    visit.texts.tooMany(Math.ceil(retryAfterSeconds / 60));

  async function submitMail(visit: Visit, form: Form, request: FastifyRequest, reply: FastifyReply) {
    const typed = form.mail.trim();
    const mail = Mail.safeParse(typed);
    const newcomer = readTypedCode(form.newcomer);
    if (!mail.success)
      return showMail(visit, reply, 422, { mail: typed, newcomer, problem: visit.texts.mailInvalid });
    if (newcomer === '')
      return sendCode(visit, { mail: mail.data, isAgain: false, newcomerId: null }, request, reply);
    const check = await database.asOwner((tx) => checkNewcomerCode(tx, newcomer, sourceOf(request.ip)));
    if (check.kind === 'right')
      return sendCode(visit, { mail: mail.data, isAgain: false, newcomerId: check.id }, request, reply);
    if (check.kind === 'too_many') reply.header('retry-after', check.retryAfterSeconds);
    const problem = check.kind === 'wrong' ? visit.texts.newcomerWrong : tooMany(visit, check);
    return showMail(visit, reply, check.kind === 'wrong' ? 422 : 429, {
      mail: typed,
      newcomer,
      problem,
      problemAt: 'newcomer',
    });
  }

  function problemOf(visit: Visit, check: Exclude<CodeCheck, { kind: 'right' | 'none' }>): string {
    const { texts } = visit;
    switch (check.kind) {
      case 'wrong':
        return texts.codeWrong(check.triesLeft);
      case 'spent':
        return texts.codeSpent;
      case 'expired':
        return texts.codeExpired;
      case 'too_many':
        return tooMany(visit, check);
    }
  }

  async function submitCode(visit: Visit, form: Form, request: FastifyRequest, reply: FastifyReply) {
    const [stage, check] = await database.asOwner(async (tx) => {
      const before = await getSignInStage(tx, visit.id);
      const guest = guestOf(request, before.kind === 'code' ? before.mail : '');
      const checked = await checkCode(tx, visit.id, readTypedCode(form.code), guest);
      if (checked.kind === 'right') await letIn(tx, visit.id);
      return [before, checked];
    });
    if (check.kind === 'right' || check.kind === 'none' || stage.kind !== 'code') {
      return showStage(visit, request, reply);
    }
    if (check.kind === 'too_many') reply.header('retry-after', check.retryAfterSeconds);
    const problem = problemOf(visit, check);
    return showCode(visit, reply, check.kind === 'too_many' ? 429 : 422, { mail: stage.mail, problem });
  }

  async function submitName(visit: Visit, form: Form, request: FastifyRequest, reply: FastifyReply) {
    const name = z.object({ firstname: GivenName, surname: GivenName }).safeParse(form);
    if (!name.success) {
      const { firstname, surname } = form;
      const shown = { firstname, surname, problem: visit.texts.nameMissing };
      return sendPage(reply, 422, namePage(visit.texts, visit.base, shown));
    }
    await database.asOwner(async (tx) => {
      const stage = await getSignInStage(tx, visit.id);
      const person = stage.kind === 'confirmed' ? await findOrJoin(tx, stage.mail) : null;
      if (person && !person.hasName) await setName(tx, person.id, name.data);
    });
    return showStage(visit, request, reply);
  }

  async function submitStep(visit: Visit, form: Form, request: FastifyRequest, reply: FastifyReply) {
    switch (form.step) {
      case 'mail':
        return submitMail(visit, form, request, reply);
      case 'again': {
        const stage = await database.asOwner((tx) => getSignInStage(tx, visit.id));
        if (stage.kind !== 'code') return back(visit, reply);
        return sendCode(visit, { mail: stage.mail, isAgain: true }, request, reply);
      }
      case 'restart':
        await database.asOwner((tx) => deleteCode(tx, visit.id));
        return back(visit, reply);
      case 'code':
        return submitCode(visit, form, request, reply);
      case 'name':
        return submitName(visit, form, request, reply);
      case 'factor':
      case 'turn-on':
        return submitFactor(visit, form, request, reply);
      case 'saved':
        return showStage(visit, request, reply);
    }
  }

  const stale = (request: FastifyRequest, reply: FastifyReply, status: number) =>
    sendPage(reply, status, messagePage(textsOf(request), 'stale'));

  if (organisation) {
    const showProblem = (visit: Visit, reply: FastifyReply, status: number, problem?: string) =>
      showMail(visit, reply, status, { mail: visit.hint, ...(problem === undefined ? {} : { problem }) });
    const routes = { database, organisation, originFor, findVisit, stale, showProblem, showStage };
    registerOrganisationRoutes(scope, routes);
  }

  scope.setErrorHandler((error: FastifyError, request, reply) => {
    const isAway = isUnavailable(error);
    const refused = error instanceof ProblemError ? PROBLEMS[error.code].status : error.statusCode;
    const status = isAway ? 503 : (refused ?? 500);
    if (status === 500) request.log.error({ failure: loggable(error) }, 'a sign-in page failed');
    if (isAway) reply.header('retry-after', 5);
    return sendPage(reply, status, messagePage(textsOf(request), isAway ? 'away' : 'failed'));
  });

  scope.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    `${MOUNT_PATH}/sign-in/:id`,
    async (request, reply) => {
      const visit = await findVisit(request, reply);
      if (!visit) return stale(request, reply, 400);
      return showStage(visit, request, reply, NEW_CODE in request.query);
    }
  );

  scope.post<{ Params: { id: string } }>(
    `${MOUNT_PATH}/sign-in/:id`,
    { bodyLimit: BODY_LIMIT },
    async (request, reply) => {
      const visit = await findVisit(request, reply);
      if (!visit) return stale(request, reply, 400);
      const form = FormSchema.safeParse(request.body);
      if (!form.success || !isSame(form.data.csrf, visit.base.csrf)) return stale(request, reply, 403);
      return submitStep(visit, form.data, request, reply);
    }
  );
}
