const GROUP = 4;

/** An address of an EVM network for the eye: its prefix, then groups of four. Nothing is left out. */
export function addressGroups(address: string): string[] {
  const [prefix, digits] = /^0x/i.test(address) ? [address.slice(0, 2), address.slice(2)] : ['', address];
  const groups = digits.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
  return prefix === '' ? groups : [prefix, ...groups];
}
