/** The Fastify instance on which routes are registered. TypeScript infers the types of bodies and parameters from the schemas. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

export type Api = Parameters<FastifyPluginAsyncTypebox>[0];
