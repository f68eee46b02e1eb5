/**
 * S5: divides the duration of calls on a store with very many applications by their duration on a store with few applications.
 * Measures each API call of an application, the lists that operators request, sweeps and a metrics scrape. Calls two servers
 * alternately. Each server has its own database.
 *
 * FILLED_DATABASE_URL and FILLED_DATA_DIR select a store that `npm run fill` has filled. FEW_DATABASE_URL and FEW_DATA_DIR select
 * a store with a thousand applications, ideally in the same PostgreSQL. If a store is not selected, a new one is filled first.
 * FILLED_APPLICATIONS is the size of the large store (20,000 by default, because a million takes most of an hour and 34 GB).
 */
import type { Figure } from '../../../tests/support/figures.ts';
import { countOnly } from '../../../tests/support/figures.ts';
import { asRatio, type Bench, markdownTable, percentile } from '../bench.ts';
import { eachRound, journey, type Timed } from './exercise.ts';
import { type FilledStore, namedStore, startFilled } from './filled-store.ts';

const few = 1_000;
const mostRatio = 1.2;
/**
 * Numbers of repetitions for the warm-up and for the measurement. Each repetition makes all calls of an application, and runs the
 * queries of operators and of the server's background jobs once.
 */
const [warmUps, counted] = [10, 80];

/**
 * The percentile of the response times that is compared. It is low because on a busy machine, slow responses mostly reflect other
 * load.
 */
const faster = 0.25;

export const costBySize: Bench = {
  name: 'S5',
  about: 'cost per call with very many stored applications, divided by the cost with a thousand',
  taken: () => `${counted} rounds in turn`,
  run: async ({ report }) => {
    const { FILLED_APPLICATIONS = '20000' } = process.env;
    const stores = [
      await startFilled(few, namedStore('FEW')),
      await startFilled(Number(FILLED_APPLICATIONS), namedStore('FILLED')),
    ];
    try {
      const millis = stores.map(() => new Map<string, number[]>());
      for (let round = -warmUps; round < counted; round += 1)
        for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
          const store = stores[at] as FilledStore;
          const timed: Timed = (what, value) => {
            if (round >= 0)
              (millis[at] as Map<string, number[]>).set(what, [...(millis[at]?.get(what) ?? []), value]);
          };
          await journey(store, timed);
          await eachRound(store, timed);
        }
      return figuresOf(stores, millis, report);
    } finally {
      for (const { end } of stores) await end();
    }
  },
};

function figuresOf(
  stores: readonly FilledStore[],
  [ofFew, ofMany]: readonly ReadonlyMap<string, readonly number[]>[],
  report: (table: string) => void,
): readonly Figure[] {
  const rows = [...(ofFew ?? [])].map(([what, values]) => {
    const [little, much] = [percentile(values, faster), percentile(ofMany?.get(what) ?? [], faster)];
    return { what, little, much, ratio: much / little };
  });
  report(
    markdownTable(
      ['call', ...stores.map(({ applications }) => `${applications.toLocaleString('en-US')}, ms`), 'ratio'],
      rows.map(({ what, little, much, ratio }) => [what, little.toFixed(1), much.toFixed(1), asRatio(ratio)]),
    ),
  );
  const all = (of: 'little' | 'much') => rows.reduce((sum, row) => sum + row[of], 0);
  const worst = rows.reduce((one, other) => (other.ratio > one.ratio ? other : one));
  return [
    ...stores.map(({ applications }) => countOnly('stored applications', applications)),
    ratio('all calls together', all('much') / all('little')),
    ratio(`call with the largest ratio: ${worst.what}`, worst.ratio),
  ];
}

function ratio(what: string, value: number): Figure {
  return { what, value: asRatio(value), demand: `≤ ${mostRatio}`, met: value <= mostRatio };
}
