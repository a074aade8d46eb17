import '../pinned-node.ts';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../step.ts';

/** How functions are written in the apps of the browser: CONTRIBUTING.md. Elsewhere all are constants, and the lint holds it. */
const OF_BROWSER = ['apps/web/src', 'apps/console/src', 'packages/ui/src'];

/** Components are declarations, and so is what has statements; what is one expression is a constant. */
export const oddFunctions = (file: string, text: string): string[] => {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  return source.statements.flatMap((statement) => {
    const line = source.getLineAndCharacterOfPosition(statement.getStart()).line + 1;
    const at = (name: string, say: string): string[] => [`${file}:${line} ${name}: ${say}`];
    if (ts.isFunctionDeclaration(statement)) {
      const name = statement.name?.text ?? 'default';
      return isOneExpression(statement) && !isComponent(name) ? at(name, 'one expression, so a constant') : [];
    }
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer, type }) => {
      if (initializer === undefined || !ts.isArrowFunction(initializer) || type !== undefined) return [];
      if (isComponent(name.getText())) return at(name.getText(), 'a component, so a declaration');
      return ts.isBlock(initializer.body) ? at(name.getText(), 'has statements, so a declaration') : [];
    });
  });
};

const isComponent = (name: string): boolean => /^[A-Z][a-z]/.test(name);

/** A default export keeps its name as a declaration, and a comment in front of the return wants its block. */
const isOneExpression = ({ body, modifiers, asteriskToken }: ts.FunctionDeclaration): boolean => {
  const [only, second] = body?.statements ?? [];
  if (only === undefined || second !== undefined || !ts.isReturnStatement(only) || only.expression === undefined)
    return false;
  const isDefault = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false;
  return (
    !isDefault &&
    asteriskToken === undefined &&
    !/\/[*/]/.test(only.getFullText().slice(0, only.getLeadingTriviaWidth()))
  );
};

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', ...OF_BROWSER], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file));
  const found = files.flatMap((file) => oddFunctions(file, readFileSync(join(ROOT, file), 'utf8')));
  for (const line of found) process.stdout.write(`${line}\n`);
  if (files.length < 400) throw new Error(`only ${files.length} files were looked at`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
