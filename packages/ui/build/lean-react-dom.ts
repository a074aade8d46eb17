import { fileURLToPath } from 'node:url';

const names = (...lists: string[]): Record<string, string> =>
  Object.fromEntries(lists.flatMap((list) => list.split(/\s+/)).map((name) => [name, '']));

/**
 * What React DOM can do and neither of our apps ever asks of it. Nothing here can be reached without the component or call that its
 * comment names, and `lean-react-dom` refuses a build in which one of them is used. Value: what the function gives instead.
 */
const unused: Record<string, string> = {
  ...names(
    // `hydrateRoot`: no server writes our markup, so nothing is ever taken over, and no event waits for that.
    `throwOnHydrationMismatch prepareToHydrateHostInstance popToNextHostParent popHydrationState resetHydrationState
    queueHydrationError pushDehydratedActivitySuspenseHandler retryActivityComponentWithoutHydrating
    mountHostRootWithoutHydrating retrySuspenseComponentWithoutHydrating updateDehydratedSuspenseComponent
    commitActivityHydrationCallbacks commitSuspenseHydrationCallbacks retryDehydratedSuspenseBoundary
    clearHydrationBoundary hideOrUnhideDehydratedBoundary canHydrateInstance canHydrateTextInstance
    canHydrateHydrationBoundary getNextHydratable getNextHydratableInstanceAfterHydrationBoundary
    getHydratableHoistableCache attemptContinuousHydration attemptHydrationAtCurrentPriority
    attemptExplicitHydrationTarget accumulateOrCreateContinuousQueuedReplayableEvent queueIfContinuousEvent
    clearIfContinuousEvent attemptReplayContinuousQueuedEvent attemptReplayContinuousQueuedEventInMap
    scheduleReplayQueueIfNeeded retryIfBlockedOn ReactDOMHydrationRoot`,
    // `<ViewTransition>`
    `getViewTransitionName getViewTransitionClassName trackEnterViewTransitions pushViewTransitionCancelableScope
    applyViewTransitionToHostInstances applyViewTransitionToHostInstancesRecursive restoreViewTransitionOnHostInstances
    commitAppearingPairViewTransitions commitEnterViewTransitions commitDeletedPairViewTransitions
    commitExitViewTransitions commitNestedViewTransitions restorePairedViewTransitions restoreEnterOrExitViewTransitions
    restoreNestedViewTransitions measureViewTransitionHostInstancesRecursive measureNestedViewTransitions
    scheduleViewTransitionEvent reportViewTransitionError applyViewTransitionName restoreViewTransitionName
    startViewTransition createViewTransitionInstance`,
    // `<Fragment ref>`
    `commitNewChildToFragmentInstances commitFragmentInstanceInsertionEffects commitFragmentInstanceDeletionEffects
    commitNewChildToFragmentInstance deleteChildFromFragmentInstance addFragmentHandleToFiber addFragmentHandleToInstance`,
    // `<Activity>`, `<SuspenseList>`
    'mountActivityChildren updateActivityComponent updateSuspenseListComponent initSuspenseListRenderState',
    // `<link>`, `<meta>`, `<style>`, `<script>`, `<title>` drawn by a component, and `preload` with its like
    `createHoistableInstance mountHoistable getResource acquireResource insertStylesheet preloadStylesheet preloadResource
    preloadResourceAndSuspendIfNeeded suspendResource insertSuspendedStylesheets insertStylesheetIntoRoot
    adoptPreloadPropsForStylesheet adoptPreloadPropsForScript preconnectAs prefetchDNS preconnect preload preloadModule
    preinitStyle preinitScript preinitModuleScript`,
  ),
  getParentHydrationBoundary: 'null',
  upgradeHydrationErrorsToRecoverable: 'null',
  isHostHoistableType: 'false',
  // The way through the components to an error: nobody reads it.
  describeNativeComponentFrame: "''",
};

/** Variables that nothing sets without the parts above. */
const alwaysFalse = ['isHydrating', 'shouldStartViewTransition'];

const statements = [
  /^exports\.hydrateRoot = function[^]*?^\};$/m,
  /^ReactDOMHydrationRoot\.prototype\.unstable_scheduleHydration = function[^]*?^\};$/m,
  /^(?:FragmentInstance|ViewTransitionPseudoElement)\.prototype\.\w+ = function[^]*?^\};$/gm,
];

const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(`React DOM has changed: ${what} is not where build/lean-react-dom.ts looks for it`);
};

/** The source of React DOM's production build without them. Throws when this is not the source that was read. */
export const leanReactDom = (source: string): string => {
  let code = source;
  for (const statement of statements) {
    must(code.search(statement) >= 0, String(statement));
    code = code.replace(statement, '');
  }
  for (const [name, value] of Object.entries(unused)) {
    const declaration = new RegExp(`^function ${name}\\([^]*?^\\}$`, 'm');
    must(declaration.test(code), name);
    code = code.replace(declaration, `function ${name}() {${value && `\n  return ${value};\n`}}`);
  }
  // A parameter of the same name: `initInput` is told of it by its callers.
  const inputs = /^function initInput\([^]*?^\}$/m;
  must(inputs.test(code), 'initInput');
  code = code.replace(inputs, (input) => input.replace(/\bisHydrating\b/g, 'taken'));
  for (const name of alwaysFalse) {
    const declared = new RegExp(`^((?:var| ) )${name} = !1`, 'm');
    must(declared.test(code), name);
    code = code
      .replace(declared, `$1${name}$unused = !1`)
      .replace(new RegExp(`\\b${name} = (![01])`, 'g'), '$1')
      .replace(new RegExp(`\\b${name}(?![$\\w])`, 'g'), '!1');
  }
  return code;
};

/** What would need them. */
const uses =
  /\bimport\s*\{[^}]*\b(?:hydrateRoot|ViewTransition|Activity|SuspenseList|preconnect|prefetchDNS|preload|preloadModule|preinit|preinitModule)\b[^}]*\}\s*from\s*['"]react(?:-dom(?:\/client)?)?['"]|<Fragment[^>]*\sref=|<(?:link|meta|style|script)[\s>]/;

/** Vite's plugin and aliases, by their shape: nothing of ours depends on Vite but the apps. */
export const leanReact = () => ({
  name: 'lean-react-dom',
  apply: 'build' as const,
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (id.endsWith('/react-dom-client.production.js')) return { code: leanReactDom(code), map: null };
    const found = id.endsWith('.tsx') ? uses.exec(code) : null;
    if (found) throw new Error(`${id} uses ${found[0]}, which build/lean-react-dom.ts leaves out`);
    return null;
  },
});

const beside = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** What travels in place of parts of libraries that nobody here uses. */
export const leanAliases = [
  // React has had this hook since 18: the stand-in for older ones need not travel.
  {
    find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
    replacement: 'use-sync-external-store/with-selector.js',
  },
  { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: beside('lucide-icon.ts') },
  { find: /^\.\/mutationCache\.js$/, replacement: beside('no-mutations.ts') },
];
