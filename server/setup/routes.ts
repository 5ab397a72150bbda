import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { Mail, WrittenName, oneLine } from '@/contract/primitives';
import { isCurrency } from '@/domain/currencies';

import { mailHintCookie } from '../auth/mailHint';
import { sendPage } from '../auth/pages';
import { textsFor } from '../auth/texts';
import { type SetupProblems, type SetupValues, donePage, setupPage } from './pages';
import type { Setup } from './setup';
import { LANGUAGES, setupTextsFor } from './texts';

export const SETUP_PATH = '/api/setup';
const BODY_LIMIT = 16_384;

const text = z.string().trim().catch('');
const FormSchema = z.object({
  code: text,
  name: text,
  mail: text,
  currency: text,
  language: z.enum(LANGUAGES.map(([code]) => code) as ['en']).catch('en'),
  examples: z.literal('on').optional().catch(undefined),
});

/** The page that creates the first space. It is closed as soon as there is one. */
export function registerSetup(
  app: FastifyInstance,
  setup: Setup,
  { hasMailServer, origin }: { hasMailServer: boolean; origin: string }
): void {
  const baseTexts = (request: FastifyRequest) => textsFor(request.headers['accept-language']);

  const show = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    values: SetupValues,
    problems: SetupProblems = {}
  ) => {
    const texts = baseTexts(request);
    const shown = { values, problems, action: SETUP_PATH };
    return sendPage(reply, status, setupPage(texts, setupTextsFor(texts.lang), shown));
  };

  void app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_LIMIT },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(body))))
    );

    scope.get(SETUP_PATH, async (request, reply) => {
      if (!(await setup.isOpen())) return reply.redirect('/');
      const { lang } = baseTexts(request);
      // The address that the service prints has the code.
      const { code } = z.object({ code: text }).parse(request.query);
      const values = { code, name: '', mail: '', currency: 'EUR', language: lang, examples: true };
      return show(request, reply, 200, values);
    });

    scope.post(SETUP_PATH, async (request, reply) => {
      if (!(await setup.isOpen())) return reply.redirect('/', 303);
      const form = FormSchema.safeParse(request.body ?? {});
      if (!form.success) return reply.redirect(SETUP_PATH, 303);
      const texts = baseTexts(request);
      const words = setupTextsFor(texts.lang);
      const { code, name, mail, currency, language, examples } = form.data;
      const values = { code, name: oneLine(name), mail, currency, language, examples: examples === 'on' };
      const checked = await setup.check(code);
      if (checked !== 'right' && !(await setup.isOpen())) return reply.redirect('/', 303);
      const problems: SetupProblems = {
        ...(checked === 'right' ? {} : { code: checked === 'closed' ? words.closed : words.badCode }),
        ...(WrittenName.min(1).safeParse(name).success ? {} : { name: words.badName }),
        ...(Mail.safeParse(mail).success ? {} : { mail: words.badMail }),
        ...(isCurrency(currency) ? {} : { currency: words.badCurrency }),
      };
      if (Object.keys(problems).length > 0)
        return show(request, reply, checked === 'closed' ? 429 : 422, values, problems);
      const created = await setup.create({ ...values, currency: currency.toLowerCase() });
      if (created === 'exists') return reply.redirect('/', 303);
      reply.header('set-cookie', mailHintCookie(mail, origin));
      return sendPage(reply, 200, donePage(texts, words, { mail, hasMailServer }));
    });
    done();
  });
}

/** Leads a person who opens the app of a new service to the setup. */
export function redirectToSetup(web: FastifyInstance, setup: Setup): void {
  web.addHook('onRequest', async (request, reply) => {
    const isPage =
      request.method === 'GET' &&
      (request.headers['sec-fetch-mode'] === 'navigate' ||
        (request.headers.accept ?? '').includes('text/html'));
    if (isPage && (await setup.isOpen())) return reply.redirect(SETUP_PATH);
  });
}
