import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { endpoints, type ResponseOf } from '@/contract/endpoints';

import { isServed, serveRead, serveWrite, type Service } from '../http/endpoint';
import { ProblemError } from '../http/problems';
import { sourceOf } from '../http/rateLimit';
import { requireAdmin } from '../http/rights';
import { setActor } from '../store/audit';
import { type Database, type Tx, query } from '../store/database';
import { isAbove } from '../store/permissions';
import { canManageProfile, getPerson } from '../store/users';
import { accountMessagePage } from './accountPages';
import { accountTextsFor } from './accountTexts';
import {
  askFactorPage,
  confirmMailPage,
  factorDonePage,
  factorOffPage,
  recoveryCodesPage,
  setUpPage,
} from './factorPages';
import { factorTextsFor } from './factorTexts';
import type { Keys } from './keys';
import { addressOf, readLink, tokenOf } from './links';
import type { MailSender } from './mailSender';
import { queueMails } from './mails';
import { CODE_SECONDS, checkCode, getSignInStage, readTypedCode, requestCode } from './oneTimeCodes';
import { sendPage } from './pages';
import { MOUNT_PATH } from './provider';
import {
  checkFactor,
  getFactorState,
  getOwnFactor,
  isRecent,
  recordForDevice,
  renewRecoveryCodes,
  requireSecondFactor,
  setUpOf,
  tellFactor,
  turnOff,
  turnOn,
} from './secondFactor';
import { textsFor } from './texts';

/** How long the link of the app is valid. */
const LINK_SECONDS = 15 * 60;
const BODY_LIMIT = 16_384;

type Linked = { readonly deviceId: number };

/** The link opens the page of one device. It grants nothing alone: the page asks for the factor, or for a mailed code. */
function linkOf(key: string, origin: string, deviceId: number): string {
  const expires = Math.floor(Date.now() / 1000) + LINK_SECONDS;
  return addressOf(origin, 'second-factor', tokenOf(key, 'second-factor', `${deviceId}-${expires}`));
}

function readFactorLink(key: string, token: string): Linked | null {
  const [deviceId = 0, expires = 0] = (readLink(key, 'second-factor', token) ?? '').split('-').map(Number);
  return expires > Date.now() / 1000 ? { deviceId } : null;
}

/** The state of the caller's factor with a link to its page, and the reset by an admin. */
export function registerFactorApi(
  service: Service,
  { keys, origin, wake }: { keys: Keys; origin: string; wake: () => void }
): void {
  if (!isServed(service.config, endpoints.getSecondFactor)) return;

  serveRead(service, 'getSecondFactor', async (tx, caller) => {
    const state = await getOwnFactor(tx);
    const { deviceId } = caller;
    const data: ResponseOf<'getSecondFactor'>['data'] = {
      is_on: state.isOn,
      is_required: state.isRequired,
      recovery_codes_left: state.codesLeft,
      ...(deviceId === null ? {} : { url: linkOf(keys.forms, origin, deviceId) }),
    };
    return { status: 'success', data };
  });

  serveWrite(service, 'resetSecondFactor', async (tx, caller, { params: { id } }, afterCommit) => {
    requireAdmin(caller);
    const person = await getPerson(tx, id);
    if (!person) throw new ProblemError('not_found');
    // A factor protects all spaces of a person: only admins of their home reset it.
    if (id === caller.userId || !canManageProfile(person, caller) || isAbove(person.role.type, caller))
      throw new ProblemError('forbidden');
    await requireSecondFactor(tx, caller);
    const [row] = await query<{ reset: boolean }>(tx, 'SELECT doorstep_reset_second_factor($1) AS reset', [
      id,
    ]);
    if (row?.reset) await tellFactor(tx, id, 'off', caller.groupId);
    afterCommit(async () => wake());
    return { status: 'success', data: 'The second factor was reset.' };
  });
}

type PageOptions = { readonly database: Database; readonly keys: Keys; readonly mailer: MailSender };
type LinkRequest = FastifyRequest<{ Params: { token: string } }>;

const FormSchema = z.object({
  step: z.enum(['send', 'mail-code', 'turn-on', 'saved', 'factor', 'new-codes', 'turn-off']),
  code: z.string().default(''),
});

type Owner = { readonly userId: number; readonly mail: string };

async function findOwner(tx: Tx, deviceId: number): Promise<Owner | null> {
  const [owner] = await query<Owner>(
    tx,
    `SELECT u.id AS "userId", u.mail FROM devices d JOIN users u ON u.id = d.user_id AND u.active AND u.deleted_at IS NULL
     WHERE d.id = $1 AND d.revoked_at IS NULL`,
    [deviceId]
  );
  return owner ?? null;
}

/** The page that the app opens: sets the factor up, asks for it, and manages it. */
export function registerFactorPages(scope: FastifyInstance, { database, keys, mailer }: PageOptions): void {
  const textsOf = (request: FastifyRequest) => textsFor(request.headers['accept-language']);
  const baseOf = (request: LinkRequest) => ({ action: request.url.split('?')[0] ?? '', csrf: '' });
  const invalid = (request: FastifyRequest, reply: FastifyReply) => {
    const texts = textsOf(request);
    return sendPage(
      reply,
      410,
      accountMessagePage({ texts, account: accountTextsFor(texts.lang) }, 'invalid')
    );
  };

  /** One step in one transaction: returns the status and the page. */
  type Step = (tx: Tx, page: Page) => Promise<[number, string]>;
  type Page = Linked & Owner & { request: LinkRequest; reply: FastifyReply; typed: string };

  const show: Step = async (tx, { userId, mail, deviceId, request }) => {
    const texts = textsOf(request);
    const base = baseOf(request);
    const { isOn, isRequired, codesLeft } = await getFactorState(tx, userId);
    if (isOn) {
      if (!(await isRecent(tx, deviceId))) return [200, askFactorPage(texts, base)];
      return [200, factorDonePage(texts, base, codesLeft)];
    }
    const stage = await getSignInStage(tx, request.params.token);
    if (stage.kind !== 'confirmed' || stage.mail !== mail.toLowerCase())
      return [200, confirmMailPage(texts, base, { mail, isSent: stage.kind === 'code' })];
    const setUp = setUpOf(keys.factors, request.params.token, mail);
    return [200, setUpPage(texts, base, { setUp, isRequired })];
  };

  const sendCode: Step = async (tx, page) => {
    const { mail, request, reply } = page;
    const texts = textsOf(request);
    const guest = { source: sourceOf(request.ip), browser: null };
    const created = await requestCode(tx, { interactionId: request.params.token, mail, ...guest });
    if (created.kind === 'too_many') {
      reply.header('retry-after', created.retryAfterSeconds);
      const problem = texts.tooMany(Math.ceil(created.retryAfterSeconds / 60));
      return [429, confirmMailPage(texts, baseOf(request), { mail, isSent: false, problem })];
    }
    const letter = { subject: texts.subject(created.code), text: texts.letter(created.code) };
    await queueMails(tx, [{ to: mail, ...letter, validSeconds: CODE_SECONDS }]);
    return show(tx, page);
  };

  const confirmMail: Step = async (tx, page) => {
    const { mail, request, reply, typed } = page;
    const texts = textsOf(request);
    const guest = { source: sourceOf(request.ip), browser: null };
    const check = await checkCode(tx, request.params.token, readTypedCode(typed), guest);
    if (check.kind === 'right' || check.kind === 'none') return show(tx, page);
    const problems = {
      wrong: () => texts.codeWrong(check.kind === 'wrong' ? check.triesLeft : 0),
      spent: () => texts.codeSpent,
      expired: () => texts.codeExpired,
      too_many: () => texts.tooMany(check.kind === 'too_many' ? Math.ceil(check.retryAfterSeconds / 60) : 1),
    };
    if (check.kind === 'too_many') reply.header('retry-after', check.retryAfterSeconds);
    const problem = problems[check.kind]();
    const status = check.kind === 'too_many' ? 429 : 422;
    return [status, confirmMailPage(texts, baseOf(request), { mail, isSent: true, problem })];
  };

  const enable: Step = async (tx, page) => {
    const { userId, mail, deviceId, request, typed } = page;
    const { token } = request.params;
    const texts = textsOf(request);
    const stage = await getSignInStage(tx, token);
    const { isOn, isRequired } = await getFactorState(tx, userId);
    if (isOn || stage.kind !== 'confirmed' || stage.mail !== mail.toLowerCase()) return show(tx, page);
    const setUp = setUpOf(keys.factors, token, mail);
    const codes = await turnOn(tx, keys.factors, { userId, setUp, typed });
    if (!codes) {
      const problem = factorTextsFor(texts.lang).wrong;
      return [422, setUpPage(texts, baseOf(request), { setUp, isRequired, problem })];
    }
    await recordForDevice(tx, deviceId);
    return [200, recoveryCodesPage(texts, baseOf(request), codes)];
  };

  const enter: Step = async (tx, page) => {
    const { userId, deviceId, request, reply, typed } = page;
    const texts = textsOf(request);
    const check = await checkFactor(tx, keys.factors, userId, typed);
    if (check.kind === 'right') {
      await recordForDevice(tx, deviceId);
      return show(tx, page);
    }
    if (check.kind === 'wrong')
      return [422, askFactorPage(texts, baseOf(request), factorTextsFor(texts.lang).wrong)];
    reply.header('retry-after', check.retryAfterSeconds);
    return [
      429,
      askFactorPage(texts, baseOf(request), texts.tooMany(Math.ceil(check.retryAfterSeconds / 60))),
    ];
  };

  /** A step that needs the factor to have been entered for this device. */
  const entered =
    (step: Step): Step =>
    async (tx, page) =>
      (await isRecent(tx, page.deviceId)) ? step(tx, page) : show(tx, page);

  const steps: Record<z.output<typeof FormSchema>['step'], Step> = {
    send: sendCode,
    'mail-code': confirmMail,
    'turn-on': enable,
    saved: show,
    factor: enter,
    'new-codes': entered(async (tx, { userId, request }) => {
      const codes = await renewRecoveryCodes(tx, userId);
      return [200, recoveryCodesPage(textsOf(request), baseOf(request), codes)];
    }),
    'turn-off': entered(async (tx, { userId, request }) => {
      await turnOff(tx, userId);
      return [200, factorOffPage(textsOf(request))];
    }),
  };

  async function run(request: LinkRequest, reply: FastifyReply, step: Step, typed: string) {
    const linked = readFactorLink(keys.forms, request.params.token);
    const result =
      linked &&
      (await database.asOwner(async (tx) => {
        const owner = await findOwner(tx, linked.deviceId);
        if (owner) await setActor(tx, owner.userId);
        return owner && step(tx, { ...linked, ...owner, request, reply, typed });
      }));
    if (!result) return invalid(request, reply);
    mailer.wake();
    return sendPage(reply, ...result);
  }

  const path = `${MOUNT_PATH}/second-factor/:token`;
  scope.get<{ Params: { token: string } }>(path, (request, reply) => run(request, reply, show, ''));
  scope.post<{ Params: { token: string } }>(path, { bodyLimit: BODY_LIMIT }, (request, reply) => {
    const form = FormSchema.safeParse(request.body);
    if (!form.success) return invalid(request, reply);
    return run(request, reply, steps[form.data.step], form.data.code);
  });
}
