/** What came along with a paste: blanks, line ends and a scheme such as `ethereum:` before the address. */
export const tidyAddress = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/^[a-z]+:(?=0x)/i, '')
    .slice(0, 120);

/** Letters of both cases: then the spelling carries the checksum of EIP-55. */
export const carriesChecksum = (address: string): boolean => /[a-f]/.test(address.slice(2)) && /[A-F]/.test(address);
