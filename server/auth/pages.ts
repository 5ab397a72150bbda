import type { FastifyReply } from 'fastify';

import { type Html, html, pageHeaders, renderPage } from '../html/html';
import type { DemoPerson } from './people';
import { NATIVE_SCHEME } from './provider';
import type { Texts } from './texts';

/** The action and the CSRF token of every form. */
export type FormBase = { readonly action: string; readonly csrf: string };

type Field = {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'text';
  readonly value?: string;
  readonly autocomplete: string;
  readonly problem?: string | undefined;
  readonly className?: string;
  readonly inputmode?: string;
  readonly maxlength: number;
  /** The first field of the page. */
  readonly first?: boolean;
  readonly optional?: boolean;
};

export function field({ first = true, optional = false, ...given }: Field): Html {
  const { name, label, type, value, autocomplete, problem, className, inputmode, maxlength } = given;
  return html`<label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      maxlength="${maxlength}"
      ${inputmode && html` inputmode="${inputmode}"`}${className && html` class="${className}"`}
      autocapitalize="off"
      spellcheck="false"
      ${problem && html` aria-invalid="true" aria-describedby="problem"`}${first && html` autofocus`}${!optional && html` required`}
    />`;
}

export function form({ action, csrf }: FormBase, step: string, inside: Html): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="csrf" value="${csrf}" /><input type="hidden" name="step" value="${step}" />
    ${inside}
  </form>`;
}

export const problemNote = (problem: string | undefined) =>
  problem && html`<p class="note problem" id="problem" role="alert">${problem}</p>`;

export function page(texts: Texts, title: string, inside: Html): string {
  const body = html`<p class="brand">Doorstep</p>
    <h1>${title}</h1>
    ${inside}`;
  return renderPage({ lang: texts.lang, dir: texts.dir, title, body });
}

/** A text with one emphasised value, such as the address in a sentence. */
export function sentence(text: string, mark: string, value: Html): Html {
  const [before = '', after = ''] = text.split(mark);
  return html`${before}${value}${after}`;
}

/** The first page: asks for the mail address. */
export function mailPage(
  texts: Texts,
  base: FormBase,
  shown: {
    mail?: string;
    problem?: string | undefined;
    /** The field that the problem is about. */
    problemAt?: 'mail' | 'newcomer' | undefined;
    people: readonly DemoPerson[];
    /** Null while no code of a leader is valid. */
    newcomer: string | null;
    /** The name of the identity provider that people may use. */
    provider: string | null;
  }
): string {
  const { mail = '', problem, problemAt = 'mail', people, newcomer, provider } = shown;
  const input = field({
    name: 'mail',
    label: texts.mailLabel,
    type: 'email',
    value: mail,
    autocomplete: 'email',
    inputmode: 'email',
    problem: problemAt === 'mail' ? problem : undefined,
    first: problemAt === 'mail',
    maxlength: 254,
  });
  const newcomerField =
    newcomer !== null &&
    html`<details ${newcomer !== '' && html` open`}>
      <summary>${texts.newcomerSummary}</summary>
      ${field({
        name: 'newcomer',
        label: texts.newcomerLabel,
        type: 'text',
        value: newcomer,
        autocomplete: 'off',
        inputmode: 'numeric',
        className: 'code',
        problem: problemAt === 'newcomer' ? problem : undefined,
        maxlength: 20,
        first: problemAt === 'newcomer',
        optional: true,
      })}
    </details>`;
  // In the form of the mail address, so that a typed code of a leader goes along.
  const buttons = html`<button class="main">${texts.mailButton}</button> ${
      provider !== null &&
      html`<button formaction="${base.action}/provider" formnovalidate>
        ${texts.providerButton(provider)}
      </button>`
    }`;
  const choices = html`<section class="people">
    <p>${texts.demoPeople}</p>
    ${people.map(({ mail: address, name, role }) =>
      form(
        base,
        'mail',
        html`<button name="mail" value="${address}">${name}<span>${role} · ${address}</span></button>`
      )
    )}
  </section>`;
  return page(
    texts,
    texts.signIn,
    html`<p class="quiet">${texts.mailIntro}</p>
      ${problemNote(problem)} ${form(base, 'mail', html`${input}${newcomerField}${buttons}`)}
      ${people.length > 0 && choices}`
  );
}

export function codeField(texts: Texts, problem: string | undefined): Html {
  return field({
    name: 'code',
    label: texts.codeLabel,
    type: 'text',
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    className: 'code',
    problem,
    maxlength: 12,
  });
}

/** The second page: asks for the code. It is the same for unknown addresses. */
export function codePage(
  texts: Texts,
  base: FormBase,
  shown: {
    mail: string;
    problem?: string | undefined;
    /** Whether the person has just requested another code. */
    isNew?: boolean;
    demoCode?: string | undefined;
  }
): string {
  const { mail, problem, isNew, demoCode } = shown;
  const input = codeField(texts, problem);
  const demoNote =
    demoCode &&
    html`<p class="note hint">${sentence(texts.demoCode, '{code}', html`<strong>${demoCode}</strong>`)}</p>`;
  return page(
    texts,
    texts.codeTitle,
    html`<p class="quiet">${sentence(texts.codeIntro, '{mail}', html`<bdi class="mail">${mail}</bdi>`)}</p>
      ${problemNote(problem)}${isNew && html`<p class="note hint" role="status">${texts.newCodeSent}</p>`}
      ${demoNote} ${form(base, 'code', html`${input}<button class="main">${texts.codeButton}</button>`)}
      <div class="row">
        ${form(base, 'again', html`<button>${texts.newCode}</button>`)}
        ${form(base, 'restart', html`<button>${texts.otherMail}</button>`)}
      </div>
      <p class="quiet small">${texts.noMail}</p>`
  );
}

/** Asks an invited person for their name. */
export function namePage(
  texts: Texts,
  base: FormBase,
  shown: { firstname?: string; surname?: string; problem?: string | undefined }
): string {
  const name = (key: 'firstname' | 'surname', autocomplete: string) =>
    field({
      first: key === 'firstname',
      name: key,
      label: texts[key],
      type: 'text',
      value: shown[key] ?? '',
      autocomplete,
      problem: shown.problem,
      maxlength: 200,
    });
  const inputs = html`${name('firstname', 'given-name')}${name('surname', 'family-name')}`;
  return page(
    texts,
    texts.nameTitle,
    html`<p class="quiet">${texts.nameIntro}</p>
      ${problemNote(shown.problem)}
      ${form(base, 'name', html`${inputs}<button class="main">${texts.nameButton}</button>`)}`
  );
}

/** A page with a message only. */
export function messagePage(texts: Texts, kind: 'stale' | 'failed' | 'away' | 'busy'): string {
  return page(texts, texts[`${kind}Title`], html`<p class="quiet">${texts[`${kind}Text`]}</p>`);
}

/** Continues at the identity provider; the link is for browsers that do not follow the header `refresh`. */
export function providerPage(texts: Texts, provider: string, href: string): string {
  const title = texts.providerButton(provider);
  return page(texts, title, html`<p><a class="button" href="${href}">${title}</a></p>`);
}

/** Sends a page that is not cached. A form in it may redirect to the native app. */
export function sendPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .headers({ ...pageHeaders(`'self' ${NATIVE_SCHEME}`), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(text);
}
