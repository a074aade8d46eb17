/** Random histories that are the same in every run, so that one commit always says the same; `npm run faults` plays others. */
export const SAME_HISTORIES = { seed: 20_305_750 };
