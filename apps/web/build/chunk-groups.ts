/** Parts and icons that sign-in draws: they come with the entry, so that sign-in waits for nothing else. */
const signIn =
  /packages\/ui\/src\/(button|classes|field|icon-button|password-input|spinner|text-input|ui-context)\.|lucide-react\/dist\/esm\/(Icon|createLucideIcon|context|defaultAttributes|shared\/.*|icons\/(check|circle|circle-alert|eye|eye-off|globe))\./;

/** What every member screen stands on: server state, the contract with its rules and schemas, lists and figures. */
const member = [
  /node_modules\/(zod|@tanstack\/(react-query|query-core))\//,
  /packages\/(contract\/src|rules\/src\/(member|money|password|pin|paging|wallet|wire-language|miner-package))/,
  /packages\/ui\/src\/(bottom-nav|card|empty-state|failed-state|money|page-header|row|skeleton|source-badge|stale-note)\./,
  /apps\/web\/src\/(app\/member-frame|base\/(page|query)|features\/(member\/member\.api|wallet\/total-asset|wallet\/wallet\.api))/,
  /lucide-react\/dist\/esm\/icons\/(chart-no-axes-column|chevron-left|chevron-right|house|pickaxe|refresh-cw|user-round|wallet|wifi-off)\./,
];

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
      /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@lingui|@tanstack\/(react-router|router-core|history|store|react-store))\//,
    ),
    priority: 30,
  },
  { name: 'form', test: inFolder(/node_modules\/(react-hook-form|@hookform)\//), priority: 30 },
  { name: 'chart', test: inFolder(/node_modules\/uplot\//), priority: 30 },
  {
    name: 'sign-in',
    test: inFolder(
      signIn,
      /apps\/web\/src\/(screens\/login|features\/auth\/login|i18n\/|base\/(alerts|api|preferences|refusal|session|store)\.)/,
    ),
    priority: 20,
  },
  { name: 'member', test: inFolder(...member), priority: 10 },
];
