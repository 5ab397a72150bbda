import { html } from '../html/html';
import type { AccountTexts } from './accountTexts';
import { type FormBase, codeField, form, page, problemNote, sentence } from './pages';
import type { Texts } from './texts';

type Both = { readonly texts: Texts; readonly account: AccountTexts };

/** Asks for the code that was sent to the new address. */
export function mailChangePage(
  { texts, account }: Both,
  base: FormBase,
  { mail, problem, isNew }: { mail: string; problem?: string | undefined; isNew?: boolean }
): string {
  const confirm = html`${codeField(texts, problem)}<button class="main">${account.changeButton}</button>`;
  return page(
    texts,
    account.changeTitle,
    html`<p class="quiet">
        ${sentence(account.changeIntro, '{mail}', html`<bdi class="mail">${mail}</bdi>`)}
      </p>
      ${problemNote(problem)}${isNew && html`<p class="note hint" role="status">${texts.newCodeSent}</p>`}
      ${form(base, 'confirm', confirm)}
      <div class="row">
        ${form(base, 'again', html`<button>${texts.newCode}</button>`)}
        ${form(base, 'cancel', html`<button>${account.keepButton}</button>`)}
      </div>`
  );
}

/** Asks before a proposed address is dropped. */
export function mailKeepPage({ texts, account }: Both, base: FormBase): string {
  const keep = html`<button class="main">${account.keepButton}</button>`;
  return page(
    texts,
    account.keepButton,
    html`<p class="quiet">${account.keepIntro}</p>
      ${form(base, 'cancel', keep)}`
  );
}

/** Asks before a person leaves a space: a mail program may open links automatically. */
export function leavePage({ texts, account }: Both, base: FormBase, space: string): string {
  return page(
    texts,
    account.leaveTitle(space),
    html`<p class="quiet">${account.leaveIntro}</p>
      ${form(base, 'leave', html`<button class="main">${account.leaveButton}</button>`)}`
  );
}

/** A page with a message only. */
export function accountMessagePage(
  { texts, account }: Both,
  kind: 'taken' | 'changed' | 'kept' | 'left' | 'lastAdmin' | 'invalid'
): string {
  return page(texts, account[`${kind}Title`], html`<p class="quiet">${account[`${kind}Text`]}</p>`);
}
