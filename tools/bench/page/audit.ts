/** Runs Lighthouse in a separate process, so that its work does not slow down the server of the audited page. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { findBrowser } from '../../../tests/support/browser/find-browser.ts';
import { withOwnFonts } from '../../../tests/support/browser/fonts.ts';
import { ensureBrowser } from '../../../tests/support/packages.ts';
import type { Audit, AuditAnswer, AuditOrder } from './audit-order.ts';
import { installPeers } from './peers.ts';

export type Auditor = (order: Omit<AuditOrder, 'browser'>) => Promise<Audit>;

/**
 * Starts the Lighthouse process, calls `work` with an `audit` function, and stops the process when `work` ends. `audit` throws if
 * Lighthouse cannot audit the page.
 */
export async function withAuditor<R>(work: (audit: Auditor) => Promise<R>): Promise<R> {
  installPeers();
  ensureBrowser();
  const lighthouse = fork(join(import.meta.dirname, '../peers/lighthouse.ts'), {
    execArgv: [],
    env: withOwnFonts(),
  });
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
