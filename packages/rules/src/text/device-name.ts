/** In the order in which they betray themselves: Edge and Opera call themselves Chrome too, and Chrome Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** Android and phones of Apple name another system as well. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstIn = (names: typeof BROWSERS, agent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

/** "Chrome · Android" of a user agent; null when neither browser nor system is known. */
export const deviceName = (agent: string): string | null => {
  const known = [firstIn(BROWSERS, agent), firstIn(SYSTEMS, agent)].filter((name) => name !== undefined);
  return known.length === 0 ? null : known.join(' · ');
};
