import { dirname, relative } from 'node:path';
import ts from 'typescript';
import { HOLE, readText } from './text.ts';

/** What the code says about one statement that it sends to the database. */
export type Statement = {
  /** `path:line` of the call or of the text. */
  at: string;
  /** With `HOLE` where the source does not tell what stands there. */
  sql: string;
  /** The declared row, by name or, with `rowMode: 'array'`, by place; null when the code reads no rows. */
  row: RowColumn[] | null;
  /** How many values go with it; null when the code computes the list. */
  values: number | null;
};

export type RowColumn = { name: string; type: ts.Type };

export type Reading = { statements: Statement[]; checker: ts.TypeChecker };

/** A function that hands its own parameters to the driver: its callers hold the statements. */
type Carrier = { text: number; values: number | null; row: number | null };

type Reader = Reading & {
  carriers: Map<ts.Symbol, Carrier>;
  seen: Set<ts.Node>;
  place: (node: ts.Node) => string;
};

/** The driver, and ours that sends many of its statements at once. */
const TAKES_STATEMENTS = /\/@types\/pg\/|\/db\/packet\.ts$/;

const LOOKS_LIKE_SQL = /^\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\s/;

/**
 * Every statement of a project: what is handed to `query` of the driver, directly or through a function of ours, and every
 * other text that reads like one.
 * @param tsconfig path of the project's `tsconfig.json`.
 * @param isOurs which of its files to read.
 */
export const readStatements = (tsconfig: string, root: string, isOurs: (path: string) => boolean): Reading => {
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(tsconfig, (path) => ts.sys.readFile(path)).config,
    ts.sys,
    dirname(tsconfig),
  );
  const program = ts.createProgram(fileNames, options);
  const files = program
    .getSourceFiles()
    .filter((file) => !file.fileName.includes('node_modules') && isOurs(relative(root, file.fileName)));
  const reader: Reader = {
    statements: [],
    checker: program.getTypeChecker(),
    carriers: new Map(),
    seen: new Set(),
    place: (node) => {
      const file = node.getSourceFile();
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      return `${relative(root, file.fileName)}:${line + 1}`;
    },
  };
  const calls = files.flatMap((file) => collect(file, ts.isCallExpression));
  for (const call of calls) if (isDriverQuery(call, reader.checker)) readCall(call, reader);
  for (const call of calls) readCarried(call, reader);
  for (const file of files) for (const text of collect(file, isText)) readRest(text, reader);
  return reader;
};

const isText = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

const collect = <T extends ts.Node>(node: ts.Node, is: (node: ts.Node) => node is T, into: T[] = []): T[] => {
  if (is(node)) into.push(node);
  ts.forEachChild(node, (child) => void collect(child, is, into));
  return into;
};

const isDriverQuery = (call: ts.CallExpression, checker: ts.TypeChecker): boolean => {
  if (!ts.isPropertyAccessExpression(call.expression) || call.expression.name.text !== 'query') return false;
  const declared = checker.getResolvedSignature(call)?.declaration;
  return declared !== undefined && TAKES_STATEMENTS.test(declared.getSourceFile().fileName);
};

const readCall = (call: ts.CallExpression, reader: Reader): void => {
  const [given, second] = call.arguments;
  if (given === undefined) return;
  const config = ts.isObjectLiteralExpression(given) ? given : null;
  const text = config === null ? given : memberOf(config, 'text');
  const values = config === null ? second : memberOf(config, 'values');
  if (text === undefined) return;
  const declared = call.typeArguments?.[0];
  if (carry(text, values, declared, reader)) return;
  note(call, text, countOf(values), declared, reader);
};

const note = (
  call: ts.CallExpression,
  text: ts.Expression,
  values: number | null,
  declared: ts.TypeNode | undefined,
  { statements, checker, seen, place }: Reader,
): void => {
  const row = declared === undefined ? null : columnsOf(checker.getTypeFromTypeNode(declared), checker, call);
  // What begins with a hole was made elsewhere, and is read where it stands.
  for (const sql of readText(text, checker, seen))
    if (!sql.startsWith(HOLE)) statements.push({ at: place(call), sql, row, values });
};

/** Notes a function that only passes a text on, and says whether it is one. */
const carry = (
  text: ts.Expression,
  values: ts.Expression | undefined,
  declared: ts.TypeNode | undefined,
  { checker, carriers }: Reader,
): boolean => {
  const parameter = ts.isShorthandPropertyAssignment(text.parent)
    ? checker.getShorthandAssignmentValueSymbol(text.parent)?.valueDeclaration
    : checker.getSymbolAtLocation(text)?.valueDeclaration;
  if (parameter === undefined || !ts.isParameter(parameter)) return false;
  const made = parameter.parent;
  const name = ts.isVariableDeclaration(made.parent) ? made.parent.name : made.name;
  const symbol = name === undefined ? undefined : checker.getSymbolAtLocation(name);
  if (symbol === undefined) return false;
  const indexOf = (given: ts.Node | undefined, among: readonly { name: ts.Node }[] | undefined): number | null => {
    const index = among?.findIndex((one) => given !== undefined && one.name.getText() === given.getText()) ?? -1;
    return index < 0 ? null : index;
  };
  carriers.set(symbol, {
    text: made.parameters.indexOf(parameter),
    values: indexOf(values, made.parameters as never),
    row: indexOf(declared, made.typeParameters),
  });
  return true;
};

const readCarried = (call: ts.CallExpression, reader: Reader): void => {
  const { checker, carriers } = reader;
  const found = checker.getSymbolAtLocation(call.expression);
  if (found === undefined) return;
  const carrier =
    carriers.get((found.flags & ts.SymbolFlags.Alias) === 0 ? found : checker.getAliasedSymbol(found)) ??
    carrierOfType(found);
  const text = carrier ? call.arguments[carrier.text] : undefined;
  if (!carrier || !text) return;
  const values = carrier.values === null ? null : countOf(call.arguments[carrier.values]);
  const declared = carrier.row === null ? undefined : call.typeArguments?.[carrier.row];
  note(call, text, values, declared, reader);
};

/** A method of a type of ours that takes `text` and perhaps `values`, and gives rows of its type parameter, if it has one. */
const carrierOfType = (method: ts.Symbol): Carrier | null => {
  const signature = method.valueDeclaration;
  if (signature === undefined || !ts.isMethodSignature(signature)) return null;
  const indexOf = (name: string): number | null => {
    const index = signature.parameters.findIndex((parameter) => parameter.name.getText() === name);
    return index < 0 ? null : index;
  };
  const text = indexOf('text');
  const isOurs = !signature.getSourceFile().fileName.includes('node_modules');
  if (text === null || !isOurs) return null;
  return { text, values: indexOf('values'), row: signature.typeParameters === undefined ? null : 0 };
};

/** Texts that no call named: of tables of statements, of equations. Their values and rows are not known here. */
const readRest = (text: ts.StringLiteralLike | ts.TemplateExpression, reader: Reader): void => {
  const { statements, checker, seen, place } = reader;
  if (seen.has(text) || !LOOKS_LIKE_SQL.test(text.getText().slice(1))) return;
  const replaced = ts.isPropertyAccessExpression(text.parent) && ts.isCallExpression(text.parent.parent);
  const whole = replaced ? (text.parent.parent as ts.CallExpression) : text;
  for (const sql of readText(whole, checker, seen)) statements.push({ at: place(text), sql, row: null, values: null });
};

const memberOf = (config: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined => {
  const found = config.properties.find((property) => property.name?.getText() === name);
  if (found === undefined) return undefined;
  if (ts.isPropertyAssignment(found)) return found.initializer;
  return ts.isShorthandPropertyAssignment(found) ? found.name : undefined;
};

const countOf = (list: ts.Expression | undefined): number | null => {
  if (list === undefined) return 0;
  if (!ts.isArrayLiteralExpression(list) || list.elements.some(ts.isSpreadElement)) return null;
  return list.elements.length;
};

const columnsOf = (type: ts.Type, checker: ts.TypeChecker, at: ts.Node): RowColumn[] | null => {
  if ((type.flags & ts.TypeFlags.TypeParameter) !== 0) return null;
  if (checker.isTupleType(type))
    return checker
      .getTypeArguments(type as ts.TypeReference)
      .map((element, index) => ({ name: String(index), type: element }));
  return checker
    .getPropertiesOfType(type)
    .map((property) => ({ name: property.name, type: checker.getTypeOfSymbolAtLocation(property, at) }));
};
