/** A steady line has room to be seen: no nearer than this share of its height. */
const LEAST_SPAN = 0.004;

/** From the lowest to the highest that is shown, with some air. */
export function nearRange(low: number, high: number): [low: number, high: number] {
  const span = Math.max(high - low, Math.abs(high) * LEAST_SPAN, 0.01);
  const middle = (high + low) / 2;
  return [Math.max(0, middle - span * 0.65), middle + span * 0.65];
}
