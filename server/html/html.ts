/** A piece of markup. Only `html` creates one, so that text always gets escaped. */
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

/** Markup with every value escaped; null, undefined and false are left out. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((markup, index) => markup + textOf(parts[index])).join(''));
}

export type Page = {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly title: string;
  readonly body: Html;
  /** A page of text instead of a form in the middle of the screen. */
  readonly wide?: boolean;
};

/** A complete page with one stylesheet and no script, under a strict Content-Security-Policy. */
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

/** The path of the stylesheet. */
export const STYLE_PATH = '/api/pages.css';

/** Headers of every page: no foreign resources, no script, no frame, no referrer. */
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
    // The app is cross-origin isolated: a window that it opens needs the same header to reach its opener.
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
  };
}
