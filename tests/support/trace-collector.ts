/** An OpenTelemetry collector on the loopback interface, for tests. It records the spans that it receives. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A span as in OTLP's JSON, except that its attributes are a record by name. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly status: { readonly code: number; readonly message?: string };
  readonly events: readonly unknown[];
  readonly links: readonly unknown[];
}

/** The values of OTLP's `SpanKind` and `StatusCode` that the product uses. */
export const kinds = { internal: 1, server: 2, client: 3 } as const;
export const statusCodes = { unset: 0, error: 2 } as const;

export interface TraceCollector {
  readonly url: string;
  /** The path and body of each complete call. Times and the ids of traces and spans are removed from the body. */
  readonly calls: { readonly path: string; readonly said: string }[];
  readonly spans: CollectedSpan[];
}

type Behavior = (response: ServerResponse, request: IncomingMessage) => void;

type Attribute = {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
};

/** Fields that are removed from bodies, because their random or measured numbers could contain a canary's digits by chance. */
const drawn = new Set(['traceId', 'spanId', 'parentSpanId', 'startTimeUnixNano', 'endTimeUnixNano']);

const takes: Behavior = (response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');

/** Starts a collector that closes when the test ends. */
export async function startTraceCollector(behave: Behavior = takes): Promise<TraceCollector> {
  const calls: TraceCollector['calls'] = [];
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const said = JSON.stringify(body, (key, value) => (drawn.has(key) ? undefined : value));
    calls.push({ path: request.url ?? '', said });
    spans.push(...spansIn(body));
    behave(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls, spans };
}

function spansIn(body: {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes'> & { readonly attributes: Attribute[] })[];
    }[];
  }[];
}): CollectedSpan[] {
  const all = body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  return all.map((span) => ({
    ...span,
    attributes: Object.fromEntries(
      span.attributes.map(({ key, value }) => [
        key,
        value.stringValue ?? value.intValue ?? 'of another kind',
      ]),
    ),
  }));
}
