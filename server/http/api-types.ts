/**
 * The type of the Fastify instance on which routes are registered. It infers the types of bodies and parameters from each route's
 * schemas.
 */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

export type Api = Parameters<FastifyPluginAsyncTypebox>[0];
