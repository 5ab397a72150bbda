import type { FastifyReply } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';

import type { Database } from '../store/database';
import { askFactorPage, setUpPage } from './factorPages';
import type { Keys } from './keys';
import { isAnyCodeOpen } from './newcomers';
import type { CodeCheck } from './oneTimeCodes';
import { type FormBase, codePage, mailPage, sendPage } from './pages';
import { type Person, listDemoPeople } from './people';
import { setUpOf } from './secondFactor';
import type { Texts } from './texts';

/** The sign-in in progress of a browser. */
export type SignIn = {
  readonly id: string;
  readonly hint: string;
  /** The code of a leader, from the link that the person scanned. */
  readonly newcomer: string;
  readonly texts: Texts;
  readonly base: FormBase;
  readonly provider: Provider;
};

/** What the forms of all pages send. */
export const SignInFormSchema = z.object({
  csrf: z.string(),
  step: z.enum(['mail', 'again', 'restart', 'code', 'name', 'factor', 'turn-on', 'saved']),
  mail: z.string().default(''),
  code: z.string().default(''),
  /** The code of a leader, on the first page. */
  newcomer: z.string().default(''),
  firstname: z.string().default(''),
  surname: z.string().default(''),
});
export type SignInForm = z.output<typeof SignInFormSchema>;
export const FORM_BYTES = 16_384;

type SignInPageOptions = {
  readonly database: Database;
  readonly keys: Keys;
  /** Whether the page shows the codes of demo people. */
  readonly demo: boolean;
  /** The name of the identity provider that people may use. */
  readonly provider: string | null;
};

/** Codes that demo pages show; the oldest are dropped. */
const SHOWN_CODES = 1_000;

export const tooMany = ({ texts }: SignIn, { retryAfterSeconds }: { retryAfterSeconds: number }) =>
  texts.tooMany(Math.ceil(retryAfterSeconds / 60));

/** What is wrong with a typed code. */
export function codeProblem(signIn: SignIn, check: Exclude<CodeCheck, { kind: 'right' | 'none' }>): string {
  const { texts } = signIn;
  switch (check.kind) {
    case 'wrong':
      return texts.codeWrong(check.triesLeft);
    case 'spent':
      return texts.codeSpent;
    case 'expired':
      return texts.codeExpired;
    case 'too_many':
      return tooMany(signIn, check);
  }
}

/** Answers with the pages of a sign-in. */
export function createSignInPages({ database, keys, demo, provider }: SignInPageOptions) {
  const shownCodes = new Map<string, string>();

  return {
    async showMail(
      signIn: SignIn,
      reply: FastifyReply,
      status: number,
      shown: {
        mail: string;
        newcomer?: string;
        problem?: string | undefined;
        problemAt?: 'mail' | 'newcomer';
      }
    ) {
      const { newcomer = signIn.newcomer } = shown;
      const [people, isOpen] = await database.asOwner(async (tx) => [
        demo ? await listDemoPeople(tx) : [],
        newcomer !== '' || (await isAnyCodeOpen(tx)),
      ]);
      const page = { ...shown, people, newcomer: isOpen ? newcomer : null, provider };
      return sendPage(reply, status, mailPage(signIn.texts, signIn.base, page));
    },

    showCode(
      signIn: SignIn,
      reply: FastifyReply,
      status: number,
      shown: { mail: string; problem?: string; isNew?: boolean }
    ) {
      const page = { ...shown, demoCode: shownCodes.get(signIn.id) };
      return sendPage(reply, status, codePage(signIn.texts, signIn.base, page));
    },

    /** Asks for the second factor, or sets it up where a space requires one. */
    showFactor(
      { id, texts, base }: SignIn,
      reply: FastifyReply,
      status: number,
      { person, mail, problem }: { person: Person; mail: string; problem?: string }
    ) {
      if (person.secondFactor === 'on') return sendPage(reply, status, askFactorPage(texts, base, problem));
      const setUp = setUpOf(keys.factors, id, mail);
      return sendPage(reply, status, setUpPage(texts, base, { setUp, isRequired: true, problem }));
    },

    /** Stores the code that the page of a demo shows; null for none. */
    storeCode({ id }: SignIn, code: string | null) {
      shownCodes.delete(id);
      if (code !== null) shownCodes.set(id, code);
      const oldest = shownCodes.keys().next();
      if (shownCodes.size > SHOWN_CODES && !oldest.done) shownCodes.delete(oldest.value);
    },

    deleteCode({ id }: SignIn) {
      shownCodes.delete(id);
    },
  };
}
