/** Sends traces to an OpenTelemetry collector. `Attributes` lists everything that a span may contain (D37, X3). */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { LogEvent } from 'kysely';
import type { Settings } from '../config/settings.ts';
import type { OutboxKind } from '../db/queries/outbox.ts';
import type { Outcome, TraceSending } from '../jobs/outbox-worker.ts';
import type { Ranges, Scheme } from '../net/client-address.ts';
import { forwardedAddress, headerValues, isFromProxy } from '../net/client-address.ts';

/** Everything that a span may contain besides its name and times. Names are OpenTelemetry's, except those with `outbox.`. */
type Attributes = {
  readonly 'http.request.method'?: string;
  /** The pattern of the route. Never the URL, because a URL can contain a start key, an id or a query. */
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  readonly 'url.scheme'?: Scheme;
  readonly 'db.system.name'?: 'postgresql';
  /** The SQL statement, with placeholders instead of values. */
  readonly 'db.query.text'?: string;
  readonly 'outbox.kind'?: OutboxKind;
  readonly 'outbox.attempt'?: number;
  readonly 'outbox.outcome'?: Outcome;
  /** The class of a thrown error, or the status of a response. Never a message, because a message may quote personal data. */
  readonly 'error.type'?: string;
};

/** The maximum number of spans that wait to be sent. Further spans are dropped. */
const waitingSpans = 2_048;

const batchSpans = 512;

/** The maximum number of concurrent requests to the collector, reached when all waiting spans are sent at shutdown. */
const callsAtOnce = 1 + waitingSpans / batchSpans;

/** The maximum number of characters of a statement in a span. */
const longestText = 2_048;

const flushMillis = 2_000;
const warnEveryMillis = 60_000;

export type Tracing = ReturnType<typeof startTracing>;

/** Starts sending traces to a collector. While sending fails, warns at most once a minute. */
export function startTracing(endpoint: string, log: Pick<FastifyBaseLogger, 'warn'>) {
  const collector = new OTLPTraceExporter({ url: tracesUrl(endpoint), concurrencyLimit: callsAtOnce });
  const service = { 'service.name': 'card-application', 'service.instance.id': randomUUID() };
  const provider = new TracerProvider({
    resource: resourceFromAttributes(service),
    spanLimits: { attributeValueLengthLimit: longestText },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: warning(collector, log),
        maxQueueSize: waitingSpans,
        maxExportBatchSize: batchSpans,
      }),
    ],
  });
  const tracer = provider.getTracer(service['service.name']);
  const current = new AsyncLocalStorage<Span>();
  const requests = new WeakMap<object, { readonly span: Span; errorType?: string }>();

  function start(
    name: string,
    attributes: Attributes,
    more: { parent?: Context; kind?: SpanKind; startTime?: number } = {},
  ): Span {
    const { parent = ROOT_CONTEXT, ...options } = more;
    return tracer.startSpan(name, { attributes, ...options }, parent);
  }

  /** Ends a request's span. `status` is undefined if no response was sent. Does nothing if the span has already ended. */
  function endRequest(request: object, status?: number): void {
    const traced = requests.get(request);
    if (!traced?.span.isRecording()) return;
    const { span, errorType } = traced;
    if (status !== undefined) note(span, { 'http.response.status_code': status });
    if (status !== undefined && status >= 500) fail(span, errorType ?? String(status));
    span.end();
  }

  const traceSending: TraceSending = async ({ kind, attempt }, send) => {
    const span = start(`send ${kind}`, { 'outbox.kind': kind, 'outbox.attempt': attempt });
    try {
      const outcome = await current.run(span, send);
      note(span, { 'outbox.outcome': outcome });
      if (outcome !== 'sent') span.setStatus({ code: SpanStatusCode.ERROR });
      return outcome;
    } catch (error) {
      fail(span, className(error));
      throw error;
    } finally {
      span.end();
    }
  };

  return {
    /** Starts a span for each request, and adds the trace id to the request's log lines. Call this before adding other hooks. */
    traceRequests: (
      app: Pick<FastifyInstance, 'addHook'>,
      settings: Pick<Settings, 'trustedProxies' | 'publicUrlScheme'>,
    ) => {
      app.addHook('onRequest', (request, reply, done) => {
        const { method, routeOptions, raw } = request;
        const route = routeOptions.url;
        const attributes = {
          'http.request.method': method,
          ...(route !== undefined && { 'http.route': route }),
          'url.scheme': forwardedAddress(settings, raw).scheme,
        };
        const parent = callersTrace(settings.trustedProxies, raw);
        const name = route === undefined ? method : `${method} ${route}`;
        const span = start(name, attributes, { parent, kind: SpanKind.SERVER });
        requests.set(request, { span });
        request.log = request.log.child({ traceId: span.spanContext().traceId });
        reply.log = request.log;
        current.run(span, done);
      });
      app.addHook('onResponse', async (request, reply) => endRequest(request, reply.statusCode));
      app.addHook('onRequestAbort', async (request) => endRequest(request));
    },
    noteFailure: (request: object, error: unknown) => {
      const traced = requests.get(request);
      if (traced) traced.errorType = className(error);
    },
    /** Records an SQL statement as a child span of the request or outbox job that ran it. If neither ran it, does nothing. */
    traceQuery: (event: LogEvent) => {
      const parentSpan = current.getStore();
      if (!parentSpan) return;
      const { sql } = event.query;
      const ended = performance.now();
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql } as const;
      const parent = trace.setSpan(ROOT_CONTEXT, parentSpan);
      const startTime = ended - event.queryDurationMillis;
      const name = /\w+/.exec(sql)?.[0] ?? 'query';
      const span = start(name, attributes, { parent, kind: SpanKind.CLIENT, startTime });
      if (event.level === 'error') fail(span, className(event.error));
      span.end(ended);
    },
    traceSending,
    /** Sends the remaining spans. Stops after 2 s at the latest. Never rejects. */
    stop: async () => {
      const timeLimit = new AbortController();
      const limit = wait(flushMillis, undefined, { signal: timeLimit.signal });
      // If a batch fails, `provider.shutdown` rejects immediately. Then `collector.shutdown` waits for the other batches.
      const sent = provider.shutdown().catch(() => collector.shutdown());
      await Promise.race([sent, limit]);
      timeLimit.abort();
    },
  };
}

/** Returns the collector's URL for traces. Appends `/v1/traces` to the endpoint's path, as OpenTelemetry specifies. */
function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}

/** Wraps the exporter to log its failures. The tracer itself silently drops spans that it cannot send. */
function warning(exporter: OTLPTraceExporter, log: Pick<FastifyBaseLogger, 'warn'>): SpanExporter {
  let quietUntil = 0;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const now = performance.now();
        if (result.error && now >= quietUntil) {
          quietUntil = now + warnEveryMillis;
          log.warn({ err: result.error }, 'traces cannot be sent at the moment');
        }
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

/** Returns the trace in a trusted proxy's `traceparent` header (W3C Trace Context), or an empty context if there is none. */
function callersTrace(trusted: Ranges, request: Pick<IncomingMessage, 'rawHeaders' | 'socket'>): Context {
  if (!isFromProxy({ peer: request.socket.remoteAddress, trusted })) return ROOT_CONTEXT;
  const [header = '', ...more] = headerValues(request.rawHeaders, 'traceparent');
  const caller = more.length === 0 ? parseTraceParent(header) : null;
  return caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT;
}

function note(span: Span, attributes: Attributes): void {
  span.setAttributes(attributes);
}

function fail(span: Span, errorType: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  note(span, { 'error.type': errorType });
}

function className(error: unknown): string {
  return error instanceof Error ? error.constructor.name : typeof error;
}
