/**
 * What a node shows while its store cannot be opened yet: it lives and is not ready, serves the page, and says 503 to every call
 * (docs/operating.md). It stands at the address of the server, which takes its place.
 */
import type { Server } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { Api } from '../http/api-types.ts';
import { buildWaitingApp } from '../http/app.ts';
import type { Groundwork } from '../services.ts';
import { addressesOf, listen, stopListening } from './listen.ts';

/** How long its last answers, which are all quick, may take to leave, in milliseconds. */
const lastAnswersMillis = 1_000;

export interface Front {
  /** Begins to listen, where it does not yet. */
  readonly open: () => Promise<void>;
  /** Stops listening, so that the server can: it does not open again. */
  readonly stop: () => Promise<void>;
}

/** @param page serves every GET that is neither API nor asset */
export function frontOf(
  groundwork: Groundwork,
  log: FastifyBaseLogger,
  page: (app: Api, groundwork: Groundwork) => Promise<void>,
): Front {
  let opened: Promise<{ readonly app: Api; readonly doors: readonly Server[] }> | undefined;
  let isDraining = false;

  async function open() {
    const app = await buildWaitingApp(groundwork, log, {
      page: (api) => page(api, groundwork),
      isDraining: () => isDraining,
    });
    const { port, host } = groundwork.settings;
    return { app, doors: await listen(app, port, await addressesOf(host), log) };
  }

  return {
    open: async () => {
      if (isDraining) return;
      opened ??= open();
      await opened;
    },
    stop: async () => {
      isDraining = true;
      const shown = await opened?.catch(() => undefined);
      if (shown === undefined) return;
      const { app, doors } = shown;
      await stopListening(app, doors, 0);
      setTimeout(() => app.server.closeAllConnections(), lastAnswersMillis).unref();
      // Nothing waits for its last answers, least of all the server that takes its place.
      app.close().catch((error: unknown) => log.error(error, 'a part did not stop'));
    },
  };
}
