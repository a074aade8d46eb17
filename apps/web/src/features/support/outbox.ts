import { useSyncExternalStore } from 'react';
import { newIdempotencyKey } from '../../base/api.ts';
import { showAlert } from '../../base/alerts.ts';
import { Refusal, refusalText } from '../../base/refusal.ts';
import { onSessionEnd } from '../../base/session.ts';
import { makeStore, type Store } from '../../base/store.ts';
import { texts } from '../../i18n/texts.ts';
import { renewTickets, sendMessage } from './ticket.api.ts';

/** A message that has not arrived yet. Its key stays the same however often it is tried, so it arrives once. */
export interface Outgoing {
  key: string;
  text: string;
  file: File | null;
  /** Address of the image in this browser. */
  preview: string | null;
  at: string;
  state: 'sending' | 'failed';
  /** Share of the bytes that have left. */
  progress: number;
}

const NOTHING: readonly Outgoing[] = [];
/** How long a message says that it was sent successfully, before it only says that it was sent. */
const DONE_MS = 4000;
/** The message that has just arrived. */
const justSent = makeStore<string | null>(null);
/** By ticket; they outlive the screen, so that a look elsewhere loses nothing. */
const outboxes = new Map<string, Store<readonly Outgoing[]>>();

function outboxOf(ticketId: string): Store<readonly Outgoing[]> {
  const outbox = outboxes.get(ticketId) ?? makeStore(NOTHING);
  outboxes.set(ticketId, outbox);
  return outbox;
}

onSessionEnd(() => {
  for (const outbox of outboxes.values()) outbox.set(NOTHING);
});

const patch = (ticketId: string, key: string, change: Partial<Outgoing>): void => {
  const outbox = outboxOf(ticketId);
  outbox.set(outbox.get().map((message) => (message.key === key ? { ...message, ...change } : message)));
};

/** Takes a message out, sent or given up. */
export function dropOutgoing(ticketId: string, key: string): void {
  const outbox = outboxOf(ticketId);
  const preview = outbox.get().find((message) => message.key === key)?.preview;
  outbox.set(outbox.get().filter((message) => message.key !== key));
  if (preview) URL.revokeObjectURL(preview);
}

/** Shows a message at once and sends it. */
export function sendLater(ticketId: string, text: string, file: File | null): void {
  const message: Outgoing = {
    key: newIdempotencyKey(),
    text,
    file,
    preview: file && URL.createObjectURL(file),
    at: new Date().toISOString(),
    state: 'sending',
    progress: 0,
  };
  const outbox = outboxOf(ticketId);
  outbox.set([...outbox.get(), message]);
  void trySending(ticketId, message);
}

/** Tries a message again under its own key. */
export async function trySending(ticketId: string, { key, text, file }: Outgoing): Promise<void> {
  patch(ticketId, key, { state: 'sending', progress: 0 });
  const { t } = texts();
  try {
    const id = await sendMessage({
      ticketId,
      text,
      file,
      idempotencyKey: key,
      onProgress: (progress) => patch(ticketId, key, { progress }),
    });
    dropOutgoing(ticketId, key);
    justSent.set(id);
    setTimeout(() => justSent.get() === id && justSent.set(null), DONE_MS);
  } catch (error) {
    patch(ticketId, key, { state: 'failed' });
    // No answer shows beside the message; an answer that says no is told.
    if (error instanceof Refusal && error.isUncertain) return;
    if (error instanceof Refusal && error.code === 'err_ticket_closed') renewTickets(ticketId);
    await showAlert({ mode: 2, title: t('support.chat.failed'), message: refusalText(t, error) });
  }
}

export function useOutbox(ticketId: string): readonly Outgoing[] {
  const outbox = outboxOf(ticketId);
  return useSyncExternalStore(outbox.subscribe, outbox.get);
}

export const useJustSent = (id: string): boolean => useSyncExternalStore(justSent.subscribe, justSent.get) === id;

/** Whether something is on its way: an answer of the server may already hold it. */
export const isSending = (ticketId: string): boolean =>
  outboxOf(ticketId)
    .get()
    .some(({ state }) => state === 'sending');
