/** A process that audits the pages that its parent process requests. It audits one page at a time, each in a new browser. */
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import type { Audit, AuditAnswer, AuditOrder } from '../page/audit-order.ts';

/** The Lighthouse audits that always run, in addition to the audits of the requested categories. */
const figures = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'long-tasks'];

async function audit({ address, throttling, categories, browser }: AuditOrder): Promise<Audit> {
  const chrome = await launch({
    chromePath: browser,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  });
  try {
    const result = await lighthouse(address, {
      port: chrome.port,
      logLevel: 'error',
      output: 'json',
      throttlingMethod: throttling,
      ...(categories.length > 0 && { onlyCategories: [...categories] }),
      onlyAudits: figures,
      disableFullPageScreenshot: true,
    });
    if (!result) throw new Error('Lighthouse has no result.');
    const { audits, categories: scored, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(runtimeError.message);
    const figure = (id: string) => {
      const value = audits[id]?.numericValue;
      if (value === undefined) throw new Error(`Lighthouse did not find the ${id}.`);
      return value;
    };
    const { details } = audits['long-tasks'] ?? {};
    const tasks = details?.type === 'table' ? details.items : [];
    return {
      firstPaint: figure('first-contentful-paint'),
      largestPaint: figure('largest-contentful-paint'),
      blocking: figure('total-blocking-time'),
      longTasks: tasks.map(({ duration, url }) => ({ millis: Number(duration), address: String(url) })),
      scores: Object.fromEntries(
        categories.map((category) => [category, Math.round((scored[category]?.score ?? 0) * 100)]),
      ),
    };
  } finally {
    chrome.kill();
  }
}

process.on('message', async (order: AuditOrder) => {
  const answer: AuditAnswer = await audit(order).catch((error) => ({ error: String(error) }));
  process.send?.(answer);
});
