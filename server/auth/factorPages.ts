import { create } from 'qrcode';

import { type Html, html } from '../html/html';
import { type FactorTexts, factorTextsFor } from './factorTexts';
import { type FormBase, codeField, field, form, page, problemNote, sentence } from './pages';
import type { SetUp } from './secondFactor';
import type { Texts } from './texts';

/** The pages of the second factor, in a sign-in and behind the link of the app. */

const textsOf = (texts: Texts): FactorTexts => factorTextsFor(texts.lang);

function factorField(texts: FactorTexts, problem: string | undefined, isNumeric: boolean): Html {
  return field({
    name: 'code',
    label: texts.codeLabel,
    type: 'text',
    autocomplete: 'one-time-code',
    inputmode: isNumeric ? 'numeric' : 'text',
    className: 'code',
    problem,
    maxlength: 20,
  });
}

/** Asks for a code of the authenticator app. */
export function askFactorPage(texts: Texts, base: FormBase, problem?: string): string {
  const own = textsOf(texts);
  const input = html`${factorField(own, problem, false)}<button class="main">${own.askButton}</button>`;
  return page(
    texts,
    own.title,
    html`<p class="quiet">${own.askIntro}</p>
      ${problemNote(problem)}${form(base, 'factor', input)}
      <p class="quiet small">${own.lost}</p>`
  );
}

/** Asks for a mailed code before a factor can be set up: the link of the app alone is not enough. */
export function confirmMailPage(
  texts: Texts,
  base: FormBase,
  { mail, isSent, problem }: { mail: string; isSent: boolean; problem?: string | undefined }
): string {
  const own = textsOf(texts);
  const intro = isSent ? own.mailSent : own.mailIntro;
  const inside = isSent
    ? form(
        base,
        'mail-code',
        html`${codeField(texts, problem)}<button class="main">${own.askButton}</button>`
      )
    : form(base, 'send', html`<button class="main">${own.mailButton}</button>`);
  return page(
    texts,
    own.setUpTitle,
    html`<p class="quiet">${sentence(intro, '{mail}', html`<bdi class="mail">${mail}</bdi>`)}</p>
      ${problemNote(problem)}${inside}
      ${isSent && html`<div class="row">${form(base, 'send', html`<button>${texts.newCode}</button>`)}</div>`}`
  );
}

/** A QR code as one path of squares. */
function qrCode(uri: string): Html {
  const { size, data } = create(uri, { errorCorrectionLevel: 'M' }).modules;
  const squares = Array.from(data).flatMap((isDark, index) =>
    isDark ? `M${(index % size) + 4} ${Math.floor(index / size) + 4}h1v1h-1z` : []
  );
  const side = size + 8;
  return html`<svg viewBox="0 0 ${side} ${side}" width="220" height="220" role="img" aria-label="QR">
    <rect width="${side}" height="${side}" fill="#fff" />
    <path d="${squares.join('')}" fill="#000" />
  </svg>`;
}

/** Shows the secret, and asks for a first code. */
export function setUpPage(
  texts: Texts,
  base: FormBase,
  { setUp, isRequired, problem }: { setUp: SetUp; isRequired: boolean; problem?: string | undefined }
): string {
  const own = textsOf(texts);
  const input = html`${factorField(own, problem, true)}<button class="main">${own.setUpButton}</button>`;
  return page(
    texts,
    own.setUpTitle,
    html`${isRequired && html`<p class="note hint">${own.requiredNote}</p>`}
      <p class="quiet">${own.setUpIntro}</p>
      ${qrCode(setUp.uri)}
      <p class="quiet small">
        ${own.setUpKey} <bdi dir="ltr"><code>${setUp.text}</code></bdi>
      </p>
      ${problemNote(problem)}${form(base, 'turn-on', input)}`
  );
}

/** Shows new recovery codes once. */
export function recoveryCodesPage(texts: Texts, base: FormBase, codes: readonly string[]): string {
  const own = textsOf(texts);
  return page(
    texts,
    own.codesTitle,
    html`<p class="quiet">${own.codesIntro}</p>
      <ul dir="ltr">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      ${form(base, 'saved', html`<button class="main">${own.codesButton}</button>`)}`
  );
}

/** After the factor was entered: what else can be done with it. */
export function factorDonePage(texts: Texts, base: FormBase, codesLeft: number): string {
  const own = textsOf(texts);
  return page(
    texts,
    own.doneTitle,
    html`<p class="quiet">${own.doneText}</p>
      <p class="quiet small">${own.codesLeft(codesLeft)}</p>
      ${form(base, 'new-codes', html`<button>${own.newCodesButton}</button>`)}
      ${form(base, 'turn-off', html`<button>${own.offButton}</button>`)}`
  );
}

export function factorOffPage(texts: Texts): string {
  const own = textsOf(texts);
  return page(texts, own.offTitle, html`<p class="quiet">${own.offText}</p>`);
}
