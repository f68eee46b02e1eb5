import { type ApiResponse, failureOf, networkFailure } from './api-client.ts';

interface FormCall {
  readonly method: 'POST' | 'PUT';
  /** Path below /api/v1, with a leading slash. */
  readonly path: string;
  readonly webSessionId: string;
  readonly idempotencyKey: string;
  readonly form: FormData;
}

function parsed<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T;
  } catch {
    return undefined;
  }
}

/**
 * Sends a form, with progress and without a timeout, because photos are large. Resolves to undefined if `signal` aborts before
 * the whole form is sent. Once the form is sent, `signal` has no effect.
 */
export function sendForm<T>(
  { method, path, webSessionId, idempotencyKey, form }: FormCall,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<ApiResponse<T> | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(method, `/api/v1${path}`);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('x-web-session-id', webSessionId);
    request.setRequestHeader('idempotency-key', idempotencyKey);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(Math.floor((100 * loaded) / total));
    };
    request.onerror = () => resolve(networkFailure);
    request.onabort = () => resolve(undefined);
    request.onload = () => {
      const { status, responseText } = request;
      const body = status >= 200 && status < 300 ? parsed<T>(responseText) : undefined;
      resolve(
        body === undefined
          ? failureOf(status, responseText, request.getResponseHeader('retry-after'))
          : { ok: true, body },
      );
    };
    const cancel = () => request.abort();
    signal.addEventListener('abort', cancel, { once: true });
    request.upload.onload = () => signal.removeEventListener('abort', cancel);
    request.send(form);
  });
}
