/** A client that calls a server over HTTP like a browser with one tab. Scripts that run the server as a process use it. */
import type { ApiClient, Call, Reply } from './api-client.ts';
import { expected } from './sample-application.ts';

/** A finished call. Times are from `performance.now()`. `status` is undefined if there was no response. */
export interface ObservedCall {
  readonly method: string;
  readonly path: string;
  readonly begun: number;
  readonly ended: number;
  readonly status: number | undefined;
  readonly retryAfter: string | null;
}

/** Maximum wait for a response, in milliseconds. */
const timeBudgetMillis = 30_000;

/**
 * Returns a client of the server at an origin. The client's calls reject if there is no response. Calls `observe` after each
 * call. With the cookies of another client, the new client acts as the same browser, for example at another node.
 */
export function httpClient(
  origin: string,
  observe: (call: ObservedCall) => void = () => {},
  cookies = new Map<string, string>(),
): ApiClient {
  let webSessionId = '';

  async function send<Body>(method: string, path: string, call: Call = {}): Promise<Reply<Body>> {
    const { json, form } = call;
    const begun = performance.now();
    const note = (response?: Response) =>
      observe({
        method,
        path,
        begun,
        ended: performance.now(),
        status: response?.status,
        retryAfter: response?.headers.get('retry-after') ?? null,
      });
    try {
      const response = await fetch(`${origin}/api/v1${path}`, {
        method,
        signal: AbortSignal.timeout(timeBudgetMillis),
        headers: {
          ...(webSessionId && { 'x-web-session-id': webSessionId }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
        ...(form !== undefined && { body: form }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      note(response);
      return replyOf<Body>(response, bytes, cookies);
    } catch (error) {
      note();
      throw error;
    }
  }

  return {
    host: new URL(origin).host,
    cookies,
    address: '127.0.0.1',
    get webSessionId() {
      return webSessionId;
    },
    send,
    start: async (path = '/apply/start') => {
      const answer = expected(200, await send<Awaited<ReturnType<ApiClient['start']>>>('POST', path));
      webSessionId = answer.webSessionId;
      return answer;
    },
    goOn: (id) => {
      webSessionId = id;
    },
  };
}

function replyOf<Body>(response: Response, bytes: Buffer, cookies: Map<string, string>): Reply<Body> {
  const setCookies = response.headers.getSetCookie();
  for (const line of setCookies) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  const isJson = bytes.length > 0 && response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: (isJson ? JSON.parse(bytes.toString()) : undefined) as Body,
    bytes,
    setCookies,
  };
}
