/** The type of the server instance that routes register on; schemas give the types of request bodies and parameters. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

export type Api = Parameters<FastifyPluginAsyncTypebox>[0];
