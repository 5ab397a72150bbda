import { page, sentence } from '../auth/pages';
import type { Texts } from '../auth/texts';
import { type Html, html } from '../html/html';
import { LANGUAGES, type SetupTexts } from './texts';

export type SetupValues = {
  readonly code: string;
  readonly name: string;
  readonly mail: string;
  readonly currency: string;
  readonly language: string;
  readonly examples: boolean;
};
export type SetupProblems = Partial<Record<'code' | 'name' | 'mail' | 'currency', string>>;

type Field = {
  readonly name: 'code' | 'name' | 'mail' | 'currency';
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'email';
  readonly maxlength: number;
};

type Shown = { readonly values: SetupValues; readonly problems: SetupProblems; readonly action: string };

function field({ values, problems }: Shown, { name, label, hint, type, maxlength }: Field): Html {
  const problem = problems[name];
  return html`<label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type ?? 'text'}"
      value="${values[name]}"
      autocomplete="${type ?? 'off'}"
      maxlength="${maxlength}"
      spellcheck="false"
      ${problem && html` aria-invalid="true" aria-describedby="${name}-problem"`}
      required
    />
    ${problem && html`<p class="note problem" id="${name}-problem" role="alert">${problem}</p>`}
    ${hint !== undefined && !problem && html`<p class="quiet small">${hint}</p>`}`;
}

/** Asks for everything that a new organisation needs, on one page. */
export function setupPage(texts: Texts, words: SetupTexts, shown: Shown): string {
  const { values, action } = shown;
  const options = LANGUAGES.map(
    ([code, name]) =>
      html`<option value="${code}" ${code === values.language && html` selected`}>${name}</option>`
  );
  return page(
    texts,
    words.title,
    html`<p class="quiet">${words.intro}</p>
      <form method="post" action="${action}">
        ${field(shown, { name: 'code', label: words.code, hint: words.codeHint, maxlength: 20 })}
        ${field(shown, { name: 'name', label: words.name, maxlength: 200 })}
        ${field(shown, { name: 'mail', label: words.mail, hint: words.mailHint, type: 'email', maxlength: 254 })}
        ${field(shown, { name: 'currency', label: words.currency, maxlength: 3 })}
        <label for="language">${words.language}</label>
        <select id="language" name="language">
          ${options}
        </select>
        <label class="check"
          ><input
            type="checkbox"
            name="examples"
            ${values.examples && html` checked`}
          />${words.examples}</label
        >
        <button class="main">${words.button}</button>
      </form>`
  );
}

export function donePage(
  texts: Texts,
  words: SetupTexts,
  { mail, hasMailServer }: { mail: string; hasMailServer: boolean }
): string {
  return page(
    texts,
    words.doneTitle,
    html`<p class="quiet">${sentence(words.doneText, '{mail}', html`<bdi class="mail">${mail}</bdi>`)}</p>
      ${
        !hasMailServer &&
        html`<p>${words.noMailServer}</p>
          <p class="quiet">${words.noMailInvite}</p>`
      }
      <p><a class="button main" href="/">${words.open}</a></p>`
  );
}
