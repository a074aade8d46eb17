import { useSyncExternalStore } from 'react';
import { makeStore } from './store.ts';

const HIDE = 'minerx:hideAmounts';
const hideAmounts = makeStore(localStorage.getItem(HIDE) === '1');

/** Whether amounts are hidden, on every screen at once, remembered. */
export const useHideAmounts = (): boolean => useSyncExternalStore(hideAmounts.subscribe, hideAmounts.get);

export function toggleHideAmounts(): void {
  hideAmounts.set(!hideAmounts.get());
  localStorage.setItem(HIDE, hideAmounts.get() ? '1' : '0');
}

export type Theme = 'system' | 'dark' | 'light';

const THEME = 'minerx:theme';
const themes = makeStore<Theme>((localStorage.getItem(THEME) as Theme | null) ?? 'system');

export const useTheme = (): Theme => useSyncExternalStore(themes.subscribe, themes.get);

export function chooseTheme(theme: Theme): void {
  themes.set(theme);
  if (theme === 'system') {
    localStorage.removeItem(THEME);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(THEME, theme);
    document.documentElement.dataset.theme = theme;
  }
}
