/** Lighthouse, in a process of its own, so that its work does not slow down the server that it looks at. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureBrowser, findBrowser } from '../../support/browser/find-browser.ts';
import { installPeers } from './peers.ts';

/** Lighthouse's categories that are demanded. */
export const categories = ['performance', 'accessibility', 'best-practices'] as const;
export type Category = (typeof categories)[number];

/** Whether a slow network and processor are simulated from a fast load, or applied to the load. */
export const throttlings = ['simulate', 'devtools'] as const;
export type Throttling = (typeof throttlings)[number];

/** What is audited, as a mobile page by Lighthouse's own settings. */
export interface AuditOrder {
  readonly address: string;
  readonly throttling: Throttling;
  readonly categories: readonly Category[];
  /** Path of the browser. */
  readonly browser: string;
}

/** What Lighthouse found; times in milliseconds. */
export interface Audit {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly blocking: number;
  /** Durations of the tasks over 50 ms while the page loaded, longest first. */
  readonly longTasks: readonly number[];
  /** 0 to 100, of the categories that were asked for. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
}

/** What the process answers. */
export type AuditAnswer = Audit | { readonly error: string };

export type Auditor = (order: Omit<AuditOrder, 'browser'>) => Promise<Audit>;

/** Starts Lighthouse, and ends it with the work. An audit that fails is thrown. */
export async function withAuditor<R>(work: (audit: Auditor) => Promise<R>): Promise<R> {
  installPeers();
  ensureBrowser();
  const lighthouse = fork(join(import.meta.dirname, '../peers/lighthouse.ts'), { execArgv: [] });
  const ended = once(lighthouse, 'exit').then(() => [{ error: 'Lighthouse ended.' }]);
  try {
    return await work(async (order) => {
      lighthouse.send({ ...order, browser: findBrowser() ?? '' } satisfies AuditOrder);
      const [answer] = (await Promise.race([once(lighthouse, 'message'), ended])) as [AuditAnswer];
      if ('error' in answer) throw new Error(`${order.address}: ${answer.error}`);
      return answer;
    });
  } finally {
    lighthouse.kill();
  }
}
