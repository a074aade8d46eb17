/** Lets a proof stand before every call: it is given once, and asked for again as long as it was not. */
export const provenFirst = (prove: () => Promise<void>): (() => Promise<void>) => {
  let proof: Promise<void> | null = null;
  return async () => {
    const proving = (proof ??= prove());
    try {
      await proving;
    } catch (error) {
      if (proof === proving) proof = null;
      throw error;
    }
  };
};
