/** In whose hands a statement is: a store's is its caller's transaction's, a query looks. ARCHITECTURE.md, "A request". */

import ts from 'typescript';
import { WALLET } from '../../packages/rules/src/wallet/wallet.ts';

interface Source {
  /** From the server's sources. */
  readonly file: string;
  readonly text: string;
}

/** Where words of SQL may stand. */
const OF_SQL = /\.(store|query|ledger|sql)\.ts$|equations\.ts$/;
/** Rooms of nouns, and those above and around them; below them stand the ledger, outbox, bus and the database itself. */
const ROOMS = /^(modules|operator|jobs|feeds|http|outside|security|composition)\/|^[a-z]+\.ts$/;
const EQUATIONS = /equations\.ts$/;
/** A wallet by name or number. */
const ONE_WALLET = new RegExp(
  `\\bWALLET\\b|\\b(${Object.keys(WALLET).join('|')})\\b|wallet\\w* *(=|<>|IN) *\\(?\\d|account_of\\([^(),]+, *\\d`,
);
const STORE = /\.store\.ts$/;
const QUERY = /\.query\.ts$/;

/** What is SQL and, in capitals, nothing else: whole statements and parts of them. */
const SQL = new RegExp(
  [
    /^\W?\s*SELECT\s/,
    /\bSELECT\b[^]*\bFROM\b/,
    /\bEXISTS \(/,
    /\b(INSERT INTO|DELETE FROM|ORDER BY|GROUP BY|LEFT JOIN|FOR UPDATE|SET LOCAL|IS NOT NULL|IS DISTINCT FROM)\b/,
    /\bUPDATE \w+ (\w+ )?SET\b/,
    /\bCASE\b[^]*\bWHEN\b/,
    /\b(SAVEPOINT|ROLLBACK TO) \w/,
    /^.(BEGIN|COMMIT|ROLLBACK)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

const POOLS = new Set(['Pool', 'SharedPool', 'PoolClient', 'ClientBase', 'Client']);

/**
 * Everything that is against the law: words of SQL elsewhere than in stores, queries, ledger tables, equations and the words that these share;
 * one of them that takes a pool or opens a transaction (a query may look at one moment by `inSnapshot`); a store's function that runs several
 * statements on whatever it is given, so that they need not stand or fall together; an equation that knows a wallet by name.
 */
export const findWrongHands = (sources: readonly Source[]): string[] => sources.flatMap(strays);

const strays = ({ file, text }: Source): string[] => {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const wrong = OF_SQL.test(file)
      ? wrongHand(node, file)
      : ROOMS.test(file) && isSql(node)
        ? 'no SQL in this room'
        : null;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    if (wrong !== null) found.push(`apps/server/src/${file}:${line + 1}: ${wrong}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (EQUATIONS.test(file))
    for (const [index, line] of text.split('\n').entries())
      if (ONE_WALLET.test(line))
        found.push(`apps/server/src/${file}:${index + 1}: knows a wallet by name: WALLET_OF says which, or the row`);
  return found;
};

const isSql = (node: ts.Node): boolean =>
  (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && SQL.test(node.getText());

const wrongHand = (node: ts.Node, file: string): string | null => {
  if (isCallOf(node, 'inTransaction')) return 'opens a transaction: its caller does';
  if (isCallOf(node, 'inSnapshot') && !QUERY.test(file)) return 'opens a snapshot: queries do';
  if (isPool(node) && !(QUERY.test(file) && isOfSnapshot(node))) return 'takes a pool: Tx, or Db for one statement';
  if (STORE.test(file) && isFunction(node) && countRuns(node) > 1)
    return 'several statements on a Db: they stand or fall together on a Tx';
  return null;
};

const isCallOf = (node: ts.Node, name: string): boolean =>
  ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name;

/** A pool by its type, or picked by its name: `Pick<Context, 'pool'>`. */
const isPool = (node: ts.Node): boolean => {
  if (!ts.isTypeReferenceNode(node)) return false;
  const name = node.typeName.getText();
  const isPicked = name === 'Pick' && /'(pool|requestPool|probe)'/.test(node.typeArguments?.[1]?.getText() ?? '');
  return isPicked || POOLS.has(name.replace(/^pg\./, ''));
};

type Fun = ts.ArrowFunction | ts.FunctionDeclaration | ts.FunctionExpression;
const isFunction = (node: ts.Node): node is Fun =>
  ts.isArrowFunction(node) || ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node);

/** Within a function that looks at one moment, or hands its pool to one of its file that does. */
const isOfSnapshot = (node: ts.Node): boolean => {
  const calls = [...node.getSourceFile().text.matchAll(/const (\w+) = [^;]*?inSnapshot\(/g)].map(([, name]) => name!);
  for (let up: ts.Node | undefined = node; up !== undefined; up = up.parent)
    if (isFunction(up) && new RegExp(`\\b(${['inSnapshot', ...calls].join('|')})\\(`).test(up.getText())) return true;
  return false;
};

/** How often a function uses what may be a pool; in a loop, or for each of a list, more than once. */
const countRuns = (fun: Fun): number => {
  const given = fun.parameters.filter(({ type }) => type?.getText() === 'Db').map(({ name }) => name.getText());
  let runs = 0;
  const visit = (node: ts.Node, times: number): void => {
    if (ts.isIdentifier(node) && given.includes(node.text) && !ts.isParameter(node.parent)) runs += times;
    const inside = ts.isIterationStatement(node, false) || (isFunction(node) && node !== fun) ? 2 : times;
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(fun, 1);
  return runs;
};
