/** What is put into a text when it is shown, `{amount}` or `{count, plural, …}`: names in the outermost braces, null when braces do not match. */
export const valuesIn = (text: string): string | null => {
  const names: string[] = [];
  let depth = 0;
  for (const [token, name] of text.matchAll(/\{\s*(\w*)|\}/g)) {
    if (token !== '}' && depth === 0) names.push(name ?? '');
    depth += token === '}' ? -1 : 1;
    if (depth < 0) return null;
  }
  return depth === 0 ? names.sort().join() : null;
};
