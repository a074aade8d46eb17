import type { Call, BodyInputOf, ResultOf } from '@minerx/contract/call';
import { accessToken, readAnswer, Refusal, renewSession } from './api.ts';

/** An upload of the slowest phone line: five megabytes in two minutes. */
const UPLOAD_TIMEOUT_MS = 120_000;
const DOWNLOAD_TIMEOUT_MS = 30_000;
const UNAUTHORISED = 401;

const unreachable = (): Refusal => new Refusal({ code: 'offline' });

interface UploadOptions<C extends Call> {
  body: BodyInputOf<C>;
  file: Blob | null;
  idempotencyKey: string;
  /** Share of the bytes that have left, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

/**
 * Sends a form with a file and tells how far it is: `fetch` cannot.
 * @throws {Refusal}
 */
export async function upload<C extends Call & { upload: { field: string } }>(
  call: C,
  options: UploadOptions<C>,
): Promise<ResultOf<C>> {
  let answer = await sendForm(call, options);
  if (answer.status === UNAUTHORISED && (await renewSession()) === 'renewed') answer = await sendForm(call, options);
  return (await readAnswer(call, answer)) as ResultOf<C>;
}

async function sendForm<C extends Call & { upload: { field: string } }>(
  call: C,
  { body, file, idempotencyKey, onProgress }: UploadOptions<C>,
): Promise<Response> {
  const token = await accessToken();
  if (token === null) throw unreachable();
  const form = new FormData();
  for (const [name, value] of Object.entries(body as unknown as Record<string, unknown>))
    form.append(name, String(value));
  if (file) form.append(call.upload.field, file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(call.method, `/api/${call.path}`);
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('X-Session-Transport', 'cookie');
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('Idempotency-Key', idempotencyKey);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const retryAfter = request.getResponseHeader('Retry-After');
      const headers = retryAfter === null ? undefined : { 'Retry-After': retryAfter };
      resolve(new Response(request.responseText, { status: request.status, ...(headers && { headers }) }));
    };
    request.onerror = () => reject(unreachable());
    request.ontimeout = request.onerror;
    request.onabort = request.onerror;
    request.send(form);
  });
}

/**
 * A file that only its owner may read: an `img` of its own would send no access token.
 * @throws {Refusal}
 */
export async function download(
  call: Pick<Call, 'method' | 'path' | 'session'> & { download: string },
  query: Record<string, string>,
  signal: AbortSignal,
  timeoutMs = DOWNLOAD_TIMEOUT_MS,
): Promise<Blob> {
  const ask = async (): Promise<Response> => {
    const token = await accessToken();
    if (token === null) throw unreachable();
    return fetch(`/api/${call.path}?${new URLSearchParams(query).toString()}`, {
      headers: { Authorization: `Bearer ${token}`, 'X-Session-Transport': 'cookie' },
      credentials: 'same-origin',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw unreachable();
    });
  };
  let answer = await ask();
  if (answer.status === UNAUTHORISED && (await renewSession()) === 'renewed') answer = await ask();
  if (!answer.ok) {
    await readAnswer(call, answer);
    throw unreachable();
  }
  return answer.blob().catch(() => {
    throw unreachable();
  });
}

/** Hands a file to the member. */
export function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
