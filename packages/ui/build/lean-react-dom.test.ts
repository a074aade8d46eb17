import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { leanReact, leanReactDom } from './lean-react-dom.ts';

const folder = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'));
const source = readFileSync(join(folder, 'cjs/react-dom-client.production.js'), 'utf8');

/** What the plugin says of a module of the app. */
const look = (code: string): unknown => leanReact().transform(code, '/src/screens/some.tsx');

describe('React DOM without what the app does not use', () => {
  it('loses a sixth of its source, and what decides about hydration and view transitions', () => {
    const lean = leanReactDom(source);
    expect(lean.length).toBeLessThan((source.length * 5) / 6);
    expect(lean).not.toContain('exports.hydrateRoot');
    expect(lean).not.toMatch(/\b(?:isHydrating|shouldStartViewTransition)(?![$\w])/);
    expect(lean).toContain('exports.createRoot');
    expect(() => new Script(lean)).not.toThrow();
  });

  it('refuses a React DOM that is not the one that was read', () => {
    expect(() =>
      leanReactDom(source.replace('function startViewTransition(', 'function startsViewTransition(')),
    ).toThrow('startViewTransition is not where');
    expect(() => leanReactDom(source.replaceAll('isHydrating', 'hydrates'))).toThrow('React DOM has changed');
  });

  it.each([
    ["import { Activity, useState } from 'react';"],
    ["import { hydrateRoot } from 'react-dom/client';"],
    ["import { preload } from 'react-dom';"],
    ['const a = <Fragment key="a" ref={list}>;'],
    ['const b = <link rel="preload" href="/a.svg" />;'],
  ])('refuses a module that needs what is left out: %s', (code) => {
    expect(() => look(code)).toThrow('which build/lean-react-dom.ts leaves out');
  });

  it('lets everything else be', () => {
    expect(look("import { Activity } from 'lucide-react';\nimport { Fragment, useState } from 'react';")).toBeNull();
  });
});
