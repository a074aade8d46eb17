import { useSyncExternalStore } from 'react';
import { randomHex } from '@minerx/contract/intent';
import { decidedOf } from '../../base/asking/decided.ts';
import { showAlert } from '../../base/alerts.ts';
import { textDraft } from '../../base/form/drafts.ts';
import { ask } from '../../base/asking/intent.ts';
import { refusalText } from '../../base/refusal.ts';
import { onSessionEnd } from '../../base/session.ts';
import { makeStore, type Store } from '../../base/storage/store.ts';
import { tabStorage } from '../../base/storage/tab-storage.ts';
import { texts } from '../../i18n/texts.ts';
import { renewTickets } from './ticket.api.ts';
import { sendMessage } from './send-message.api.ts';

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
/** By ticket; they outlive the screen, so that a look elsewhere loses nothing, and their texts outlive the page. */
const outboxes = new Map<string, Store<readonly Outgoing[]>>();

/** Of a message what a reload leaves: its picture is gone. */
interface KeptMessage {
  key: string;
  text: string;
  at: string;
  hadImage: boolean;
}

const placeOf = (ticketId: string) => `outbox:${ticketId}`;

function outboxOf(ticketId: string): Store<readonly Outgoing[]> {
  const open = outboxes.get(ticketId);
  if (open) return open;
  const outbox = makeStore(found(ticketId));
  outboxes.set(ticketId, outbox);
  outbox.subscribe(() => {
    const messages = outbox
      .get()
      .map(({ key, text, at, file }): KeptMessage => ({ key, text, at, hadImage: file !== null }));
    if (messages.length === 0) tabStorage.drop(placeOf(ticketId));
    else tabStorage.write(placeOf(ticketId), messages);
  });
  // Whether they had arrived, only the server knows: "not sent" is said once it could not be asked. Not while drawing.
  const unanswered = outbox.get();
  queueMicrotask(() => unanswered.forEach((message) => void trySending(ticketId, message)));
  return outbox;
}

/** What had no answer before a reload, under its key. What a picture belonged to is to be written again. */
function found(ticketId: string): readonly Outgoing[] {
  const kept = tabStorage.read(placeOf(ticketId));
  if (!Array.isArray(kept)) return NOTHING;
  const messages = kept as KeptMessage[];
  const draft = textDraft(`ticket:${ticketId}`);
  const written = messages.filter(({ hadImage, text }) => hadImage && text !== '').map(({ text }) => text);
  if (written.length > 0) draft.write([draft.read(), ...written].filter(Boolean).join('\n'));
  const rest = messages.filter(({ hadImage }) => !hadImage);
  tabStorage.write(placeOf(ticketId), rest);
  return rest.map(({ key, text, at }) => ({ key, text, at, file: null, preview: null, state: 'sending', progress: 0 }));
}

onSessionEnd(() => outboxes.clear());

function patch(ticketId: string, key: string, change: Partial<Outgoing>): void {
  const outbox = outboxOf(ticketId);
  outbox.set(outbox.get().map((message) => (message.key === key ? { ...message, ...change } : message)));
}

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
    key: randomHex(),
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
  const outcome = await ask(
    { key, input: text, unanswered: 0 },
    {
      // It stands in the outbox until it has arrived or is given up.
      place: { keep: () => undefined, drop: () => undefined },
      send: () =>
        sendMessage({
          ticketId,
          text,
          file,
          idempotencyKey: key,
          onProgress: (progress) => patch(ticketId, key, { progress }),
        }),
    },
  );
  if ('answer' in outcome) {
    const id = outcome.answer;
    dropOutgoing(ticketId, key);
    justSent.set(id);
    setTimeout(() => justSent.get() === id && justSent.set(null), DONE_MS);
    return;
  }
  patch(ticketId, key, { state: 'failed' });
  const { refusal } = outcome;
  // No answer shows beside the message; an answer that says no is told.
  if (decidedOf(refusal) === 'unknown') return;
  if (refusal.code === 'err_ticket_closed') renewTickets(ticketId);
  const { t } = texts();
  await showAlert({ mode: 2, title: t('ticket.chat.failed'), message: refusalText(t, refusal) });
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
