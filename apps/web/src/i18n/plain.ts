/** A text for where nothing is broken into lines, such as the title of a tab: without word joiners and soft hyphens. */
export const plain = (text: string): string => text.replace(/[\u2060\u00ad]/g, '');
