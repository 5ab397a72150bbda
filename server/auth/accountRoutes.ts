import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { Database, Tx } from '../store/database';
import { isLastAdmin } from '../store/postgresErrors';
import { accountMessagePage, leavePage, mailChangePage, mailKeepPage } from './accountPages';
import { accountTextsFor } from './accountTexts';
import { getSpaceToLeave, leaveSpace, readLeaveToken } from './leaving';
import type { MailSender } from './mailSender';
import { type FoundChange, cancelChange, confirmChange, findChange, renewCode } from './mailChanges';
import { readTypedCode } from './oneTimeCodes';
import { sendPage } from './pages';
import { MOUNT_PATH } from './provider';
import { textsFor } from './texts';

type AccountOptions = {
  readonly database: Database;
  /** Signs the links. */
  readonly key: string;
  readonly mailer: MailSender;
};

type LinkRequest = FastifyRequest<{ Params: { token: string } }>;

const FormSchema = z.object({
  step: z.enum(['confirm', 'again', 'cancel', 'leave']),
  code: z.string().default(''),
});
const BODY_LIMIT = 16_384;

/** The pages of links in mails. The link is the permission, so they need neither a cookie nor a form token. */
export function registerAccountRoutes(
  scope: FastifyInstance,
  { database, key, mailer }: AccountOptions
): void {
  const textsOf = (request: FastifyRequest) => {
    const texts = textsFor(request.headers['accept-language']);
    return { texts, account: accountTextsFor(texts.lang) };
  };
  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    kind: Parameters<typeof accountMessagePage>[1]
  ) => sendPage(reply, status, accountMessagePage(textsOf(request), kind));
  const baseOf = (request: LinkRequest) => ({ action: request.url.split('?')[0] ?? '', csrf: '' });

  type Shown = Parameters<typeof mailChangePage>[2];
  const showChange = (request: LinkRequest, reply: FastifyReply, status: number, shown: Shown) =>
    sendPage(reply, status, mailChangePage(textsOf(request), baseOf(request), shown));

  /** Runs work with the pending change of the link, in one transaction; null if there is none. */
  const withChange = <T>(
    request: LinkRequest,
    work: (tx: Tx, change: FoundChange) => Promise<T>,
    kind: 'mail-change' | 'mail-keep' = 'mail-change'
  ) =>
    database.asOwner(async (tx) => {
      const change = await findChange(tx, key, request.params.token, kind);
      return change && { change, result: await work(tx, change) };
    });

  async function confirm(request: LinkRequest, reply: FastifyReply, typed: string) {
    const done = await withChange(request, (tx, change) => confirmChange(tx, change, readTypedCode(typed)));
    if (!done) return show(request, reply, 410, 'invalid');
    const { texts } = textsOf(request);
    const { mail } = done.change;
    switch (done.result.kind) {
      case 'changed':
        mailer.wake();
        return show(request, reply, 200, 'changed');
      case 'taken':
        return show(request, reply, 422, 'taken');
      case 'spent':
        return showChange(request, reply, 422, { mail, problem: texts.codeSpent });
      case 'wrong':
        return showChange(request, reply, 422, { mail, problem: texts.codeWrong(done.result.triesLeft) });
    }
  }

  async function sendAgain(request: LinkRequest, reply: FastifyReply) {
    const done = await withChange(request, (tx, change) => renewCode(tx, change, request.params.token));
    if (!done) return show(request, reply, 410, 'invalid');
    mailer.wake();
    const { mail } = done.change;
    if (done.result) return showChange(request, reply, 200, { mail, isNew: true });
    return showChange(request, reply, 429, { mail, problem: textsOf(request).texts.tooMany(24 * 60) });
  }

  async function cancel(request: LinkRequest, reply: FastifyReply, kind: 'mail-change' | 'mail-keep') {
    const done = await withChange(request, (tx, change) => cancelChange(tx, change.userId), kind);
    return done ? show(request, reply, 200, 'kept') : show(request, reply, 410, 'invalid');
  }

  const changePath = `${MOUNT_PATH}/mail-change/:token`;
  scope.get<{ Params: { token: string } }>(changePath, async (request, reply) => {
    const found = await withChange(request, () => Promise.resolve());
    if (!found) return show(request, reply, 410, 'invalid');
    return showChange(request, reply, 200, { mail: found.change.mail });
  });
  scope.post<{ Params: { token: string } }>(changePath, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const form = FormSchema.safeParse(request.body);
    if (form.data?.step === 'confirm') return confirm(request, reply, form.data.code);
    if (form.data?.step === 'again') return sendAgain(request, reply);
    if (form.data?.step === 'cancel') return cancel(request, reply, 'mail-change');
    return show(request, reply, 400, 'invalid');
  });

  const keepPath = `${MOUNT_PATH}/mail-keep/:token`;
  scope.get<{ Params: { token: string } }>(keepPath, async (request, reply) => {
    const found = await withChange(request, () => Promise.resolve(), 'mail-keep');
    if (!found) return show(request, reply, 410, 'invalid');
    return sendPage(reply, 200, mailKeepPage(textsOf(request), baseOf(request)));
  });
  scope.post<{ Params: { token: string } }>(keepPath, { bodyLimit: BODY_LIMIT }, (request, reply) =>
    cancel(request, reply, 'mail-keep')
  );

  const leavePath = `${MOUNT_PATH}/leave/:token`;
  scope.get<{ Params: { token: string } }>(leavePath, async (request, reply) => {
    const membership = readLeaveToken(key, request.params.token);
    const space = membership && (await database.asOwner((tx) => getSpaceToLeave(tx, membership)));
    if (!space) return show(request, reply, 410, 'invalid');
    return sendPage(reply, 200, leavePage(textsOf(request), baseOf(request), space));
  });
  scope.post<{ Params: { token: string } }>(leavePath, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const membership = readLeaveToken(key, request.params.token);
    if (!membership) return show(request, reply, 410, 'invalid');
    try {
      await database.asOwner((tx) => leaveSpace(tx, membership));
    } catch (error) {
      if (isLastAdmin(error)) return show(request, reply, 409, 'lastAdmin');
      throw error;
    }
    return show(request, reply, 200, 'left');
  });
}
