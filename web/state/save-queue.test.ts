import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiResponse, Failure } from '../api/api-client.ts';
import { failureOf, networkFailure } from '../api/api-client.ts';
import type { Job, QueueState } from './save-queue.ts';
import { createSaveQueue } from './save-queue.ts';

const failure = (status: number, retryAfter: string | null = null): Failure =>
  failureOf(status, '', retryAfter);
const noJitter = () => 0;

describe('the queue', () => {
  const ok: ApiResponse<string> = { ok: true, body: 'kept' };
  let states: QueueState[];
  let log: string[];
  let responses: Record<string, ApiResponse<string>[]>;
  let queue: ReturnType<typeof createSaveQueue>;

  beforeEach(() => {
    vi.useFakeTimers();
    states = [];
    log = [];
    responses = {};
    queue = createSaveQueue(
      (state) => states.push(state),
      async () => undefined,
      noJitter,
    );
  });
  afterEach(() => vi.useRealTimers());

  /** Adds a save that gets the failures in `fails` and then succeeds. */
  function add(name: string, fails: readonly Failure[] = [], rest: Partial<Job<string>> = {}): void {
    responses[name] = [...fails];
    queue.add<string>({
      send: () => {
        log.push(`send ${name}`);
        return Promise.resolve(responses[name]?.shift() ?? ok);
      },
      kept: () => log.push(`kept ${name}`),
      refused: () => 'stop',
      tell: () => log.push(`tell ${name}`),
      ...rest,
    });
  }
  const flush = () => vi.advanceTimersByTimeAsync(0);

  test('sends one save after another, and reports when all are saved', async () => {
    add('a');
    add('b');
    expect(await queue.settled()).toBe(true);
    expect(log).toEqual(['send a', 'kept a', 'send b', 'kept b']);
    expect(states.at(-1)).toBe('idle');
    expect(await queue.settled()).toBe(true);
  });

  test('a failing save delays later saves, shows one alert, and is repeated until it succeeds', async () => {
    add('a', [failure(500), failure(500), failure(502)]);
    await flush();
    expect(states.at(-1)).toBe('failing');
    await vi.advanceTimersByTimeAsync(3_000);
    add('b', [failure(503)]);
    await flush();
    expect(log).toEqual(['send a', 'tell a', 'send a', 'send a', 'send a', 'kept a', 'send b']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(log.slice(-2)).toEqual(['send b', 'kept b']);
    // The notice about a failing save stays while the save is sent again.
    expect(states).toEqual(['saving', 'failing', 'failing', 'failing', 'saving', 'failing', 'idle']);
  });

  test('retries at once when a save is added or the network is back, but not before Retry-After', async () => {
    add('a', [networkFailure, networkFailure, failure(429, '9')]);
    await flush();
    add('b');
    await flush();
    expect(log).toEqual(['send a', 'send a']);
    queue.hurry();
    await flush();
    expect(log).toHaveLength(3);
    queue.hurry();
    await vi.advanceTimersByTimeAsync(8_999);
    expect(log).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(log.slice(3)).toEqual(['send a', 'kept a', 'send b', 'kept b']);
  });

  test('a retry by the person sends at once, and shows an alert if the save fails again', async () => {
    add('a', [failure(503, '60'), failure(500), failure(500)]);
    await flush();
    queue.retry();
    await flush();
    queue.retry();
    await flush();
    expect(log).toEqual(['send a', 'send a', 'tell a', 'send a', 'tell a']);
  });

  test('a person who waits sees an alert about a failure, can try again, and no longer waits', async () => {
    const again = vi.fn();
    let told: (() => void) | undefined;
    add('a', [failure(500), failure(500)], {
      tell: (_, tryAgain) => {
        told = tryAgain;
      },
    });
    await flush();
    expect(await queue.settled(again)).toBe(false);
    expect(told).toBe(again);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await queue.settled()).toBe(true);
  });

  test('a person who waits sees no alert about a short outage', async () => {
    add('a', [failure(503), failure(503)]);
    const settled = queue.settled();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await settled).toBe(true);
    expect(log).not.toContain('tell a');
  });

  test('a refused save shows one alert, and waits until the person retries or adds a save', async () => {
    add('a', [failure(409), failure(409), failure(409)]);
    await vi.advanceTimersByTimeAsync(60_000);
    queue.hurry();
    expect(states.at(-1)).toBe('stopped');
    add('b');
    await flush();
    expect(log).toEqual(['send a', 'tell a', 'send a']);
    expect(await queue.settled()).toBe(false);
    expect(log.slice(3)).toEqual(['send a', 'tell a']);
    expect(await queue.settled()).toBe(true);
  });

  test('after a refusal that sends the person back, later saves continue, and the wait ends', async () => {
    add('a', [failure(400)], { refused: () => 'back' });
    add('b');
    expect(await queue.settled()).toBe(false);
    await flush();
    expect(log).toEqual(['send a', 'send b', 'kept b']);
  });

  test('a job without `tell` is dropped when a save would show an alert', async () => {
    const refused = vi.fn(() => 'on' as const);
    queue.add({ send: () => Promise.resolve(failure(500)), refused });
    expect(await queue.settled()).toBe(true);
    expect(refused).toHaveBeenCalledOnce();
  });

  test('a job that repeats only missing responses is refused by a temporary error', async () => {
    const refused = vi.fn(() => 'back' as const);
    add('a', [networkFailure, failure(502)], { refused, isRepeated: ({ status }) => status === 0 });
    const settled = queue.settled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await settled).toBe(false);
    expect(log).toEqual(['send a', 'send a']);
    expect(refused).toHaveBeenCalledOnce();
  });

  test('a job that is no longer wanted is dropped, and its response ignored', async () => {
    let isWanted = true;
    add('a', [networkFailure], { isWanted: () => isWanted });
    await flush();
    isWanted = false;
    add('b');
    expect(await queue.settled()).toBe(true);
    expect(log).toEqual(['send a', 'send b', 'kept b']);
    let respond: (response: ApiResponse<string>) => void = () => undefined;
    isWanted = true;
    add('c', [], { send: () => new Promise((resolve) => (respond = resolve)), isWanted: () => isWanted });
    await flush();
    isWanted = false;
    respond(ok);
    expect(await queue.settled()).toBe(true);
    expect(log).not.toContain('kept c');
  });

  test('after clear, nothing is sent again, and the pending response is ignored', async () => {
    add('a', [failure(500)]);
    await flush();
    const settled = queue.settled();
    let respond: (response: ApiResponse<string>) => void = () => undefined;
    add('b', [], { send: () => new Promise((resolve) => (respond = resolve)) });
    await flush();
    queue.clear();
    expect(await settled).toBe(false);
    respond(ok);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(log).toEqual(['send a', 'tell a', 'send a', 'kept a']);
    expect(states.at(-1)).toBe('idle');
    add('c');
    expect(await queue.settled()).toBe(true);
  });

  test('clear during a pause drops the failing save too', async () => {
    add('a', [networkFailure]);
    await flush();
    const settled = queue.settled();
    queue.clear();
    expect(await settled).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(log).toEqual(['send a']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
