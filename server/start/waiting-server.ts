/** The server that listens until the store is open. It is live but not ready, serves the page, and responds to calls with 503. */
import type { Server } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { Api } from '../http/api-types.ts';
import { buildWaitingApp } from '../http/app.ts';
import type { Groundwork } from '../services.ts';
import { addressesOf, listen, stopListening } from './listen.ts';

/** How long responses may still be sent after the waiting server has stopped, in milliseconds. */
const lastResponsesMillis = 1_000;

export type WaitingServer = ReturnType<typeof waitingServerOf>;

/** Returns the waiting server. `page` serves every GET that is neither an API call nor an asset. */
export function waitingServerOf(
  groundwork: Groundwork,
  log: FastifyBaseLogger,
  page: (app: Api, groundwork: Groundwork) => Promise<void>,
) {
  let opened: Promise<{ readonly app: Api; readonly listeners: readonly Server[] }> | undefined;
  let isStopped = false;

  async function open() {
    const app = await buildWaitingApp(groundwork, log, { page: (api) => page(api, groundwork) });
    const { port, host } = groundwork.settings;
    return { app, listeners: await listen(app, port, await addressesOf(host), log) };
  }

  return {
    /** Starts to listen. Does nothing if the waiting server already listens or was stopped. */
    open: async (): Promise<void> => {
      if (isStopped) return;
      opened ??= open();
      await opened;
    },
    /** Stops listening permanently, so that the real server can listen on the same address. */
    stop: async (): Promise<void> => {
      isStopped = true;
      const server = await opened?.catch(() => undefined);
      if (server === undefined) return;
      const { app, listeners } = server;
      app.isDraining = true;
      await stopListening(app, listeners, 0);
      setTimeout(() => app.server.closeAllConnections(), lastResponsesMillis).unref();
      // Don't wait until the app is closed, because the real server doesn't need to wait for the last responses.
      app.close().catch((error: unknown) => log.error(error, 'a part of the server did not stop'));
    },
  };
}
