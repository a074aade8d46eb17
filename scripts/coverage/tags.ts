import ts from 'typescript';

/**
 * Tags of tests: `// proves 5: PIN: exactly six digits` in the lines right above a test or a group says which item of
 * which section of the specification it proves.
 */
export interface Tag {
  section: string;
  item: string;
  file: string;
  line: number;
  /** Name of the test or group, as it is written there. */
  test: string;
  /** The test's own words, and those of the functions of its file that it calls. */
  body: string;
}

/** A tag that says nothing: at no test, at one that is left out, or without section and item. */
interface BadTag {
  file: string;
  line: number;
  why: string;
}

const TAG = /^\/\/ proves\b/;
const TAG_PARTS = /^\/\/ proves (\d+): (\S.*)$/;
const TESTS: ReadonlySet<string> = new Set(['it', 'test', 'describe']);
/** A test that is left out proves nothing; one that is left out on some machines does where it runs. */
const LEFT_OUT: ReadonlySet<string> = new Set(['skip', 'todo', 'fixme', 'fails', 'fail']);

/** What the tags of one test file say. */
export const tagsOf = (file: string, text: string): { tags: Tag[]; bad: BadTag[] } => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, scriptKind(file));
  const lineAt = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const functions = functionsOf(source);
  const tags: Tag[] = [];
  const bad: BadTag[] = [];
  const read = new Set<number>();

  const visit = (node: ts.Node): void => {
    const test = ts.isExpressionStatement(node) ? testOf(node.expression) : null;
    if (test !== null) {
      for (const range of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
        const comment = text.slice(range.pos, range.end);
        if (!TAG.test(comment)) continue;
        read.add(range.pos);
        const [, section, item] = TAG_PARTS.exec(comment) ?? [];
        const line = lineAt(range.pos);
        if (section === undefined || item === undefined) bad.push({ file, line, why: 'is not “proves section: item”' });
        else if (test.leftOut) bad.push({ file, line, why: `stands at a test that is left out: “${test.name}”` });
        else tags.push({ section, item: item.trim(), file, line, test: test.name, body: bodyOf(node, functions) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);

  for (const { index } of text.matchAll(/(?<=^[ \t]*)\/\/ proves\b/gm))
    if (!read.has(index)) bad.push({ file, line: lineAt(index), why: 'stands at no test' });
  return { tags, bad };
};

const scriptKind = (file: string): ts.ScriptKind => (file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

/** `it('name', …)`, `test.describe('name', …)`, `it.each(rows)('name', …)`: the name and whether it is left out. */
const testOf = (expression: ts.Expression): { name: string; leftOut: boolean } | null => {
  if (!ts.isCallExpression(expression)) return null;
  const [name] = expression.arguments;
  if (name === undefined || !(ts.isStringLiteralLike(name) || ts.isTemplateExpression(name))) return null;
  const words: string[] = [];
  let callee: ts.Expression = expression.expression;
  while (!ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee)) words.push(callee.name.text);
    else if (!ts.isCallExpression(callee)) return null;
    callee = callee.expression;
  }
  if (!TESTS.has(callee.text)) return null;
  return {
    name: ts.isStringLiteralLike(name) ? name.text : name.getText().slice(1, -1),
    leftOut: words.some((word) => LEFT_OUT.has(word)),
  };
};

/** The functions of a file by their names. */
const functionsOf = (source: ts.SourceFile): Map<string, string> => {
  const found = new Map<string, string>();
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) found.set(statement.name.text, statement.getText());
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer && ts.isArrowFunction(initializer))
        found.set(name.text, initializer.getText());
  }
  return found;
};

const bodyOf = (node: ts.Node, functions: ReadonlyMap<string, string>): string => {
  const texts = [node.getText()];
  const taken = new Set<string>();
  for (const text of texts)
    for (const [name, body] of functions)
      if (!taken.has(name) && new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`).test(text)) {
        taken.add(name);
        texts.push(body);
      }
  return texts.join('\n');
};
