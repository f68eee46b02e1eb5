/**
 * A balancer that gives every request to the next node, ready ones alone: harsher than any real one, because no two requests
 * of a page reach the same node.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as requestTo, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { statusOf } from './installation.ts';

export interface RoundRobin {
  readonly port: number;
  /** Holds each request from now on for so many milliseconds: the time that people take. */
  readonly hold: (millis: number) => void;
  readonly stop: () => Promise<void>;
}

/** Milliseconds between two questions whether a node is ready. */
const probeMillis = 100;

/** Starts it before nodes on loopback. */
export async function startRoundRobin(ports: readonly number[]): Promise<RoundRobin> {
  let ready: readonly number[] = ports;
  let held = 0;
  let turn = 0;
  let isStopped = false;

  async function probe(): Promise<void> {
    while (!isStopped) {
      const statuses = await Promise.all(
        ports.map((port) => statusOf(`http://127.0.0.1:${port}/health/ready`)),
      );
      const found = ports.filter((_, at) => statuses[at] === 200);
      // As a balancer does that has none to choose from.
      ready = found.length > 0 ? found : ports;
      await pause(probeMillis);
    }
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await pause(held);
    turn += 1;
    const port = ready[turn % ready.length];
    const { method, url: path, headers } = request;
    const onward = requestTo({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.writeHead(502).end());
    request.pipe(onward);
  }

  const server = createServer((request, response) => void pass(request, response));
  // Longer than any client keeps a connection: one that is closed as a request comes is no fault of a node.
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const probing = probe();
  return {
    port: (server.address() as AddressInfo).port,
    hold: (millis) => {
      held = millis;
    },
    stop: async () => {
      isStopped = true;
      server.closeAllConnections();
      server.close();
      await probing;
    },
  };
}
