/** Keys that are guessed all at once (X11). */
import { type Figure, none } from '../support/figures.ts';
import type { Attack } from './attack.ts';
import { call, freshAddress } from './attackers.ts';

const guesses = 50;
const allowed = 10;

export const wrongKeys: Attack = {
  name: 'wrong-keys',
  demands: ['X11'],
  about: `one address tries ${guesses} start keys at the same moment`,
  run: async ({ port }): Promise<readonly Figure[]> => {
    const from = freshAddress();
    const answers = await Promise.all(
      Array.from({ length: guesses }, (_, at) =>
        call(port, 'POST', `/api/v1/apply/start/1111-2222-3333-${4400 + at}`, { from }),
      ),
    );
    const lookedUp = answers.filter(({ status }) => status === 404).length;
    const refused = answers.filter(({ status }) => status === 429).length;
    return [
      {
        what: 'keys looked up',
        value: String(lookedUp),
        demand: `≤ ${allowed}`,
        met: lookedUp > 0 && lookedUp <= allowed,
      },
      none('answered neither way', guesses - lookedUp - refused),
    ];
  },
};
