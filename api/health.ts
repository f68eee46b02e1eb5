/** The schemas of the health probes' responses. The probes are not under /api/v1 (docs/api.md, "Around the API"). */
import Type from 'typebox';
import { object } from './shape.ts';

const ok = Type.Literal('ok');

/** The response of a process that is alive. It describes the process's build. */
export const LiveNode = object('LiveNode', {
  status: ok,
  version: Type.String(),
  commit: Type.String({
    description:
      'The commit in hexadecimal, followed by -changed if the sources differed from it; or unknown',
  }),
  node: Type.String({ description: 'The version of Node' }),
});

export const HealthyNode = object('HealthyNode', { status: ok });

export const failings = ['stopping', 'database', 'clock', 'keys'] as const;
export type Failing = (typeof failings)[number];

export const UnavailableNode = object('UnavailableNode', {
  status: Type.Literal('unavailable'),
  failing: Type.Unsafe<Failing>({ type: 'string', enum: [...failings] }),
});
