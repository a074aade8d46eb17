/** The time of a simulator: the machine's, or one set from outside to stand still or to run on. */
export type VirtualClock = {
  now(): number;
  /** `null` goes back to the machine's time. Throws on text that is no time. */
  set(at: string | null, running?: boolean): void;
};

export const createVirtualClock = (): VirtualClock => {
  let setTo: number | null = null;
  let setWhen = 0;
  let runs = false;
  return {
    now() {
      if (setTo === null) return Date.now();
      return runs ? setTo + (Date.now() - setWhen) : setTo;
    },
    set(at, running = false) {
      if (at === null) {
        setTo = null;
        return;
      }
      const parsed = Date.parse(at);
      if (!Number.isFinite(parsed)) throw new RangeError(`not a time: ${at}`);
      setTo = parsed;
      setWhen = Date.now();
      runs = running;
    },
  };
};
