/** Limits what the log may contain (D37, X3): only the fields listed here, and our own constant messages. */
import { type LoggerOptions, stdTimeFunctions } from 'pino';
import type { ErrorCode } from '../../api/error.ts';
import type { Settings } from '../config/settings.ts';

/** The names of the fields that may be logged. No value may be an object, except the value of `err` (`errorFields`). */
const loggedFields: ReadonlySet<string> = new Set(
  `level time msg requestId traceId method route status reason stream event ms program applicationId job jobId attempt
  count idle lifetime drafts aheadSeconds port version commit node signal panic lane`.split(/\s+/),
);

/** Returns pino's options. Fastify's LogController also needs `disableRequestLogging` and `requestIdLogLabel: 'requestId'`. */
export function loggerOptions(level: Settings['logLevel']): LoggerOptions {
  return {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorFields },
    hooks: {
      logMethod(args: readonly unknown[], method) {
        const [first, second] = args;
        if (typeof first === 'string') return method.call(this, {}, ownWords(first));
        const fields = first instanceof Error ? { err: first } : fieldsOf(first);
        const text = typeof second === 'string' ? second : '';
        const borrowed = fields.err instanceof Error && (text === '' || text === fields.err.message);
        method.call(this, fields, borrowed ? 'error' : ownWords(text));
      },
      // This filter runs last. It also filters the bindings of child loggers, because these bindings bypass pino's formatters.
      streamWrite: (line) => `${JSON.stringify(allowed(JSON.parse(line)))}\n`,
    },
  };
}

/** Returns the fields of a request's log line. `route` is a pattern, because a URL can contain a start key or an id. */
export function requestFields(
  request: {
    readonly method: string;
    readonly routeOptions: { readonly url?: string | undefined };
    readonly refusedFor?: ErrorCode;
  },
  reply: { readonly statusCode: number; readonly elapsedTime: number },
) {
  return {
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.statusCode,
    ...(request.refusedFor && { reason: request.refusedFor }),
    ms: Math.round(reply.elapsedTime),
  };
}

/** Returns the type, code, stack frames and cause of an error. Leaves out the message, which may quote personal data. */
function errorFields(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' && /^\w{1,40}$/.test(error.code);
  return {
    type: error.constructor.name,
    ...(code ? { code: error.code } : {}),
    stack: framesOf(error),
    ...(error.cause !== undefined && depth < 3 ? { cause: errorFields(error.cause, depth + 1) } : {}),
  };
}

/**
 * Returns an error's stack frames. Returns an empty list if the stack doesn't begin with the error's message. Such a stack
 * contains an older message, whose lines may look like frames.
 */
function framesOf({ stack = '', message }: Error): string[] {
  const type = /^[\w.$]+(?: \[\w+\])?(?:: )?/.exec(stack)?.[0] ?? '';
  if (!stack.startsWith(`${message}\n`, type.length)) return [];
  const lines = stack.slice(type.length + message.length).split('\n');
  return lines.filter((line) => /^ {4}at [^\n]{1,300}:\d+:\d+\)?$/.test(line));
}

/** Replaces every word that looks like a URL, path or query by `…`. Warnings from libraries can contain such words. */
function ownWords(text: string): string {
  return text.replace(/\S+/g, (word) => (/[/?=]/.test(word) ? '…' : word));
}

function fieldsOf(value: unknown): { readonly err?: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function allowed(line: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(line).filter(
      ([name, value]) => name === 'err' || (loggedFields.has(name) && typeof value !== 'object'),
    ),
  );
}
