/**
 * Reading a cgminer API answer: strict JSON first, then a short list of named repairs for malformations that devices in
 * the field are known for. An answer that stopped in the middle is never repaired.
 */
type Answer =
  | { ok: true; body: Record<string, unknown>; repairs: string[] }
  | { ok: false; reason: 'truncated' | 'parse'; detail: string };

const stringLiteral = /"(?:[^"\\]|\\[\s\S])*"/g;
// oxlint-disable-next-line no-control-regex -- raw control characters inside strings are the malformation looked for
const controlCharacter = /[\u0000-\u001f]/g;

export const readAnswer = (text: string): Answer => {
  const plain = readPlainText(text);
  if (plain) return { ok: true, body: plain, repairs: ['plain-text'] };
  const strict = parse(text);
  if (strict) return { ok: true, body: strict, repairs: [] };
  const repairs: string[] = [];
  const repaired = parse(repair(text, repairs));
  if (repaired) return { ok: true, body: repaired, repairs };
  if (isCutOff(text)) return { ok: false, reason: 'truncated', detail: `stopped after ${text.length} characters` };
  return { ok: false, reason: 'parse', detail: `no JSON object: ${text.slice(0, 80)}` };
};

const parse = (text: string): Record<string, unknown> | null => {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

/** Whether it can be read as it stands, without any repair. */
export const isWholeAnswer = (text: string): boolean => parse(text) !== null;

/** The answers of programs that know no JSON: `STATUS=S,When=…|SUMMARY,Elapsed=…|`. Every section ends with a bar. */
const readPlainText = (text: string): Record<string, unknown> | null => {
  if (!text.startsWith('STATUS=') || !text.trimEnd().endsWith('|')) return null;
  const body: Record<string, unknown> = {};
  for (const section of text.trimEnd().slice(0, -1).split('|')) {
    const words = section.split(',');
    const name = words[0]!.includes('=') ? 'STATUS' : words.shift()!;
    const fields = words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] as const);
    body[name] ??= [Object.fromEntries(fields)];
  }
  return body;
};

/** Repairs that only look between string literals: name, what is wrong, what it should be. */
const betweenStrings: readonly (readonly [name: string, wrong: RegExp, right: string])[] = [
  ['leading-comma', /^\s*,/, ''],
  ['leading-comma', /([[{])\s*,/g, '$1'],
  ['trailing-comma', /,\s*([}\]])/g, '$1'],
  ['missing-comma', /([}\]])\s*(?=["{[])/g, '$1,'],
  ['not-a-number', /(:\s*)[-+]?(?:inf(?:inity)?|nan)\b/gi, '$1null'],
];

const repair = (text: string, repairs: string[]): string => {
  const note = (name: string): void => {
    if (!repairs.includes(name)) repairs.push(name);
  };
  // `,""temp0":…` has one quote too many before a key.
  const quoted = text.replace(/([,{])""(?=[A-Za-z_])/g, '$1"');
  if (quoted !== text) note('doubled-quote');
  // Strings are put aside, so that no repair can touch what they say.
  const strings: string[] = [];
  let bones = quoted.replace(stringLiteral, (literal) => {
    const clean = literal.replace(controlCharacter, ' ');
    if (clean !== literal) note('raw-newline');
    strings.push(clean);
    return `"${strings.length - 1}"`;
  });
  for (const [name, wrong, right] of betweenStrings) {
    const better = bones.replace(wrong, right);
    if (better !== bones) note(name);
    bones = better;
  }
  return bones.replace(/"(\d+)"/g, (_, index: string) => strings[Number(index)]!);
};

/** Whether brackets or a string are still open at the end. */
const isCutOff = (text: string): boolean => {
  const bones = text.replace(stringLiteral, '');
  if (bones.includes('"')) return true;
  let open = 0;
  for (const character of bones) {
    if (character === '{' || character === '[') open += 1;
    else if (character === '}' || character === ']') open -= 1;
  }
  return open > 0 || text.trim() === '';
};
