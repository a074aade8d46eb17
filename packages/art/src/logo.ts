/** The mark of the product: a block seen from its corner, with the X on it. Also inlined into the shell of the app. */
const MARK =
  '<path fill="#0f2a3f" stroke="#4ab8f7" stroke-width="2" stroke-linejoin="round" d="M20 1.500 36 10.750v18.500L20 38.500 4 29.250v-18.500z"/><path stroke="#4ab8f7" stroke-width="4" stroke-linecap="round" d="M11.500 27.500 28.500 12.500"/><path stroke="#edf2fa" stroke-width="4" stroke-linecap="round" d="m11.500 12.500 5.750 5.070M22.750 22.430l5.750 5.070"/>';

/** The mark alone, on nothing. */
export const logo = (): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" fill="none">${MARK}</svg>\n`;

/**
 * The mark as the icon of an installed app, on its own ground to the edges.
 * @param share of the width that the mark takes: phones cut the corners of a maskable icon, all that matters lies within 80 %
 */
export const appIcon = (share: number): string => {
  const at = (40 - 40 * share) / 2;
  const facets =
    '<path fill="#184a70" d="M20 1.500 36 10.750 20 20 4 10.750z"/><path fill="#123652" d="M4 10.750 20 20v18.500L4 29.250z"/><path fill="#0b2437" d="M36 10.750 20 20v18.500L36 29.250z"/>';
  const light =
    '<radialGradient id="g" cy=".42" r=".75"><stop stop-color="#15507a"/><stop offset=".55" stop-color="#0c2033"/><stop offset="1" stop-color="#070c14"/></radialGradient>';
  const mark = MARK.replace('fill="#0f2a3f"', 'fill="none"');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" fill="none">${light}<path fill="url(#g)" d="M0 0h40v40H0z"/><g transform="translate(${at} ${at})scale(${share})">${facets}${mark}</g></svg>\n`;
};
