import ts from 'typescript';

/** What the parameters of a function that makes a text stand for while it is read. */
type Bindings = ReadonlyMap<ts.Symbol, string[]>;

const NOTHING: Bindings = new Map();

/** Stands where the source does not tell what a text has there. */
export const HOLE = '\0';

/** More forms of one text than this are not worth their time. */
const MOST_FORMS = 24;

/**
 * All forms that a text can have, with a `HOLE` for each part that the source does not tell.
 * @param seen collects the literals that were part of it.
 */
export const readText = (
  node: ts.Expression,
  checker: ts.TypeChecker,
  seen: Set<ts.Node>,
  bound: Bindings = NOTHING,
): string[] => read(node, checker, seen, bound) ?? [HOLE];

const read = (node: ts.Expression, checker: ts.TypeChecker, seen: Set<ts.Node>, bound: Bindings): string[] | null => {
  const inside = (part: ts.Expression): string[] => readText(part, checker, seen, bound);
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) {
    seen.add(node);
    return [node.text];
  }
  if (ts.isTemplateExpression(node)) {
    seen.add(node);
    let forms: string[] | null = [node.head.text];
    for (const { expression, literal } of node.templateSpans)
      forms = product(product(forms, inside(expression)), [literal.text]);
    return forms;
  }
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return inside(node.expression);
  if (ts.isConditionalExpression(node)) return [...inside(node.whenTrue), ...inside(node.whenFalse)];
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return product(inside(node.left), inside(node.right));
  if (ts.isCallExpression(node)) return readCalled(node, checker, seen, bound) ?? literalsOf(node, checker);
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node))
    return readNamed(node, checker, seen, bound) ?? literalsOf(node, checker);
  return literalsOf(node, checker);
};

const readNamed = (
  node: ts.Identifier | ts.PropertyAccessExpression,
  checker: ts.TypeChecker,
  seen: Set<ts.Node>,
  bound: Bindings,
): string[] | null => {
  const symbol = symbolOf(node, checker);
  if (symbol === undefined) return null;
  const given = bound.get(symbol);
  if (given !== undefined) return given;
  const declared = symbol.valueDeclaration;
  if (declared === undefined) return null;
  if (ts.isVariableDeclaration(declared) && (declared.parent.flags & ts.NodeFlags.Const) !== 0)
    return declared.initializer === undefined ? null : readText(declared.initializer, checker, seen, bound);
  if (ts.isPropertyAssignment(declared)) return readText(declared.initializer, checker, seen, bound);
  return null;
};

/** `part(…)` of a function that only returns, `[…].join(…)` and `….replaceAll(…)`. */
const readCalled = (
  call: ts.CallExpression,
  checker: ts.TypeChecker,
  seen: Set<ts.Node>,
  bound: Bindings,
): string[] | null => {
  const { expression } = call;
  if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'join')
    return readJoined(expression.expression, call.arguments[0], checker, seen, bound);
  if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'replaceAll') {
    const [texts, [what], [by]] = [expression.expression, ...call.arguments].map((part) =>
      readText(part, checker, seen, bound),
    ) as [string[], string[], string[]];
    return texts.map((text) => text.replaceAll(what!, by!));
  }
  const made = functionOf(expression, checker);
  const returned = made === undefined ? undefined : returnedBy(made);
  if (made === undefined || returned === undefined) return null;
  const inside = new Map(bound);
  for (const [index, parameter] of made.parameters.entries()) {
    const symbol = checker.getSymbolAtLocation(parameter.name);
    const argument = call.arguments[index] ?? parameter.initializer;
    if (symbol !== undefined && argument !== undefined) inside.set(symbol, readText(argument, checker, seen, bound));
  }
  return readText(returned, checker, seen, inside);
};

const readJoined = (
  list: ts.Expression,
  separator: ts.Expression | undefined,
  checker: ts.TypeChecker,
  seen: Set<ts.Node>,
  bound: Bindings,
): string[] | null => {
  const between = separator === undefined ? [','] : readText(separator, checker, seen, bound);
  const parts = elementsOf(list, checker, seen, bound);
  if (parts === null) return null;
  return parts.reduce<string[] | null>(
    (forms, part, index) => (index === 0 ? part : product(product(forms, between), part)),
    [''],
  );
};

/** The texts of a list's elements: a literal, a constant that is one, or a `map` over such. */
const elementsOf = (
  list: ts.Expression,
  checker: ts.TypeChecker,
  seen: Set<ts.Node>,
  bound: Bindings,
): string[][] | null => {
  if (ts.isAsExpression(list) || ts.isSatisfiesExpression(list) || ts.isParenthesizedExpression(list))
    return elementsOf(list.expression, checker, seen, bound);
  if (ts.isArrayLiteralExpression(list)) return list.elements.map((element) => readText(element, checker, seen, bound));
  if (ts.isIdentifier(list)) {
    const declared = symbolOf(list, checker)?.valueDeclaration;
    if (declared !== undefined && ts.isVariableDeclaration(declared) && declared.initializer !== undefined)
      return elementsOf(declared.initializer, checker, seen, bound);
  }
  if (ts.isCallExpression(list) && ts.isPropertyAccessExpression(list.expression)) {
    const { expression: over, name } = list.expression;
    const made = list.arguments[0];
    const items = name.text === 'map' ? elementsOf(over, checker, seen, bound) : null;
    if (items === null || made === undefined || !ts.isArrowFunction(made) || ts.isBlock(made.body)) return null;
    const { body } = made;
    const [first, second] = made.parameters.map((parameter) => checker.getSymbolAtLocation(parameter.name));
    return items.map((item, index) => {
      const inside = new Map(bound);
      if (first !== undefined) inside.set(first, item);
      if (second !== undefined) inside.set(second, [String(index)]);
      return readText(body, checker, seen, inside);
    });
  }
  return null;
};

type Made = ts.ArrowFunction | ts.FunctionDeclaration | ts.FunctionExpression;

const functionOf = (called: ts.Expression, checker: ts.TypeChecker): Made | undefined => {
  const declared = symbolOf(called, checker)?.valueDeclaration;
  if (declared === undefined) return undefined;
  if (ts.isFunctionDeclaration(declared)) return declared;
  if (
    ts.isVariableDeclaration(declared) &&
    declared.initializer !== undefined &&
    ts.isArrowFunction(declared.initializer)
  )
    return declared.initializer;
  return undefined;
};

const returnedBy = ({ body }: Made): ts.Expression | undefined => {
  if (body === undefined || !ts.isBlock(body)) return body;
  const last = body.statements.at(-1);
  return body.statements.length === 1 && last !== undefined && ts.isReturnStatement(last) ? last.expression : undefined;
};

const symbolOf = (node: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined => {
  const symbol = checker.getSymbolAtLocation(node);
  return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
    ? checker.getAliasedSymbol(symbol)
    : symbol;
};

/** The values of a type that has only so many. A whole number stands for any: only its kind matters to a statement. */
const literalsOf = (node: ts.Expression, checker: ts.TypeChecker): string[] | null => {
  const type = checker.getTypeAtLocation(node);
  const types = type.isUnion() ? type.types : [type];
  const texts = types.map((one) => {
    if (one.isStringLiteral() || one.isNumberLiteral()) return String(one.value);
    return (one.flags & ts.TypeFlags.Number) !== 0 ? '1' : null;
  });
  return texts.includes(null) ? null : (texts as string[]);
};

const product = (left: string[] | null, right: string[] | null): string[] | null => {
  if (left === null || right === null) return null;
  const forms = left.flatMap((start) => right.map((end) => start + end));
  return forms.length > MOST_FORMS ? null : forms;
};
