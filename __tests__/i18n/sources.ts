import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(__dirname, '../..');

/** The TypeScript program of the app. */
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

function visit(node: ts.Node, onNode: (node: ts.Node) => void): void {
  onNode(node);
  ts.forEachChild(node, (child) => visit(child, onNode));
}

/** Every message key that a call of `t` can have, by the type of its first argument. */
export function listUsedMessages(program: ts.Program): Set<string> {
  const checker = program.getTypeChecker();
  const used = new Set<string>();
  for (const file of program.getSourceFiles()) {
    if (file.fileName.includes('node_modules')) continue;
    visit(file, (node) => {
      if (!ts.isCallExpression(node) || !isTranslate(node.expression)) return;
      const [key] = node.arguments;
      if (key === undefined) return;
      const type = checker.getTypeAtLocation(key);
      const parts = type.isUnion() ? type.types : [type];
      for (const part of parts) if (part.isStringLiteral()) used.add(part.value);
    });
  }
  return used;
}

function isTranslate(callee: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text === 't';
  return ts.isIdentifier(callee) && callee.text === 't';
}

/** Props and fields whose value is visible or read by a screen reader. */
const textProps = new Set(
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

/** Text that needs no translation: the name of the app, signs, SVG paths. */
const isNeutral = (text: string) => !/\p{L}{2}/u.test(text) || text.trim() === 'Doorstep';

/** Hard-coded texts of a source file, each with its line. */
export function listWrittenText(name: string, source: string): string[] {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, kind);
  const found: string[] = [];
  const report = (node: ts.Node, text: string) => {
    if (isNeutral(text)) return;
    found.push(`${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${text.trim()}`);
  };
  visit(file, (node) => {
    if (ts.isJsxText(node)) report(node, node.text);
    else if (ts.isJsxAttribute(node) && textProps.has(node.name.getText(file))) {
      if (node.initializer) reportLiterals(node.initializer, report);
    } else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) {
      if (node.expression) reportLiterals(node.expression, report);
    } else if (ts.isPropertyAssignment(node) && textProps.has(node.name.getText(file).replace(/'/g, ''))) {
      // A single lower-case word is an identifier: an icon, a kind.
      reportLiterals(node.initializer, (at, text) => {
        if (/^\p{Lu}|\s/u.test(text)) report(at, text);
      });
    }
  });
  return found;
}

/** The string literals that an expression can evaluate to, without those inside calls. */
function reportLiterals(node: ts.Node, report: (node: ts.Node, text: string) => void): void {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) report(node, node.text);
  else if (ts.isTemplateExpression(node)) {
    const texts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
    report(node, texts.join(' '));
  } else if (ts.isConditionalExpression(node)) {
    reportLiterals(node.whenTrue, report);
    reportLiterals(node.whenFalse, report);
  } else if (ts.isBinaryExpression(node)) {
    reportLiterals(node.right, report);
    if (node.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken) reportLiterals(node.left, report);
  } else if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) {
    if (node.expression) reportLiterals(node.expression, report);
  }
}

/** The source files that can contain screen texts. */
export function readScreens(): { name: string; source: string }[] {
  const folders = ['app', 'src/features', 'src/runtime', 'src/session', 'src/shell', 'src/ui'];
  const files = folders.flatMap((folder) => ts.sys.readDirectory(resolve(root, folder), ['.ts', '.tsx']));
  return files.map((file) => ({ name: file.slice(root.length + 1), source: readFileSync(file, 'utf8') }));
}
