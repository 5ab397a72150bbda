import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(__dirname, '../..');

/** The program as the compiler sees it, with the types of every expression. */
export function readProgram(): ts.Program {
  const { config } = ts.readConfigFile(resolve(root, 'tsconfig.json'), (path) =>
    readFileSync(path, 'utf8')
  ) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const files = ts.sys.readDirectory(root, ['.ts', '.tsx'], undefined, ['app', 'src']);
  return ts.createProgram(files, { ...options, incremental: false, composite: false });
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}

/** Every message that a call of `t` can ask for, by the type of its first argument: `home.${place}` is all of them. */
export function listAskedMessages(program: ts.Program): Set<string> {
  const checker = program.getTypeChecker();
  const asked = new Set<string>();
  for (const file of program.getSourceFiles()) {
    if (file.fileName.includes('node_modules')) continue;
    visit(file, (node) => {
      if (!ts.isCallExpression(node) || !isTranslate(node.expression)) return;
      const [key] = node.arguments;
      if (key === undefined) return;
      const type = checker.getTypeAtLocation(key);
      const parts = type.isUnion() ? type.types : [type];
      for (const part of parts) if (part.isStringLiteral()) asked.add(part.value);
    });
  }
  return asked;
}

function isTranslate(callee: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text === 't';
  return ts.isIdentifier(callee) && callee.text === 't';
}

/** Props and fields whose value a person reads or hears. */
const spoken = new Set(
  [
    [
      'title',
      'label',
      'text',
      'hint',
      'detail',
      'error',
      'placeholder',
      'next',
      'above',
      'below',
      'barText',
      'words',
    ],
    ['closeLabel', 'clearLabel', 'message', 'caption', 'alt', 'accessibilityLabel', 'accessibilityHint'],
    ['aria-label', 'aria-valuetext', 'aria-description', 'accessibilityValue', 'dialogTitle', 'headerTitle'],
  ].flat()
);

/** What is the same in every language: the name of the app, signs, and the paths of drawings. */
const isWordless = (text: string) => !/\p{L}{2}/u.test(text) || text.trim() === 'Doorstep';

/** Words that stand in a source file instead of among the messages, each with its line. */
export function listWrittenText(name: string, source: string): string[] {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const note = (node: ts.Node, text: string) => {
    if (isWordless(text)) return;
    found.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${text.trim()}`);
  };
  visit(file, (node) => {
    if (ts.isJsxText(node)) note(node, node.text);
    else if (ts.isJsxAttribute(node) && spoken.has(node.name.getText(file))) {
      if (node.initializer) noteLiterals(node.initializer, note);
    } else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) {
      if (node.expression) noteLiterals(node.expression, note);
    } else if (ts.isPropertyAssignment(node) && spoken.has(node.name.getText(file).replace(/'/g, ''))) {
      // Here a small word alone is a name that code reads: an icon, a kind.
      noteLiterals(node.initializer, (at, text) => {
        if (/^\p{Lu}|\s/u.test(text)) note(at, text);
      });
    }
  });
  return found;
}

/** The texts that an expression can come to, without looking into the calls that it makes. */
function noteLiterals(node: ts.Node, note: (node: ts.Node, text: string) => void): void {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) note(node, node.text);
  else if (ts.isTemplateExpression(node)) {
    const texts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
    note(node, texts.join(' '));
  } else if (ts.isConditionalExpression(node)) {
    noteLiterals(node.whenTrue, note);
    noteLiterals(node.whenFalse, note);
  } else if (ts.isBinaryExpression(node)) {
    noteLiterals(node.right, note);
    if (node.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken) noteLiterals(node.left, note);
  } else if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) {
    if (node.expression) noteLiterals(node.expression, note);
  }
}

/** The sources in which a word on a screen could stand. */
export function readScreens(): { name: string; source: string }[] {
  const folders = ['app', 'src/features', 'src/runtime', 'src/session', 'src/shell', 'src/ui'];
  const files = folders.flatMap((folder) => ts.sys.readDirectory(resolve(root, folder), ['.ts', '.tsx']));
  return files.map((file) => ({ name: file.slice(root.length + 1), source: readFileSync(file, 'utf8') }));
}
