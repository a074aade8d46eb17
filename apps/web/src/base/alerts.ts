import { makeStore } from './storage/store.ts';

export interface Alert {
  /** 1 success, 2 failure; 'information' where nothing was tried and nothing failed. */
  mode: 1 | 2 | 'information';
  title: string;
  message?: string | undefined;
  submessage?: string | undefined;
  /** The next best step, above the way to close. */
  action?: AlertAction | undefined;
}

interface OpenAlert extends Alert {
  resolve: () => void;
}

interface Toast {
  id: number;
  text: string;
  action?: ToastAction | undefined;
}

interface ToastAction {
  label: string;
  onPress: () => void;
}

interface AlertAction extends ToastAction {
  /** It is of no use without a network. */
  sends?: boolean | undefined;
}

const TOAST_MS = 4000;
/** Something to decide stays longer; it can be decided later just as well. */
const OFFER_MS = 30_000;
let lastId = 0;

export const openAlerts = makeStore<readonly OpenAlert[]>([]);
export const loadings = makeStore<readonly { id: number; text?: string | undefined }[]>([]);
export const toasts = makeStore<readonly Toast[]>([]);

/** Shows the alert modal; several wait in line. Resolves when the member has closed it. */
export const showAlert = (alert: Alert): Promise<void> =>
  new Promise((resolve) => {
    openAlerts.set([...openAlerts.get(), { ...alert, resolve }]);
  });

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

/** A short message that needs no answer; with an action, a quiet offer. */
export function toast(text: string, action?: ToastAction): void {
  const id = ++lastId;
  toasts.set([...toasts.get().slice(-2), { id, text, action }]);
  setTimeout(() => toasts.set(toasts.get().filter((each) => each.id !== id)), action ? OFFER_MS : TOAST_MS);
}
