import { makeStore } from './store.ts';

export interface Alert {
  /** 1 success, 2 failure. */
  mode: 1 | 2;
  title: string;
  message?: string | undefined;
  submessage?: string | undefined;
}

interface OpenAlert extends Alert {
  resolve: () => void;
}

export interface Toast {
  id: number;
  text: string;
}

const TOAST_MS = 4000;
let lastId = 0;

export const openAlerts = makeStore<readonly OpenAlert[]>([]);
export const loadings = makeStore<readonly { id: number; text?: string | undefined }[]>([]);
export const toasts = makeStore<readonly Toast[]>([]);

/** Shows the alert modal; several wait in line. Resolves when the member has closed it. */
export function showAlert(alert: Alert): Promise<void> {
  return new Promise((resolve) => {
    openAlerts.set([...openAlerts.get(), { ...alert, resolve }]);
  });
}

export function closeAlert(): void {
  const [first, ...rest] = openAlerts.get();
  openAlerts.set(rest);
  first?.resolve();
}

/** Covers the screen until the returned function is called. */
export function showLoading(text?: string): () => void {
  const id = ++lastId;
  loadings.set([...loadings.get(), { id, text }]);
  return () => loadings.set(loadings.get().filter((loading) => loading.id !== id));
}

/** A short message that needs no answer. */
export function toast(text: string): void {
  const id = ++lastId;
  toasts.set([...toasts.get().slice(-2), { id, text }]);
  setTimeout(() => toasts.set(toasts.get().filter((each) => each.id !== id)), TOAST_MS);
}
