import type { memberNoticePush, memberNoticePushRemove } from '@minerx/contract/notice';
import { useQuery } from '@tanstack/react-query';
import { callOf, request } from '../../../base/api.ts';
import { queryClient } from '../../../base/query.tsx';
import { onSessionEnd, sessionOwner } from '../../../base/session.ts';

/** Who switched messages on at this browser: nobody else's come here by themselves. */
const PUSH_OWNER = 'minerx:push';
/** What the server was told, for when this browser does not know it any more. */
const PUSH_ENDPOINT = 'minerx:push-endpoint';

/** `none`: this browser cannot; `denied`: it may not. */
type PushState = 'none' | 'denied' | 'off' | 'on';

const push = callOf<typeof memberNoticePush>('POST', 'member/notice/push', 'member');
const remove = callOf<typeof memberNoticePushRemove>('POST', 'member/notice/push/remove', 'member');

const queryKey = ['notice', 'push'];

/** The service worker begins some seconds after the first screen; in the workshop there is none. */
const PATIENCE_MS = 10_000;

async function registration(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return null;
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), PATIENCE_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

async function readState(): Promise<PushState> {
  const worker = await registration();
  if (worker === null) return 'none';
  if (Notification.permission === 'denied') return 'denied';
  const isOn =
    (await worker.pushManager.getSubscription()) !== null && localStorage.getItem(PUSH_OWNER) === sessionOwner();
  return isOn ? 'on' : 'off';
}

export const usePushState = () => useQuery({ queryKey, queryFn: readState, staleTime: 0 });

async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' };
  await request(push, { body });
  localStorage.setItem(PUSH_ENDPOINT, body.endpoint);
}

/** Asks the browser, and has messages sent to it. @throws Refusal, or what the browser says */
export async function switchPushOn(publicKey: string): Promise<void> {
  const worker = await registration();
  if (worker === null || (await Notification.requestPermission()) !== 'granted') return renewPushState();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  // One that was made by another key is of no use any more.
  const subscription = await worker.pushManager.subscribe(options).catch(async () => {
    await (await worker.pushManager.getSubscription())?.unsubscribe();
    return worker.pushManager.subscribe(options);
  });
  await tell(subscription);
  localStorage.setItem(PUSH_OWNER, sessionOwner() ?? '');
  renewPushState();
}

/** The server first: only what it has heard is off. @throws Refusal, or what the browser says */
export async function switchPushOff(): Promise<void> {
  const subscription = await (await registration())?.pushManager.getSubscription();
  const endpoint = subscription?.endpoint ?? localStorage.getItem(PUSH_ENDPOINT);
  if (endpoint) await request(remove, { body: { endpoint } });
  forgetMarks();
  await subscription?.unsubscribe();
  renewPushState();
}

function forgetMarks(): void {
  localStorage.removeItem(PUSH_OWNER);
  localStorage.removeItem(PUSH_ENDPOINT);
}

/** Nothing more is shown here, whether or not the server hears that somebody has left. */
async function leavePush(): Promise<void> {
  forgetMarks();
  const worker = await registration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
  for (const shown of (await worker?.getNotifications()) ?? []) shown.close();
}

onSessionEnd((why) => {
  if (why === 'left') leavePush().catch(() => undefined);
});

function renewPushState(): void {
  void queryClient.invalidateQueries({ queryKey });
}

/** A new session of whoever switched messages on here has them as well. */
export async function keepPush(): Promise<void> {
  if (localStorage.getItem(PUSH_OWNER) !== sessionOwner()) return;
  const subscription = await (await registration())?.pushManager.getSubscription();
  if (subscription) await tell(subscription);
}
