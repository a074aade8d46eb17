/** A file of its own: screens that show addresses need none of the codecs that read them. */

/** An address or a hash in groups of four, for the eye; the mark of an EVM address keeps to itself. Nothing is left out. */
export const addressGroups = (address: string): readonly string[] => {
  const mark = /^0x/i.test(address) ? [address.slice(0, 2)] : [];
  return [...mark, ...(address.slice(mark.length * 2).match(/.{1,4}/gs) ?? [])];
};

/** Enough of an address to know it again by, `0x5aAe…eAed`: never where it is still to be compared. */
export const shortAddress = (address: string): string => {
  const groups = addressGroups(address);
  const start = groups.slice(0, /^0x/i.test(address) ? 2 : 1).join('');
  return start.length + 4 < address.length ? `${start}…${address.slice(-4)}` : address;
};
