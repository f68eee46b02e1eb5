/**
 * Attacks that exceed the rate limits of one IP address: concurrent guesses of start keys, and concurrent session starts, both
 * without pauses (X11, X18).
 */
import { countOnly, type Figure, mustBeZero } from '../../tests/support/figures.ts';
import type { Attack } from './attack.ts';
import { call, freshAddress } from './attackers.ts';

const atOnce = 50;
const attackMillis = 10_000;

/** Makes concurrent calls from one IP address until the time is up. Returns the statuses of the responses. */
async function flood(port: number, pathOf: (at: number) => string): Promise<readonly (number | undefined)[]> {
  const from = freshAddress();
  const statuses: (number | undefined)[] = [];
  const end = performance.now() + attackMillis;
  let begun = 0;
  const caller = async () => {
    while (performance.now() < end) {
      begun += 1;
      const { status } = await call(port, 'POST', pathOf(begun), { from });
      statuses.push(status);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  return statuses;
}

function beyondLimit(
  about: Pick<Attack, 'name' | 'demands' | 'about'>,
  pathOf: (at: number) => string,
  passing: { readonly what: string; readonly status: number; readonly most: number },
): Attack {
  return {
    ...about,
    run: async ({ port }): Promise<readonly Figure[]> => {
      const statuses = await flood(port, pathOf);
      const passed = statuses.filter((status) => status === passing.status).length;
      const refused = statuses.filter((status) => status === 429).length;
      return [
        {
          what: passing.what,
          value: String(passed),
          demand: `≤ ${passing.most}`,
          met: passed > 0 && passed <= passing.most,
        },
        countOnly('refused', refused),
        mustBeZero('other responses', statuses.length - passed - refused),
      ];
    },
  };
}

const wrongKeys = beyondLimit(
  {
    name: 'wrong-keys',
    demands: ['X11', 'X18', 'S6'],
    about: `one IP address tries start keys for ${attackMillis / 1_000} s, ${atOnce} at the same time`,
  },
  (at) => `/api/v1/apply/start/1111-2222-3333-${4400 + (at % 5000)}`,
  { what: 'keys looked up', status: 404, most: 10 },
);

const starts = beyondLimit(
  {
    name: 'starts',
    demands: ['X11', 'X18', 'S6'],
    about: `one IP address starts sessions for ${attackMillis / 1_000} s, ${atOnce} at the same time`,
  },
  () => '/api/v1/apply/start',
  // Allows twice the limit per minute, because a new minute may begin during the attack.
  { what: 'sessions started', status: 200, most: 120 },
);

export const beyondLimits: readonly Attack[] = [wrongKeys, starts];
