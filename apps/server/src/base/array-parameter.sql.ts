/**
 * An array parameter of a statement, whose length the database does not plan for. A plan for few looks cheaper than the one that it keeps, for
 * ten: it would plan anew at each call, which takes many times longer than running the plan where tables are joined.
 */
export const anyNumberOf = (parameter: string, type: string): string => `(SELECT ${parameter}::${type}[])::${type}[]`;
