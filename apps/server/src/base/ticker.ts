/** Does work again and again; gives how to stop it. Tests hand in one that ticks when they say so. */
export type Ticker = (everyMs: number, work: () => Promise<void> | void) => () => void;

/** By the machine's timer, which keeps no process alive. */
export const timerTicker: Ticker = (everyMs, work) => {
  const timer = setInterval(() => void work(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
};
