/** When the baselines were taken: dates on the screens, the demo's thirty days and its figures follow from it. */
export const MOMENT = new Date('2026-11-20T08:00:00.000Z');
