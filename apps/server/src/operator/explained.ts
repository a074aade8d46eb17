import { Refusal } from '../refusal.ts';
import { OperatorProblem } from './command.ts';

/** Turns an expected no, by its code, into a sentence that says what stands in the way; any other passes. */
export const explained = async <T>(work: Promise<T>, sentences: Readonly<Record<string, string>>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const sentence = error instanceof Refusal ? sentences[error.code] : undefined;
    throw sentence === undefined ? error : new OperatorProblem(sentence, fieldOf(error as Refusal));
  }
};

/** The one that the refusal names. */
const fieldOf = ({ more: { fields = {} } }: Refusal): string | undefined => Object.keys(fields)[0];
