/**
 * F14: the next release is rolled out to two nodes that share only their database, and rolled back. Meanwhile people apply
 * through a load balancer, which is configured as in `deploy/` and sends each request to the node with the fewest requests in
 * progress. The next release has different page files, one more migration, and new versions of all agreement texts.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import {
  type Balancer,
  type BalancerName,
  balancers,
  hasBalancer,
  startBalancer,
} from '../../tests/support/balancer.ts';
import { newApplicant, startBrowser } from '../../tests/support/browser/applicant.ts';
import {
  addOwner,
  begin,
  declineCards,
  fillApplicant,
  fillBusiness,
  passReview,
  signAndSubmit,
} from '../../tests/support/browser/steps.ts';
import { countOnly, type Figure, mustBeZero, notTried } from '../../tests/support/figures.ts';
import { freePort } from '../../tests/support/free-port.ts';
import type { ObservedCall } from '../../tests/support/http-client.ts';
import type { Installation, ServerProcess } from '../../tests/support/installation.ts';
import { makeNextRelease } from '../../tests/support/next-release.ts';
import { hasOpenssl, trustedCertificate } from '../../tests/support/test-certificate.ts';
import { during, newCrowd } from './crowd.ts';
import type { Fault } from './fault.ts';

/** Number of applicants who call the API. */
const crowdSize = 50;
/** The crowd's average pause between two steps, in milliseconds. It makes an application take longer than a node's restart. */
const thinkMillis = 2_500;

/**
 * Milliseconds after which a balancer certainly sends requests to a node that has become ready. nginx avoids a node for 2 s after
 * the node has refused a connection.
 */
const seenMillis = 3_000;

/** Number of times that the page and its files are loaded in each phase of the rollout. */
const loadsInAPhase = 20;

/**
 * Minimum share of requests that each node must get while the nodes run different releases. With a smaller share, the test would
 * not mix the releases.
 */
const leastShare = 0.2;

/** The fault, once for each load balancer. */
export const rolls: readonly Fault[] = balancers.map((name) => ({
  name: 'F14',
  variant: name,
  about: 'an upgrade to a changed release and a rollback, during 50 applications and with open tabs',
  stores: ['PostgreSQL'],
  run: async (installation) => {
    const missing = [...(hasBalancer(name) ? [] : [name]), ...(hasOpenssl ? [] : ['openssl'])];
    if (missing.length > 0) return [notTried(missing)];
    return rollBehind(name, installation);
  },
}));

async function rollBehind(name: BalancerName, installation: Installation): Promise<readonly Figure[]> {
  const nextFolder = join(installation.folder, 'next');
  await makeNextRelease(nextFolder);
  const slots = await twoSlots(installation);
  await Promise.all(slots.map((slot) => slot.run('.')));
  const [first, second] = slots;
  const balancer = await startBalancer(name, [first.port, second.port], trustedCertificate());
  const browser = await startBrowser();
  const calls: ObservedCall[] = [];
  const server = { origin: `https://127.0.0.1:${balancer.port}` };
  const crowd = newCrowd({ ...installation, server }, crowdSize, (call) => calls.push(call), {
    sendsDocuments: false,
    thinkMillis,
  });
  const tabs = newTabs(browser, balancer);
  const files = { asked: 0, missing: 0 };
  const load = () => loadPages(balancer, files);
  const shares: number[] = [];
  const loadMixed = async () => {
    await load();
    shares.push(await leastShareOf(balancer));
  };

  try {
    await during(crowd, async () => {
      await load();
      const old = await tabs.open([0, 1, 2, 3, 0, 1]);
      await migrate(nextFolder, installation);
      await first.run(nextFolder);
      await loadMixed();
      await tabs.finish(old.slice(0, 2));
      const mixed = await tabs.open([1, 2]);
      await second.run(nextFolder);
      await load();
      await tabs.finish(old.slice(2, 4));
      const fresh = await tabs.open([1, 3]);
      await first.run('.');
      await loadMixed();
      await tabs.finish([...mixed.slice(0, 1), ...fresh.slice(0, 1)]);
      await second.run('.');
      await load();
      await tabs.finish([...old.slice(4), ...mixed.slice(1), ...fresh.slice(1)]);
    });
    await crowd.look();
  } finally {
    await browser.close();
    await balancer.stop();
    await Promise.all(slots.map((slot) => slot.end()));
  }
  const failed = calls.filter(({ status = 0 }) => status < 200 || status > 299);
  for (const { method, path, status } of failed.slice(0, 20))
    console.error(`failed: ${method} ${path} ${status}`);
  const share = Math.min(...shares);
  return [
    ...(await crowd.figures()),
    countOnly('calls of the 50 applicants', calls.length),
    mustBeZero('failed calls', failed.length),
    ...tabs.figures(),
    countOnly('requested files of the page', files.asked),
    mustBeZero('missing files of the page', files.missing),
    {
      what: 'share of requests at the node with fewer requests, while the releases differed',
      value: `${Math.round(share * 100)}%`,
      demand: `≥ ${leastShare * 100}%`,
      met: share >= leastShare,
    },
  ];
}

/** Returns the share of a balancer's latest requests that went to the node with fewer requests. */
async function leastShareOf({ latestNodes }: Balancer): Promise<number> {
  const went = await latestNodes();
  const atFirst = went.filter((node) => node === 0).length;
  return Math.min(atFirst, went.length - atFirst) / Math.max(went.length, 1);
}

/** A slot for a node: a port and a data folder that successive releases use. */
interface Slot {
  readonly port: number;
  /** Stops the running release as a service manager does, and starts the release in this folder. */
  readonly run: (folder: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

async function twoSlots({ folder, addNode }: Installation): Promise<readonly [Slot, Slot]> {
  const keys = `first:${randomBytes(32).toString('base64')}`;
  const slot = async (name: string): Promise<Slot> => {
    const port = await freePort();
    const env = {
      DATA_DIR: join(folder, name),
      ENCRYPTION_KEYS: keys,
      PORT: String(port),
      TRUSTED_PROXIES: '127.0.0.1',
    };
    let node: ServerProcess | undefined;
    const end = async () => {
      await node?.stop();
    };
    return {
      port,
      end,
      run: async (release) => {
        await end();
        node = await addNode(env, release);
        await node.start();
        await pause(seenMillis);
      },
    };
  };
  return [await slot('node1'), await slot('node2')];
}

/** Runs the `migrate` command, as an operator does before restarting the nodes (docs/operating.md, “A new release”). */
async function migrate(release: string, { databaseUrl = '' }: Installation): Promise<void> {
  await promisify(execFile)(process.execPath, ['dist/server/operator/main.js', 'migrate'], {
    cwd: release,
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl },
  });
}

/** Loads the page several times, with all scripts and style sheets in its HTML document. Counts files and failures in `files`. */
async function loadPages({ port }: Balancer, files: { asked: number; missing: number }): Promise<void> {
  const get = (path: string) => fetch(`https://127.0.0.1:${port}${path}`);
  for (let load = 0; load < loadsInAPhase; load += 1) {
    const document = await get('/');
    const named = new Set((await document.text()).match(/\/assets\/[\w.-]+\.(js|css)/g) ?? []);
    if (named.size === 0) {
      files.missing += 1;
      console.error(`missing: the page ${document.status}`);
    }
    for (const path of named) {
      const { status } = await get(path);
      files.asked += 1;
      if (status === 200) continue;
      files.missing += 1;
      console.error(`missing: ${path} ${status}`);
    }
  }
}

/** A browser tab of a person who pauses in the middle of an application and continues later. */
interface Tab {
  readonly goOn: () => Promise<void>;
}

/** Returns functions that open tabs in one phase of the rollout and finish the tabs' applications in another phase. */
function newTabs(browser: Browser, { port }: Balancer) {
  const counted = { opened: 0, failed: 0, missing: 0 };

  /** Runs a part of an application in a tab. Counts an error as a failure. */
  async function attempt(work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => {
      counted.failed += 1;
      console.error(`a tab failed: ${error instanceof Error ? error.message : String(error)}`);
    });
  }

  /** @param parts Number of parts of the application that the person completes between its first screen and the pause. */
  async function openOne(parts: number): Promise<Tab> {
    counted.opened += 1;
    const person = await newApplicant(browser, { ignoreHTTPSErrors: true });
    person.page.setDefaultTimeout(60_000);
    person.page.on('response', (response) => {
      if (response.url().includes('/assets/') && response.status() >= 400) counted.missing += 1;
    });
    const journey: readonly (() => Promise<void>)[] = [
      () => begin(person, `https://demo.localhost:${port}`),
      () => fillBusiness(person),
      async () => {
        await person.press('Skip for now');
        await fillApplicant(person, '60');
        await person.answer('Yes');
        await addOwner(person, 'Sam Lee', '40');
        await person.next();
      },
      async () => {
        await declineCards(person);
        await passReview(person);
      },
      async () => {
        await signAndSubmit(person, true);
        await person.sees('We received your application');
      },
    ];
    let isBroken = false;
    const go = (steps: typeof journey) =>
      attempt(async () => {
        if (isBroken) return;
        isBroken = true;
        for (const step of steps) await step();
        isBroken = false;
      });
    await go(journey.slice(0, parts + 1));
    return {
      goOn: async () => {
        await go(journey.slice(parts + 1));
        await attempt(person.close);
      },
    };
  }

  return {
    open: async (stops: readonly number[]): Promise<readonly Tab[]> => Promise.all(stops.map(openOne)),
    finish: async (tabs: readonly Tab[]): Promise<void> => {
      await Promise.all(tabs.map(({ goOn }) => goOn()));
    },
    figures: (): readonly Figure[] => [
      countOnly('tabs in which an application was completed', counted.opened),
      mustBeZero('failed tabs', counted.failed),
      mustBeZero('files that were missing in these tabs', counted.missing),
    ],
  };
}
