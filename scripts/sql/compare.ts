import ts from 'typescript';
import type { Column, Described } from './describe.ts';
import type { RowColumn, Statement } from './statements.ts';

/** What the driver makes of each type, see `apps/server/src/db/pool.ts`. Everything else reads as text. */
const READ_AS: Record<string, string> = {
  int8: 'bigint',
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Date',
  timestamp: 'Date',
  bytea: 'Buffer',
  json: 'json',
  jsonb: 'json',
};

/** Null only in rows that no statement reads into a type without null, each for the reason beside it. */
const NEVER_NULL_THERE: Record<string, string> = {
  'nft.status': 'a member holds it: a constraint of the table',
  'nft.acquired_at': 'a member holds it: a constraint of the table',
  'account.balance': 'only accounts of the house have none',
  'miner_order.activated_at': 'the order is live: a constraint of the table',
  'blessing_deck.clear_salt': 'stands with the clear deck, which is asked for',
  'blessing_deck.day': 'joined with the seed of the day',
  'blessing_deck.number': 'stands with the day: a constraint of the table',
  'blessing_deck.member_seed': 'stands with the day: a constraint of the table',
  'blessing_deck.left_before': 'stands with the day: a constraint of the table',
  'blessing_deck.sealed': 'stands with the day: a constraint of the table',
};

/** Where code and database disagree about a statement; nothing when they agree. */
export const compare = (statement: Statement, described: Described, checker: ts.TypeChecker): string[] => {
  const found: string[] = [];
  const { values, row } = statement;
  if (values !== null && values !== described.parameters)
    found.push(`${described.parameters} parameters, ${values} values`);
  if (row === null) return found;
  const named = row.every(({ name }) => /^\d+$/.test(name))
    ? null
    : new Map(row.map((column) => [column.name, column]));
  if (named === null && row.length !== described.columns.length)
    return [...found, `${described.columns.length} columns, ${row.length} declared`];
  for (const [index, column] of described.columns.entries()) {
    const declared = named === null ? row[index] : named.get(column.name);
    if (declared === undefined) found.push(`column ${column.name} is not declared`);
    else found.push(...disagreement(declared, column, statement.sql, checker));
    named?.delete(column.name);
  }
  for (const { name, type } of named?.values() ?? [])
    if (!isOptional(type)) found.push(`declares ${name}, which is no column`);
  return found;
};

const isOptional = (type: ts.Type): boolean =>
  partsOf(type).some((part) => (part.flags & ts.TypeFlags.Undefined) !== 0);

const disagreement = ({ name, type }: RowColumn, column: Column, sql: string, checker: ts.TypeChecker): string[] => {
  if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return [];
  const parts = partsOf(type);
  const found: string[] = [];
  const takesNull = parts.some((part) => (part.flags & ts.TypeFlags.Null) !== 0);
  const asked = column.nullable?.split('.')[1];
  const mayBeNull =
    column.nullable !== null && !(column.nullable in NEVER_NULL_THERE) && !sql.includes(`${asked} IS NOT NULL`);
  if (mayBeNull && !takesNull) found.push(`${name} may be null in its table`);
  const wrong = parts.filter(
    (part) => (part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) === 0 && !fits(part, column.type, checker),
  );
  if (wrong.length > 0) found.push(`${name} is ${column.type} and declared ${checker.typeToString(type)}`);
  return found;
};

const partsOf = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type]);

const fits = (type: ts.Type, column: string, checker: ts.TypeChecker): boolean => {
  if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return true;
  // An array of arrays has the same type in PostgreSQL.
  if (checker.isArrayType(type) && column.endsWith('[]'))
    return partsOf(checker.getTypeArguments(type as ts.TypeReference)[0]!).every(
      (part) =>
        (part.flags & ts.TypeFlags.Null) !== 0 ||
        fits(part, column, checker) ||
        fits(part, column.slice(0, -2), checker),
    );
  if (column.endsWith('[]')) return false;
  switch (READ_AS[column] ?? 'string') {
    case 'json':
      return true;
    case 'Date':
    case 'Buffer':
      return type.symbol?.name === READ_AS[column];
    case 'bigint':
      return (type.flags & ts.TypeFlags.BigIntLike) !== 0 || isBranded(type, ts.TypeFlags.BigIntLike);
    case 'number':
      return (type.flags & ts.TypeFlags.NumberLike) !== 0 || isBranded(type, ts.TypeFlags.NumberLike);
    case 'boolean':
      return (type.flags & ts.TypeFlags.BooleanLike) !== 0;
    default:
      return (type.flags & ts.TypeFlags.StringLike) !== 0 || isBranded(type, ts.TypeFlags.StringLike);
  }
};

/** `bigint & { brand }` is a bigint. */
const isBranded = (type: ts.Type, flags: ts.TypeFlags): boolean =>
  type.isIntersection() && type.types.some((part) => (part.flags & flags) !== 0);
