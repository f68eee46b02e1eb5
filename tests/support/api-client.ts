/**
 * A client of the HTTP API for tests. It sends what a browser tab sends. It is written only from the API's contract and uses no
 * code of the server.
 */
import { brotliDecompressSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import type { StartResponse } from '../../api/start.ts';
import type { Api } from '../../server/http/api-types.ts';

/**
 * A response. `body` is the parsed JSON, cast to the caller's type without validation. It is undefined if the response contains
 * no JSON.
 */
export interface Reply<Body> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Body;
  /** The body as the server sent it. It is compressed if the call's headers accepted compression. */
  readonly bytes: Buffer;
  readonly setCookies: readonly string[];
}

/**
 * The parts of a call other than its method and path. A header in `headers` replaces the client's default header of the same
 * name. `null` removes the default header.
 */
export interface Call {
  readonly json?: unknown;
  readonly form?: FormData;
  /** A raw body. The caller sets its content type in `headers`. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
}

export interface ApiClient {
  readonly host: string;
  /** The browser's cookies for this host, by name. All tabs of the browser share them. */
  readonly cookies: Map<string, string>;
  /** The IP address from which the calls are made. */
  readonly address: string;
  /** The id of this tab's session, once the session has started. */
  readonly webSessionId: string;
  /** Calls a path. Adds the prefix `/api/v1` if the path starts with `/` and does not have the prefix yet. */
  send<Body = unknown>(method: string, path: string, call?: Call): Promise<Reply<Body>>;
  /** Starts the tab's session. Throws if the start fails. */
  start(path?: string): Promise<StartResponse>;
  /** Makes this tab continue an existing session. */
  goOn(webSessionId: string): void;
}

/** A client that can open more tabs. */
export interface BrowserTab extends ApiClient {
  /** Returns a new tab of the same browser, without a session. */
  tab(): BrowserTab;
}

const prefix = '/api/v1';
let addresses = 0;

/** Returns an IP address in a network that no other client of this process uses, so that clients don't share rate limits. */
function freshAddress(): string {
  addresses += 1;
  return `${10 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}.1`;
}

/** Returns a client for the first tab of a new browser. All tabs of the browser call the server by the same host name. */
export function apiClient(
  app: Api,
  options: { readonly host?: string; readonly address?: string; readonly cookies?: Map<string, string> } = {},
): BrowserTab {
  const { host = 'demo.localhost', address = freshAddress(), cookies = new Map() } = options;
  let webSessionId = '';

  async function send<Body>(method: string, path: string, call: Call = {}): Promise<Reply<Body>> {
    const { payload, contentType } = await payloadOf(call);
    const headers: Record<string, string | readonly string[] | null> = {
      host,
      'x-web-session-id': webSessionId || null,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') || null,
      'content-type': contentType,
      ...call.headers,
    };
    const response = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: path.startsWith(prefix) || !path.startsWith('/') ? path : `${prefix}${path}`,
      remoteAddress: address,
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== null)) as Record<
        string,
        string
      >,
      ...(payload !== undefined && { payload }),
    });
    const setCookies = [response.headers['set-cookie'] ?? []].flat();
    keepCookies(cookies, setCookies);
    const bytes = response.rawPayload;
    const isBrotli = response.headers['content-encoding'] === 'br';
    const isJson = response.payload !== '' && String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string | undefined>,
      body: (isJson ? JSON.parse(`${isBrotli ? brotliDecompressSync(bytes) : bytes}`) : undefined) as Body,
      bytes,
      setCookies,
    };
  }

  return {
    host,
    cookies,
    address,
    get webSessionId() {
      return webSessionId;
    },
    send,
    start: async (path = '/apply/start') => {
      const { status, body } = await send<StartResponse>('POST', path);
      if (status !== 200) throw new Error(`The session did not start: ${status} ${JSON.stringify(body)}`);
      webSessionId = body.webSessionId;
      return body;
    },
    goOn: (id) => {
      webSessionId = id;
    },
    tab: () => apiClient(app, { host, address, cookies }),
  };
}

async function payloadOf({ json, form, raw }: Call): Promise<{
  payload?: string | Buffer;
  contentType: string | null;
}> {
  if (json !== undefined) return { payload: JSON.stringify(json), contentType: 'application/json' };
  if (raw !== undefined) return { payload: raw, contentType: null };
  if (form === undefined) return { contentType: null };
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    contentType: encoded.headers.get('content-type'),
  };
}

function keepCookies(cookies: Map<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }
}
