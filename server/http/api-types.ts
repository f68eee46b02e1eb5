/** The Fastify instance on which routes are registered. It derives the types of bodies and parameters from a route's schemas. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

export type Api = Parameters<FastifyPluginAsyncTypebox>[0];
