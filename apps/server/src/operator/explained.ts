import { Refusal, type RefusalMore } from '../refusal.ts';
import { OperatorProblem } from './command.ts';

/** Turns an expected no, by its code, into a sentence that says what stands in the way; any other passes. */
export const explained = async <T>(
  work: Promise<T>,
  sentences: Readonly<Record<string, string | ((details: NonNullable<RefusalMore['details']>) => string)>>,
): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const said = error instanceof Refusal ? sentences[error.code] : undefined;
    if (!(error instanceof Refusal) || said === undefined) throw error;
    throw new OperatorProblem(typeof said === 'string' ? said : said(error.more.details ?? {}), fieldOf(error));
  }
};

/** The one that the refusal names. */
const fieldOf = ({ more: { fields = {} } }: Refusal): string | undefined => Object.keys(fields)[0];
