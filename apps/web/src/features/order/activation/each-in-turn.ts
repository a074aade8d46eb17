interface Outcome {
  done: number;
  /** What stopped the rest; null when all went well. */
  error: unknown;
}

/** One after the other, each with its own call and key; the first that fails ends it, and what was done stays done. */
export async function eachInTurn<T>(
  things: readonly T[],
  act: (thing: T) => Promise<unknown>,
  onDone: (done: number, thing: T) => void,
): Promise<Outcome> {
  for (const [place, thing] of things.entries()) {
    try {
      await act(thing);
    } catch (error) {
      return { done: place, error };
    }
    onDone(place + 1, thing);
  }
  return { done: things.length, error: null };
}
