/** A piece of a page. Only `html` makes one, so that text can get into a page in no other way than escaped. */
class Html {
  constructor(readonly text: string) {}
}
export type { Html };

type Part = string | number | Html | null | undefined | false | readonly Part[];

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOf).join('');
  return String(part).replace(/[&<>"']/g, (character) => NAMED[character] ?? character);
}

/** Markup as it stands, with every value escaped; null, undefined and false leave nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((markup, index) => markup + textOf(parts[index])).join(''));
}

export type Page = {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly title: string;
  readonly body: Html;
  /** A page to read, rather than a form in the middle of the screen. */
  readonly wide?: boolean;
};

/** A whole page. It has one stylesheet and no script, so that it works in any browser under the strictest policy. */
export function renderPage({ lang, dir, title, body, wide }: Page): string {
  return html`<!DOCTYPE html>
    <html lang="${lang}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Doorstep</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${STYLE_PATH}" />
      </head>
      <body class="${wide ? 'wide' : 'narrow'}">
        <main>${body}</main>
      </body>
    </html> `.text;
}

/** Where the one stylesheet is served. */
export const STYLE_PATH = '/api/pages.css';

/** Headers of every page: nothing from elsewhere, no script, no frame, no address told to others. */
export function pageHeaders(formAction = "'self'"): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "style-src 'self'",
      'img-src data:',
      `form-action ${formAction}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    // The app isolates itself; a window it opens stays connected to it only when isolated alike.
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
  };
}
