import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { withTexts } from '../base/language/with-texts.ts';
import type { TextKey } from '../i18n/keys.ts';
import { checkMaintenance, requireMember } from './guards.ts';
import { failOnceOnline } from '../base/parts/late/once-online.ts';
import { PublicFrame } from './frame/public-frame.tsx';
import { Root } from './root.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Text of the document's title. */
    title?: TextKey;
    /** Whether the bottom bar stands on this screen. */
    nav?: boolean;
  }
}

/** The file of a screen, which exports nothing else. */
export type Load = () => Promise<Record<string, () => ReactNode>>;

/**
 * A screen in its own file, the only thing which that file exports: its name need not travel with the table. The early script
 * fetches what that file needs beside it, instead of one after the other.
 */
export const screen = (path: string, load: Load) =>
  lazyRouteComponent(async () => ({ default: await failOnceOnline(loadScreen(path, load)) }));

async function loadScreen(path: string, load: Load): Promise<() => ReactNode> {
  const files = window.minerxEarly?.screen(path) ?? [];
  await runInPieces(files.slice(0, -1));
  const [shown] = Object.values(await load());
  return shown!;
}

/** The same behind sign-in, where the frame is there: within it stands why the screen is not, until its file comes. */
function screenInFrame(path: string, load: Load) {
  const ask = () => loadScreen(path, load);
  const later = () => import('./frame/later-screen.tsx').then((file) => file.laterScreen(ask));
  return lazyRouteComponent(async () => ({ default: await ask().catch(() => failOnceOnline(later())) }));
}

/** Runs what a screen stands on file by file, the large ones alone: in one piece a slow phone would not hear a touch meanwhile. */
async function runInPieces(files: readonly string[]): Promise<void> {
  // What cannot be had is told by the screen's own import.
  for (const file of files) await import(/* @vite-ignore */ file).catch(() => undefined);
}

export const root = createRootRoute({
  component: Root,
  beforeLoad: ({ location }) => checkMaintenance(location.pathname),
  notFoundComponent: () => null,
});

/** Visitor screens with mark and language picker. */
export const publicArea = createRoute({ getParentRoute: () => root, id: '_public', component: PublicFrame });

/** Visitor screens beside sign-in and welcome. */
export const formArea = createRoute({
  getParentRoute: () => publicArea,
  id: '_form',
  component: lazyRouteComponent(() => import('./frame/form-frame.tsx'), 'FormFrame'),
});

/** Everything behind sign-in. */
export const memberArea = createRoute({
  getParentRoute: () => root,
  id: '_member',
  component: lazyRouteComponent(() => import('./frame/member-frame.tsx'), 'MemberFrame'),
  beforeLoad: ({ location }) => requireMember(location.href),
});

/** A screen behind sign-in that needs nothing but its path. */
export const memberScreen = <const Path extends string>(path: Path, load: Load, title: TextKey, nav?: boolean) =>
  createRoute({
    getParentRoute: () => memberArea,
    path,
    staticData: nav ? { title, nav } : { title },
    component: screenInFrame(path, load),
  });

/** The row of a list that somebody came for. */
interface SoughtSearch {
  id?: string | undefined;
}

export const soughtOf = ({ id }: Record<string, unknown>): SoughtSearch => ({
  id: typeof id === 'string' ? id : undefined,
});

/** A page of the address bar, of which the first one needs no number, and the row that somebody came for. */
const pageOf = ({ page, id }: Record<string, unknown>): { page?: number | undefined } & SoughtSearch => ({
  page: typeof page === 'number' && Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined,
  ...soughtOf({ id }),
});

/** The same with what else stands in the address. */
export const searchScreen = <const Path extends string, Search>(
  path: Path,
  load: Load,
  title: TextKey,
  validateSearch: (search: Record<string, unknown>) => Search,
  nav?: boolean,
) =>
  createRoute({
    getParentRoute: () => memberArea,
    path,
    staticData: nav ? { title, nav } : { title },
    validateSearch,
    component: screenInFrame(path, load),
  });

/** The same for a list whose page stands in the address. */
export const pagedScreen = <const Path extends string>(path: Path, load: Load, title: TextKey) =>
  searchScreen(path, load, title, pageOf);

/** A visitor's form that needs nothing but its path. */
export const formScreen = <const Path extends string>(path: Path, load: Load, title: TextKey) =>
  createRoute({ getParentRoute: () => formArea, path, staticData: { title }, component: screen(path, load) });

/** The same with texts that few starts need. */
export const rareScreen = <const Path extends string>(path: Path, load: Load, title: TextKey) =>
  formScreen(path, withTexts('rare', load), title);
