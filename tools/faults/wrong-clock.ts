/**
 * F13: nodes with a wrong clock and a node with a correct clock share one PostgreSQL. The nodes with a wrong clock must not end a
 * draft that is in use, and must report that their clock is wrong.
 */
import { globSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { countOnly, mustBeZero, notTried } from '../../tests/support/figures.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { httpClient } from '../../tests/support/http-client.ts';
import { type Installation, type ServerProcess, statusOf } from '../../tests/support/installation.ts';
import { create } from '../../tests/support/sample-application.ts';
import type { Fault } from './fault.ts';

const minute = 60;
const day = 24 * 60 * minute;
const wrongSeconds = [20 * minute, -20 * minute, day, -day];
const drafts = 100;
const overDrafts = 5;

/** Milliseconds to observe the nodes, enough for two sweeps of every node. */
const watchMillis = 135_000;

/** Maximum error of the clock metric in seconds. */
const toleratedSeconds = 2;

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');

interface Node {
  readonly server: ServerProcess;
  readonly metricsPort: number;
  readonly wrong: number;
}

export const wrongClock: Fault = {
  name: 'F13',
  about:
    'the clocks of four nodes are 20 minutes or a day ahead or behind, and a fifth is correct: no live draft ends',
  stores: ['PostgreSQL'],
  run: async (installation) => {
    if (library === undefined) return [notTried(['faketime'])];
    const nodes: Node[] = [];
    for (const wrong of [0, ...wrongSeconds]) nodes.push(await startNode(installation, wrong, library));
    const [right, ...others] = nodes as [Node, ...Node[]];

    const live = await Promise.all(Array.from({ length: drafts }, () => begin(right.server.origin)));
    const over = await Promise.all(Array.from({ length: overDrafts }, () => begin(right.server.origin)));
    await age(installation, over);

    let heartbeats = 0;
    let [refused, readyThough, notReadyThough] = [0, 0, 0];
    const until = performance.now() + watchMillis;
    while (performance.now() < until) {
      // Sends each draft's heartbeat to a different node than before.
      for (const [index, draft] of live.entries()) {
        const node = nodes[(index + heartbeats) % nodes.length] ?? right;
        const { status } = await draft.at(node.server.origin).send('POST', '/apply/heartbeat');
        if (status !== 204) refused += 1;
      }
      heartbeats += 1;
      for (const { server } of others) if ((await readiness(server)) !== 503) readyThough += 1;
      if ((await readiness(right.server)) !== 200) notReadyThough += 1;
      await pause(5_000);
    }

    let ended = 0;
    for (const { at, id } of live) {
      const { status } = await at(right.server.origin).send('GET', `/application/${id}`);
      if (status !== 200) ended += 1;
    }
    const off = await Promise.all(nodes.map(async (node) => Math.abs((await aheadOf(node)) - node.wrong)));
    const kept = await stillDrafts(installation, over);
    for (const { server } of nodes) {
      await server.stop();
    }
    return [
      countOnly('live drafts', drafts),
      countOnly('rounds of heartbeats, each at a different node', heartbeats),
      mustBeZero('live drafts ended', ended),
      mustBeZero('heartbeats refused', refused),
      mustBeZero(`drafts that no sweeper ended, of ${overDrafts} expired drafts`, kept),
      mustBeZero('checks in which a node with a wrong clock was ready', readyThough),
      mustBeZero('checks in which the node with the correct clock was not ready', notReadyThough),
      mustBeZero(
        'nodes whose metric is wrong',
        off.filter((seconds) => !(seconds <= toleratedSeconds)).length,
      ),
    ];
  },
};

/** Starts a node whose clock is wrong by this many seconds. Its timers stay correct, because they use the monotonic clock. */
async function startNode(installation: Installation, wrong: number, preload: string): Promise<Node> {
  const metricsPort = await freePort();
  const server = await installation.addNode({
    METRICS_PORT: String(metricsPort),
    ...(wrong !== 0 && {
      LD_PRELOAD: preload,
      FAKETIME: `${wrong > 0 ? '+' : ''}${wrong}`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }),
  });
  await server.start(wrong === 0 ? 'ready' : 'live');
  return { server, metricsPort, wrong };
}

const readiness = ({ origin }: ServerProcess) => statusOf(`${origin}/health/ready`);

/** Returns how many seconds a node's clock is ahead, according to the node's metric. */
async function aheadOf({ metricsPort }: Node): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  return Number(/^node_clock_ahead_seconds (\S+)$/m.exec(await response.text())?.[1]);
}

interface Draft {
  readonly id: string;
  /** Returns a client that acts as the draft's browser tab and calls the node at this origin. */
  readonly at: (origin: string) => ApiClient;
}

async function begin(origin: string): Promise<Draft> {
  const client = httpClient(origin);
  await client.start();
  const { id } = await create(client);
  return {
    id,
    at: (elsewhere) => {
      const twin = httpClient(elsewhere, undefined, client.cookies);
      twin.goOn(client.webSessionId);
      return twin;
    },
  };
}

/** Backdates the sessions of these drafts by an hour, so that the next sweep ends them. Also revokes their resume tokens. */
async function age(installation: Installation, over: readonly Draft[]): Promise<void> {
  const ids = over.map(({ id }) => id);
  await query(installation, 'update way_back set end_date_time = now() where application_id = any($1)', [
    ids,
  ]);
  await query(
    installation,
    `update session set active_date_time = now() - interval '1 hour'
      where id in (select session_id from application where id = any($1))`,
    [ids],
  );
}

async function stillDrafts(installation: Installation, over: readonly Draft[]): Promise<number> {
  const rows = await query(
    installation,
    "select 1 from application where id = any($1) and status = 'draft'",
    [over.map(({ id }) => id)],
  );
  return rows.length;
}

async function query({ databaseUrl }: Installation, text: string, values: unknown[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(text, values);
  await client.end();
  return rows;
}
