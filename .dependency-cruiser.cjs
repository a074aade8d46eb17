// The arrows of ARCHITECTURE.md. scripts/import-rules.test.ts seeds one violation of each rule and sees it caught.

const server = '^apps/server/src/';
/** Where the parts are put together; it may see everything of the server. */
const composition = `${server}(composition/|(main|start|operator)\\.ts$)`;
/** What is handed to everybody: it names the ledger's words, and knows neither noun nor feed. */
const context = 'context\\.ts$';
/**
 * The floors of the server, the lowest first. Everything else of it lies below them all: plain files, ports, bus, db, outside, security.
 */
const FLOORS = [
  ['ledger', 'ledger/'],
  ['context', context],
  ['gates', 'http/'],
  ['nouns', 'modules/'],
  ['feeds-and-jobs', '(feeds|jobs|seed)/'],
  ['operators', 'operator/'],
  ['composition', 'composition/'],
  ['demo-and-start', '(demo|start)/'],
  ['programs', '(main|start|operator)\\.ts$'],
];
const modules = `${server}modules/`;
/** What everybody reads: settings, and how many tries there are. */
const settings = `${modules}(setting/setting\\.(query\\.)?|attempt/attempt-rule\\.)ts$`;

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    rule('no-cycles', 'Data flows one way.', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    rule(
      'everything-resolves',
      'An import that resolves to nothing hides from every other rule.',
      {},
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
    rule(
      'declared-dependencies-only',
      'npm hoists: an import works here without being in the workspace’s package.json, and breaks elsewhere.',
      { path: '^(packages|apps|simulators|bench|faults|e2e)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),

    rule(
      'rules-are-pure',
      'Rules import only rules: no I/O, no clock; of libraries the hashes and encodings of addresses.',
      { path: '^packages/rules/' },
      { pathNot: '^packages/rules/|(^|/)node_modules/@(noble/hashes|scure/base)/' },
    ),
    rule(
      'art-is-pure',
      'Pictures are functions of their seed.',
      { path: '^packages/art/' },
      { pathNot: '^packages/art/' },
    ),
    rule(
      'contract-knows-only-rules',
      'The wire: rules, zod, and how bytes are written.',
      { path: '^packages/contract/' },
      { pathNot: '^packages/(rules|contract)/|(^|/)node_modules/(zod|@noble/hashes)/' },
    ),
    rule(
      'ui-knows-no-noun',
      'Buttons and fields know nothing of ours, but how texts are written.',
      { path: '^packages/ui/' },
      { path: '^(apps|packages|simulators)/', pathNot: '^packages/(ui|rules/src/text)/' },
    ),
    rule(
      'files-know-nothing',
      'Files that are there whole or not at all; the signer writes with them too.',
      { path: '^packages/files/' },
      { pathNot: '^packages/files/|(^|/)node_modules/zod/', dependencyTypesNot: ['core'] },
    ),
    rule(
      'embedded-postgres-knows-no-product',
      'It finds, makes, starts and stops a server; what stands in it is not its matter.',
      { path: '^packages/embedded-postgres/' },
      { pathNot: '^packages/(files|embedded-postgres)/|(^|/)node_modules/(pg|zod)/', dependencyTypesNot: ['core'] },
    ),
    rule('packages-below-apps', '', { path: '^packages/' }, { path: '^(apps|simulators|bench|faults|e2e)/' }),
    rule(
      'apps-do-not-meet',
      'Server, web and console share contract and rules only.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'simulators-import-nothing-of-ours',
      'They stand for the outside world.',
      { path: '^simulators/' },
      { path: '^(apps|packages|bench|faults|e2e)/' },
    ),
    rule(
      'nobody-imports-simulators',
      'They are reached through their protocols.',
      { path: '^(apps|packages)/' },
      { path: '^simulators/' },
    ),

    ...FLOORS.map(([name, path], floor) =>
      rule(
        `no-arrow-up-to-${name}`,
        'Arrows go down the house, or stay on their floor.',
        { path: server, pathNot: FLOORS.slice(floor).map(([, same]) => `${server}${same}`) },
        { path: `${server}${path}` },
      ),
    ),
    rule(
      'signer-stands-alone',
      'Whoever holds the keys trusts little: its own room, the words of its port, libraries of cryptography, and that it is the right Node.',
      { path: `${server}signer(/|\\.ts$)` },
      {
        pathNot: `${server}(signer/|outside/signer/(port|call-data)\\.ts$)|^packages/files/|^scripts/pinned-node\\.ts$|(^|/)node_modules/(@noble|@scure|zod)/`,
        dependencyTypesNot: ['core'],
      },
    ),
    rule(
      'nobody-imports-the-signer',
      'Keys are in another process; it is asked over its socket.',
      { path: '^(apps|packages|bench|faults)/', pathNot: `${server}signer(/|\\.ts$)` },
      { path: `${server}signer(/|\\.ts$)` },
    ),
    rule(
      'routes-never-see-sql',
      'A route calls a command or a query.',
      { path: '\\.route\\.ts$' },
      { path: `\\.(store|sql)\\.ts$|${server}(db|ledger)/` },
    ),
    rule(
      'only-commands-touch-ledger',
      'Money moves in commands only; queries read statements.',
      {
        path: server,
        pathNot: `${composition}|${server}(${context}|(ledger|seed|demo)/)|${modules}.+\\.(command|step|query|store|ledger|equations)\\.ts$`,
      },
      { path: `${server}ledger/` },
    ),
    rule(
      'stores-are-leaves',
      'A store knows its tables, and no decisions.',
      { path: '\\.store\\.ts$' },
      { path: `\\.(command|step|query|route|presenter)\\.ts$|${server}(http|feeds|jobs|outside)/`, pathNot: settings },
    ),
    rule(
      'ledger-tables-are-leaves',
      'How a noun’s rows are locked, read and written: with the ledger, the rules, other nouns’ ledger tables and plain files beside it.',
      { path: `${modules}([^/]+)/.+\\.ledger\\.ts$` },
      {
        path: `${server}(http|feeds|jobs|outside|db)/|${modules}`,
        pathNot: `\\.ledger\\.ts$|${modules}$1/[^.]+(\\.sql)?\\.ts$|db/advisory-locks\\.ts$|${settings}`,
      },
    ),
    rule(
      'equations-are-leaves',
      'What must hold of a noun’s rows: words for one statement, with the ledger, ledger tables, the rules and plain files beside it.',
      { path: `${modules}([^/]+)/.+\\.equations\\.ts$` },
      {
        path: `${server}(http|feeds|jobs|outside|db)/|${modules}`,
        pathNot: `\\.ledger\\.ts$|${modules}$1/[^.]+(\\.sql)?\\.ts$|${settings}`,
      },
    ),
    rule(
      'the-check-knows-no-noun',
      'Equations are brought by their nouns; equations.ts lists them.',
      { path: `${modules}integrity/.+\\.query\\.ts$` },
      { path: modules, pathNot: `${modules}integrity/` },
    ),
    rule(
      'queries-only-look',
      '',
      { path: '\\.query\\.ts$' },
      { path: `\\.(command|step|route)\\.ts$|${server}(http|feeds|jobs)/` },
    ),
    rule('desks-only-look', '', { path: '\\.desk\\.ts$' }, { path: '\\.(command|step)\\.ts$' }),
    rule(
      'commands-know-no-http',
      'No HTTP words below the route.',
      { path: '\\.(command|step)\\.ts$' },
      { path: `\\.(route|presenter)\\.ts$|${server}(http|feeds|jobs)/` },
    ),
    rule(
      'steps-are-below-commands',
      'What commands of several nouns do alike: it takes what a command has, and calls none.',
      { path: '\\.step\\.ts$' },
      { path: '\\.command\\.ts$' },
    ),
    rule(
      'words-of-sql-stay-with-statements',
      'A part that several statements share.',
      { path: server, pathNot: '\\.(store|query|ledger|sql)\\.ts$|equations\\.ts$' },
      { path: '\\.sql\\.ts$' },
    ),
    rule(
      'modules-meet-at-stores-and-queries',
      'Another noun is read through its store or query, acts through its steps, is shown by its presenter and known by its cookie, never through its command or route.',
      { path: `${modules}([^/]+)/` },
      { path: modules, pathNot: `${modules}$1/|\\.(store|step|query|presenter|ledger|cookie)\\.ts$|${settings}` },
    ),
    rule(
      'commands-meet-at-stores',
      '',
      { path: `${modules}([^/]+)/.+\\.command\\.ts$` },
      { path: modules, pathNot: `${modules}$1/|\\.(store|step|ledger)\\.ts$|${settings}` },
    ),
    rule(
      'jobs-and-feeds-call-commands-and-queries',
      '',
      { path: `${server}(jobs|feeds)/` },
      { path: `\\.(store|step|route|presenter)\\.ts$|${server}http/` },
    ),
    rule(
      'nobody-imports-feeds',
      'Feeds listen after the commit; only the composition knows them.',
      { path: server, pathNot: `${composition}|${server}feeds/` },
      { path: `${server}feeds/` },
    ),
    rule('gates-know-no-noun', '', { path: `${server}http/` }, { path: modules }),
    rule(
      'db-is-below',
      'The database layer knows no business.',
      { path: `${server}db/` },
      { path: `${server}(http|feeds|jobs|outside|modules|ledger)/` },
    ),
    rule(
      'ledger-knows-no-noun',
      '',
      { path: `${server}ledger/` },
      { path: `${server}(http|feeds|jobs|outside|modules)/` },
    ),
    rule(
      'outside-is-protocol-only',
      '',
      { path: `${server}outside/` },
      { path: `${server}(http|feeds|jobs|db|ledger|modules)/` },
    ),

    rule(
      'features-do-not-meet',
      'What two features share goes to ui, contract or rules.',
      { path: '^apps/(web|console)/src/features/([^/]+)/' },
      { path: '^apps/(web|console)/src/features/', pathNot: '^apps/$1/src/features/$2/' },
    ),
    rule(
      'features-below-screens',
      '',
      { path: '^apps/(web|console)/src/features/' },
      { path: '^apps/(web|console)/src/(screens|app)/' },
    ),
    rule(
      'screens-below-app',
      '',
      { path: '^apps/(web|console)/src/screens/' },
      { path: '^apps/(web|console)/src/app/' },
    ),
    rule(
      'screens-do-not-meet',
      '',
      { path: '^apps/(web|console)/src/screens/' },
      { path: '^apps/(web|console)/src/screens/' },
    ),
    rule(
      'web-base-is-below',
      '',
      { path: '^apps/(web|console)/src/(base|feeds|i18n)/' },
      { path: '^apps/(web|console)/src/(features|screens|app)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Tests, and what starts them, drive several layers at once and may start simulators. Built files are nobody's source.
    exclude: { path: '\\.test\\.tsx?$|/vitest\\.config\\.ts$|/(dist|test|\\.data)/|/test-[a-z-]+\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.css', '.json'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
