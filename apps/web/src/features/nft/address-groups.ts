const GROUP = 4;

/** An address of an EVM network for the eye: its prefix, then groups of four. Nothing is left out. */
export function addressGroups(address: string): string[] {
  const [prefix, digits] = /^0x/i.test(address) ? [address.slice(0, 2), address.slice(2)] : ['', address];
  const groups = digits.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? [];
  return prefix === '' ? groups : [prefix, ...groups];
}

/** What came along with a paste: blanks, line ends and a scheme such as `ethereum:` before the address. */
export const tidyAddress = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/^[a-z]+:(?=0x)/i, '')
    .slice(0, 120);

/** Letters of both cases: then the spelling carries the checksum of EIP-55. */
export const carriesChecksum = (address: string): boolean => /[a-f]/.test(address.slice(2)) && /[A-F]/.test(address);
