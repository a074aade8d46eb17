import {
  askUnderKey,
  placeIn,
  type Asking,
  type Intent,
  type IntentPlace,
  type IntentStorage,
  type Outcome as AnyOutcome,
  type PlaceOptions,
} from '@minerx/contract/intent';
import { asRefusal, type Refusal } from '../refusal.ts';
import { tabStorage } from '../storage/tab-storage.ts';

export type Outcome<Answer> = AnyOutcome<Answer, Refusal>;

/** The place of that name, in this tab. */
export const intentPlace = <Input>(
  name: string,
  { storage = tabStorage, ...options }: PlaceOptions<Input> & { storage?: IntentStorage } = {},
): IntentPlace<Input> => placeIn(storage, name, options);

export const ask = <Input, Answer>(first: Intent<Input>, asking: Asking<Input, Answer>): Promise<Outcome<Answer>> =>
  askUnderKey(first, asking, asRefusal);

/**
 * Asks for one thing by its name: "activate:<id>". Pressing again after a lost answer asks for the same.
 * @throws {Refusal}
 */
export async function askFor<Input extends object, Answer>(
  name: string,
  input: Input,
  send: (idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const place = intentPlace<Input>(name);
  const outcome = await ask(place.intentFor(input), { place, send: ({ key }) => send(key) });
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.answer;
}
