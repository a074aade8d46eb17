/** A file of its own: screens that show addresses need none of the codecs that read them. */

/** An address or a hash in groups of four, for the eye; the mark of an EVM address keeps to itself. Nothing is left out. */
export const addressGroups = (address: string): readonly string[] => {
  const mark = /^0x/i.test(address) ? [address.slice(0, 2)] : [];
  return [...mark, ...(address.slice(mark.length * 2).match(/.{1,4}/gs) ?? [])];
};
