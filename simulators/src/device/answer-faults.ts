/** What can be wrong with a device's answers. `times` limits a fault to so many answers, `every` to each so-manieth. */
export const malformations = ['missing-comma', 'trailing-comma', 'raw-newline', 'string-number', 'inf', 'nan'] as const;
export type Malformation = (typeof malformations)[number];

export type AnswerFault = (
  | { kind: 'truncated' }
  | { kind: 'malformed'; how: Malformation }
  | { kind: 'slow'; ms: number }
  | { kind: 'no-nul' }
  | { kind: 'stays-open' }
  | { kind: 'silent' }
  | { kind: 'dribble'; ms: number }
  | { kind: 'refused' }
  /** Half of a number, as a buffer that was full ends it. */
  | { kind: 'half-number' }
  /** Five megabytes. */
  | { kind: 'huge' }
  /** Takes the request and says nothing. */
  | { kind: 'closed' }
) & { times?: number; every?: number };

/** Breaks an answer the way devices in the field do. */
export const malform = (answer: string, how: Malformation): string => {
  switch (how) {
    case 'missing-comma':
      return answer.replace('}],"', '}]"');
    case 'trailing-comma':
      return answer.replace('}],"id"', ',}],"id"');
    case 'raw-newline':
      return answer.replace('"Msg":"', '"Msg":"\n');
    case 'string-number':
      return answer.replace(/"(MHS [^"]+|Total MH)":([\d.]+)/g, '"$1":"$2"');
    case 'inf':
      return answer.replace(/"MHS av":[\d.]+/, '"MHS av":inf');
    case 'nan':
      return answer.replace(/"Device Hardware%":[\d.]+/, '"Device Hardware%":nan');
  }
};

/** The first half of an answer, cut inside a number or word. */
export const truncate = (answer: string): string => answer.slice(0, Math.floor(answer.length / 2));

/** Up to the middle of the counter's digits. */
export const halveNumber = (answer: string): string => answer.replace(/("Total MH":\d{4})[\s\S]*$/, '$1');

/** The same answer with five megabytes of something else in it. */
export const swell = (answer: string): string =>
  answer.replace('"STATUS"', `"Notes":"${'x'.repeat(5_000_000)}","STATUS"`);
