/** A noun of the catalogue as a heading: `nft-withdrawal` is "Nft withdrawal". */
export const titled = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1).replaceAll('-', ' ');
