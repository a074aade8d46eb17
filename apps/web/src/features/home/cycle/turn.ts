/** Places of the dial: one a quarter of a turn. */
const PLACES = 4;
export const QUARTER_DEGREES = 90;

/** Custom property of the disc: how far it is turned. The names on it turn back by as much, so that they stay upright. */
export const TURN = '--turn';

/** A flick carries on for so long at its last speed. */
const FLICK_MS = 120;

/** Any whole number as a place, negative ones too. */
const around = (place: number): number => ((place % PLACES) + PLACES) % PLACES;

/**
 * How far the dial turns from one place to another, in degrees, the shortest way; half a turn goes forward. Forward, to the next
 * place, is counter-clockwise: the next segment comes to the top from the right.
 */
export function turnDegrees(from: number, to: number): number {
  const forward = around(to - from);
  return (forward <= PLACES / 2 ? 0 - forward : PLACES - forward) * QUARTER_DEGREES;
}

/** The place that is at the top when the dial stands at an angle: the nearest one. */
export const placeAt = (degrees: number): number => around(Math.round(-degrees / QUARTER_DEGREES));

/**
 * Where a dial that was let go comes to rest.
 * @param degrees where the hand left it
 * @param speed degrees a millisecond at that moment
 */
export const restOf = (degrees: number, speed: number): number =>
  Math.round((degrees + speed * FLICK_MS) / QUARTER_DEGREES) * QUARTER_DEGREES;
