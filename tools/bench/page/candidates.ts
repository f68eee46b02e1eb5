/**
 * The pages that benchmarks compare: our page, and comparison pages (peers) with the same first screens, built as other teams
 * would build them.
 */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { screens } from '../../../copy/en/screens.ts';
import { buildPage } from '../../../scripts/build.ts';
import {
  type Applicant,
  newApplicant,
  startBrowser,
  startTestServer,
  type TestServer,
} from '../../../tests/support/browser/applicant.ts';
import type { Hands } from '../../../tests/support/browser/hands.ts';
import { begin } from '../../../tests/support/browser/steps.ts';
import { ensureBrowser } from '../../../tests/support/packages.ts';
import { servePeers } from './peers.ts';
import type { ServedPage } from './serve-page.ts';

/** The program that a benchmark measures if it measures only one program. */
export const program = 'toro';

/** Factor by which the emulated phone is slower than this machine. */
export const slowdown = 4;

/** A page with the first screens of the form. */
export interface Candidate {
  readonly name: string;
  /** The URL of the page's first screen. */
  readonly address: string;
  /** Opens the page and goes to the first screen about the business. */
  readonly toBusiness: (hands: Hands) => Promise<void>;
  /** Fills in the fields that only this page has on the first screen about the business. All pages share the other fields. */
  readonly fillOwn?: (hands: Hands) => Promise<void>;
}

export interface Candidates {
  readonly server: TestServer;
  readonly browser: Browser;
  readonly ours: Candidate;
  /** The comparison pages, MUI first. */
  readonly peers: readonly Candidate[];
}

function peerOf({ name, address }: ServedPage & { readonly name: string }): Candidate {
  return {
    name,
    address,
    toBusiness: async ({ goTo, press, sees }) => {
      await goTo(address);
      await press('Start');
      await sees(screens.business.groups.organizationType.title);
    },
  };
}

/** Builds and serves all candidates, calls `work`, and stops the servers when `work` ends. */
export async function withCandidates<R>(work: (candidates: Candidates) => Promise<R>): Promise<R> {
  buildPage();
  ensureBrowser();
  const [server, browser, served] = await Promise.all([startTestServer(), startBrowser(), servePeers()]);
  const address = server.at(program);
  const ours = {
    name: 'ours',
    address,
    toBusiness: (hands: Hands) => begin(hands, address),
    fillOwn: ({ fill }: Hands) => fill('Business email', 'office@lawns.example'),
  };
  try {
    return await work({ server, browser, ours, peers: served.map(peerOf) });
  } finally {
    await browser.close();
    await Promise.all([server.stop(), ...served.map(({ stop }) => stop())]);
  }
}

/** Calls `work` with a browser context that has an empty cache and emulates a phone's screen and CPU. */
export async function onSlowPhone<R>(
  browser: Browser,
  work: (applicant: Applicant, session: CDPSession) => Promise<R>,
): Promise<R> {
  const applicant = await newApplicant(browser);
  applicant.page.setDefaultTimeout(60_000);
  // Turns on animations, because most people see them, and because they take time.
  await applicant.page.emulateMedia({ reducedMotion: 'no-preference' });
  const session = await applicant.context.newCDPSession(applicant.page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const result = await work(applicant, session);
  await applicant.close();
  return result;
}

/** Waits until the page has loaded everything and is idle. On a real phone, this happens while a person types. */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}
