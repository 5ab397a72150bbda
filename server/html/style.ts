/** The stylesheet of the pages that the service renders. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --background: #faf8f4; --surface: #fff; --ink: #1c1b1a; --quiet: #5b5751; --line: #e5e0d8; --edge: #8a847a;
  --primary: #0b5d4e; --on-primary: #fff; --soft: #d8efe8; --on-soft: #06392f;
  --problem: #a8211a; --on-problem: #fbe4e2; --hint: #8a4b00; --on-hint: #ffefd6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --background: #12110f; --surface: #1e1c19; --ink: #f3efe9; --quiet: #bdb6ab; --line: #38342e; --edge: #8f877b;
    --primary: #74d6bf; --on-primary: #00382d; --soft: #0e463b; --on-soft: #bdf1e3;
    --problem: #ffb0a8; --on-problem: #451613; --hint: #ffc27a; --on-hint: #3d2a0e;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--background); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", sans-serif;
}
main { margin: 0 auto; padding: 20px; }
.narrow main { max-width: 430px; padding-block: max(32px, 9vh) 32px; }
.wide main { max-width: 960px; }
.brand { margin: 0 0 28px; font-weight: 600; color: var(--primary); font-size: 18px; }
h1 { margin: 0 0 8px; font-size: 27px; line-height: 1.2; font-weight: 650; }
h2 { margin: 40px 0 8px; font-size: 20px; line-height: 1.3; }
h3 { margin: 24px 0 4px; font-size: 16px; }
p { margin: 0 0 16px; }
.quiet { color: var(--quiet); }
.small { font-size: 13.5px; }
a { color: var(--primary); }
form { margin: 0 0 20px; }
label.check { display: flex; gap: 12px; align-items: center; min-height: 48px; margin: 0 0 16px; }
label.check input { width: 24px; min-height: 24px; margin: 0; accent-color: var(--primary); }
label { display: block; margin: 0 0 6px; font-weight: 600; }
input[type=email], input[type=text], select {
  display: block; width: 100%; min-height: 56px; margin: 0 0 16px; padding: 12px 16px;
  color: var(--ink); background: var(--surface); border: 1.5px solid var(--edge); border-radius: 14px; font: inherit;
}
input[aria-invalid=true] { border-color: var(--problem); border-width: 2px; }
input.code { direction: ltr; font-size: 27px; letter-spacing: .3em; font-variant-numeric: tabular-nums; text-align: center; }
button, a.button {
  display: block; width: 100%; min-height: 48px; padding: 10px 16px; border-radius: 14px; cursor: pointer;
  font: inherit; font-weight: 600; color: var(--primary); background: transparent; border: 1.5px solid var(--edge);
}
a.button { text-align: center; text-decoration: none; }
a.main { padding-block: 18px; }
button.main, a.main { min-height: 64px; font-size: 18px; color: var(--on-primary); background: var(--primary); border-color: var(--primary); }
button.main + button { margin-top: 12px; }
:focus-visible { outline: 3px solid var(--primary); outline-offset: 2px; }
.row { display: grid; gap: 12px; grid-template-columns: 1fr 1fr; margin: 0 0 20px; }
.row form { margin: 0; }
.row button { height: 100%; }
.note { margin: 0 0 16px; padding: 12px 16px; border-radius: 14px; }
.problem { color: var(--problem); background: var(--on-problem); }
.hint { color: var(--hint); background: var(--on-hint); }
.hint strong { font-size: 20px; letter-spacing: .12em; font-variant-numeric: tabular-nums; }
.people { margin-top: 28px; padding-top: 20px; border-top: 1px solid var(--line); }
.people form { margin: 0 0 10px; }
.people button { text-align: start; color: var(--ink); border-color: var(--line); background: var(--surface); overflow-wrap: anywhere; }
.people span { display: block; font-weight: 400; font-size: 13.5px; color: var(--quiet); }
.mail { overflow-wrap: anywhere; font-weight: 600; unicode-bidi: isolate; }
nav ul { columns: 2; column-gap: 24px; list-style: none; margin: 0; padding: 0; }
nav li { margin: 0 0 6px; break-inside: avoid; }
details { margin: 0 0 12px; padding: 0 16px; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; }
summary { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; min-height: 48px; padding: 12px 0; cursor: pointer; }
summary .quiet { flex-basis: 100%; }
code, .path { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 13.5px; overflow-wrap: anywhere; }
.path { font-size: 16px; }
.method { min-width: 4.2em; padding: 2px 8px; text-align: center; border-radius: 8px; font-size: 12.5px; font-weight: 700; color: var(--on-soft); background: var(--soft); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; margin: 0 0 16px; font-size: 13.5px; }
caption { text-align: start; font-weight: 600; padding: 8px 0 4px; }
th, td { padding: 6px 12px 6px 0; text-align: start; vertical-align: top; border-top: 1px solid var(--line); }
th { color: var(--quiet); font-weight: 600; }
@media (max-width: 600px) {
  nav ul { columns: 1; }
  thead { display: none; }
  tr { display: block; padding: 6px 0; border-top: 1px solid var(--line); }
  td { display: block; padding: 0; border: 0; }
  td + td { padding-inline-start: 12px; color: var(--quiet); }
}
`.trimStart();
