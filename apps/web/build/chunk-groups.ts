/** What the entry and sign-in draw and what every call needs: it comes with the entry, so that no screen waits for it. */
const entry =
  /packages\/ui\/src\/(?:[a-z]+\/)?(button|classes|icon-button|spinner|ui-context)\.|packages\/ui\/build\/lucide-icon|lucide-react\/dist\/esm\/icons\/(eye|eye-off|globe)\.|apps\/web\/src\/(app\/(crash|frame\/public-frame|guards|main|offline-banner|providers|root|route-effects|router|search)|base\/(alerts|api|brand\/(brand|logo)|language\/(?:language-picker|with-texts)|parts\/late\/once-online|refusal|session|standard-schema|storage\/(preferences|store))|i18n\/.*)\.|packages\/rules\/src\/text\/wire-language\.|virtual:(locale-files|language-cookie)/;

/** What sign-in draws beside the entry; the other forms of visitors stand on it too. */
const signIn =
  /packages\/ui\/src\/(?:[a-z]+\/)?(field|password-input|text-input)\.|lucide-react\/dist\/esm\/icons\/(circle-alert|circle-exclamation-point)\.|packages\/contract\/src\/wire\/passkeys-here\.|apps\/web\/src\/(screens\/visitor\/login|base\/(form\/drafts|asking\/refusal-alert|storage\/tab-storage)|features\/session\/(intro|login-form|login\.api|refused))\./;

/** What every member screen stands on: server state, figures, rows and cards. */
const member = [
  /packages\/ui\/build\/no-mutations\./,
  /node_modules\/@tanstack\/(react-query|query-core)\/(?!.*(infiniteQueryObserver|useInfiniteQuery))/,
  /packages\/rules\/src\/[a-z]+\/(money|terms|wallet)\./,
  /packages\/ui\/src\/(?:[a-z]+\/)?(amount-text|bottom-nav|card|empty-state|failed-state|icon-link|longest-word|money|page-header|shortcuts|skeleton|source-badge|stale-note)\./,
  /apps\/web\/src\/(app\/frame\/(form-frame|later-screen|member-frame)|base\/(member|own-wallet|page|parts\/late\/late|query|storage\/simulated|art\/(?:miner-[\w-]+|empty-(?:history|offline)))\.|features\/(member\/member\.api|wallet\/(balances|total-asset|wallet\.api|wallet\.module)))/,
  /lucide-react\/dist\/esm\/icons\/(bell|chart-no-axes-column|chevron-left|gem|gift|house|info|list-checks|pickaxe|refresh-cw|ticket|user-round|wallet|wifi-off)\./,
];

/** What home draws after its first figures. */
const late =
  /packages\/ui\/src\/(?:dialog\/(?:dialog|modal|open-dialogs|sheet)|page\/(?:article|tabs)|text\/safe-html)\.|packages\/rules\/src\/text\/markup\.|apps\/web\/src\/(?:base\/(?:home|language\/further-texts)|base\/asking\/second-factor|feeds\/(?:connection|feed-badge|market-(?:feed|prices)|use-feed)|features\/announcement\/announcement-body)\.|lucide-react\/dist\/esm\/icons\/(?:check|megaphone|pause|play|scroll-text)\.|virtual:(?:rare|spot)-files/;

/** The contract with its schemas and the rules they ask: for screens with forms, and for answers that are checked. */
const schemas = [
  /node_modules\/zod\//,
  /packages\/(contract\/src\/(?!wire\/webauthn)|rules\/src\/[a-z]+\/(member|paging|password|pin)\.)/,
];

/** What a miner takes and how it is come by: home's first steps ask it, and so do the forms. */
const way =
  /packages\/rules\/src\/[a-z]+\/(?:first-miner|miner-package|order-status|payment-method|purchase|stock|swap)\.|apps\/web\/src\/base\/parts\/swap-pairs\./;

const inFolder =
  (...patterns: readonly RegExp[]) =>
  (id: string) =>
    patterns.some((pattern) => pattern.test(id));

/**
 * Few files, each needed as a whole by those who fetch it: on a phone line every further file costs a turn of waiting.
 * Everything not named here follows its route.
 */
export const chunkGroups = [
  {
    name: 'core',
    test: inFolder(
      /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@lingui\/core|@tanstack\/(react-router|router-core|history|store|react-store))\/(?!.*useBlocker)/,
      /apps\/web\/src\/app\/create-root\./,
    ),
    priority: 30,
  },
  // Reads ICU: only where operators have put words of their own over the app's.
  { name: 'icu', test: inFolder(/node_modules\/(@lingui\/message-utils|@messageformat|moo)\//), priority: 40 },
  { name: 'form', test: inFolder(/node_modules\/(react-hook-form|@hookform)\//), priority: 30 },
  { name: 'entry', test: inFolder(entry), priority: 20 },
  { name: 'sign-in', test: inFolder(signIn), priority: 20 },
  { name: 'member', test: inFolder(...member), priority: 15 },
  // Lists of links and what the list of wallets draws: not of home.
  {
    name: 'row',
    test: inFolder(
      /packages\/ui\/src\/list\/row\.|apps\/web\/src\/(?:base\/parts\/age-badge|features\/wallet\/(?:asset\.module|held|moves|price-mark|wallet-icon))\.|lucide-react\/dist\/esm\/icons\/(?:arrow-down-to-line|arrow-left-right|arrow-up-from-line|chevron-right|rotate-ccw-clock|send)\./,
    ),
    priority: 15,
  },
  { name: 'schemas', test: inFolder(...schemas), priority: 10 },
  { name: 'way', test: inFolder(way), priority: 12 },
  // What the parts of home that come later draw, and other screens too: without it each of them would fetch `design`.
  { name: 'late', test: inFolder(late), priority: 12 },
  // Parts and icons that several screens draw, but not the first ones. The design's stand apart: nothing of them asks a schema.
  {
    name: 'design',
    test: inFolder(/packages\/ui\/src\//, /node_modules\/(lucide-react|@tanstack)\//),
    minShareCount: 2,
    priority: 6,
  },
  {
    name: 'parts',
    test: inFolder(/packages\/rules\/src\//, /apps\/web\/src\/(base|feeds)\//),
    minShareCount: 2,
    priority: 5,
  },
];
