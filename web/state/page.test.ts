/** Tests which data the page keeps and sends after each kind of end of its session (D23, D28). */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Boot } from '../../api/boot.ts';
import type { Page } from './page.ts';
import { createPage } from './page.ts';
import type { LiveSession } from './page-state.ts';
import { initialState } from './page-state.ts';
import { createUploads, newUpload } from './uploads.ts';

const boot = { overrides: {}, proofRequired: true } as unknown as Boot;
const session: LiveSession = {
  webSessionId: 'one',
  timeoutAfterMillis: 600_000,
  warnCountdownMillis: 30_000,
  resume: { onDevice: true, byEmail: true, offered: false },
};
const from = { url: '/apply/business', typed: { businessName: 'Bright' } };

let answer: () => Response;
let sent: string[];
let aborted: string[];
let page: Page;

class EndlessRequest {
  readonly upload = {};
  open = () => undefined;
  setRequestHeader = () => undefined;
  #fileName = '';
  send = (form: FormData) => {
    this.#fileName = (form.get('document') as File).name;
    sent.push(this.#fileName);
  };
  abort = () => void aborted.push(this.#fileName);
}

beforeEach(() => {
  vi.useFakeTimers();
  answer = () => Response.json({ id: 'application' });
  sent = [];
  aborted = [];
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('window', {});
  vi.stubGlobal('XMLHttpRequest', EndlessRequest);
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    sent.push(`${method} ${url}`);
    return answer();
  });
  page = createPage(boot, () => undefined);
  page.store.dispatch({ type: 'sessionStarted', session });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const flush = () => vi.advanceTimersByTimeAsync(0);
const saveName = (businessName: string) => page.saving.save({ applicationData: { businessName } }, from);

/** Gives the page several answers, one of which the server has not accepted yet. */
async function withUnsavedAnswer(): Promise<void> {
  saveName('Bright');
  await flush();
  answer = () => new Response(null, { status: 500 });
  saveName('Brighter');
  await flush();
  expect(page.store.getState()).toMatchObject({ applicationId: 'application', saving: 'failing' });
  answer = () => new Response(null, { status: 204 });
  sent = [];
}

const endings: Readonly<Record<string, () => unknown>> = {
  'the person cancels': () => page.lifetime.end('cancel'),
  'no one is there': () => page.lifetime.end('timeout'),
  'a screen throws': () => page.lifetime.endWithError(),
  'the page is left': () => page.lifetime.leave(),
  'the server no longer knows the session': async () => {
    answer = () => new Response(null, { status: 401 });
    await page.lifetime.heartbeat();
  },
};

describe.each(Object.entries(endings))('when %s', (_, end) => {
  test('the page forgets everything about the person and sends no answer', async () => {
    await withUnsavedAnswer();
    await end();
    sent = [];
    const { application, ...rest } = page.store.getState();
    const { application: unanswered, ...nothing } = initialState(boot, application.now);
    expect(application).toEqual({ ...unanswered, isIndustry: expect.any(Function) });
    expect(rest).toEqual({ ...nothing, finished: rest.finished });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(sent).toEqual([]);
  });

  test('a running upload is aborted', async () => {
    saveName('Bright');
    const added = page.made(createUploads).send(newUpload(new File(['%PDF-'], 'charter.pdf')));
    await flush();
    expect(sent.at(-1)).toBe('charter.pdf');
    await end();
    expect(aborted).toEqual(['charter.pdf']);
    void added;
  });
});

test('after the finish page reports the end, the session is over and no answer is sent', async () => {
  await withUnsavedAnswer();
  await page.lifetime.finish('completed');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toEqual(['POST /api/v1/apply/finish/completed']);
  expect(page.store.getState()).toMatchObject({ session: null, saving: 'idle' });
});

test('a person whose addition the server never confirmed is not sent to the next application', async () => {
  saveName('Bright');
  await flush();
  answer = () => Response.error();
  const added = page.people.add(
    'owner',
    { fullName: 'Sam Lee' },
    { url: '/apply/owner', typed: {} },
    () => {},
  );
  await flush();
  expect(sent.at(-1)).toBe('POST /api/v1/personnel');
  page.lifetime.end('cancel');
  answer = () => Response.json({ id: 'next' });
  page.store.dispatch({ type: 'sessionStarted', session: { ...session, webSessionId: 'two' } });
  sent = [];
  saveName('Bold');
  saveName('Bolder');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toEqual(['POST /api/v1/application', 'PATCH /api/v1/application/next']);
  expect(await added).toBeUndefined();
});

describe('a person who is added', () => {
  const add = (fullName: string) =>
    page.people.add('owner', { fullName }, { url: '/apply/owner', typed: {} }, () => {});
  let keys: (string | null)[];
  beforeEach(async () => {
    saveName('Bright');
    await flush();
    sent = [];
    keys = [];
    vi.stubGlobal('fetch', async (url: string, { method, headers }: RequestInit) => {
      sent.push(`${method} ${url}`);
      keys.push(new Headers(headers).get('idempotency-key'));
      return answer();
    });
    answer = () => Response.error();
  });

  test('is sent repeatedly under one key until there is a response, and the state says so', async () => {
    const added = add('Sam Lee');
    await flush();
    expect(page.store.getState()).toMatchObject({ saving: 'offline', alert: null });
    answer = () => Response.json({ id: 'sam', fullName: 'Sam Lee' });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await added).toMatchObject({ id: 'sam' });
    expect(sent).toEqual(['POST /api/v1/personnel', 'POST /api/v1/personnel']);
    expect(new Set(keys).size).toBe(1);
    expect(page.store.getState()).toMatchObject({ saving: 'idle' });
  });

  test('is not sent again automatically after an error; later changes are saved afterwards', async () => {
    answer = () => new Response(null, { status: 502 });
    expect(await add('Sam Lee')).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.store.getState()).toMatchObject({ saving: 'idle', alert: { type: 'callFailed' } });
    expect(sent).toEqual(['POST /api/v1/personnel']);
    answer = () => Response.json({ id: 'sam', fullName: 'Sam Lee' });
    expect(await add('Samuel Lee')).toMatchObject({ id: 'sam' });
    await flush();
    expect(sent.slice(1)).toEqual(['POST /api/v1/personnel', 'PATCH /api/v1/personnel/sam']);
    expect(new Set(keys.slice(0, 2)).size).toBe(1);
  });

  test('is removed if the applicant continues elsewhere before a response', async () => {
    const added = add('Sam Lee');
    await flush();
    answer = () => Response.json({ id: 'sam' });
    saveName('Brighter');
    expect(await added).toBeUndefined();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([
      'POST /api/v1/personnel',
      'POST /api/v1/personnel',
      'DELETE /api/v1/personnel/sam',
      'PATCH /api/v1/application/application',
    ]);
    expect(page.store.getState().application.personnel).toEqual([]);
  });
});
