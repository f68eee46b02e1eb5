/**
 * `npm run attack` runs all attacks, one after another. Each attack gets a new installation, whose server runs in its own process
 * while an honest client keeps working. Attacks that are tests of the test suite start their own servers. Prints a table in
 * Markdown, and exits with 1 if a requirement is not met. Needs Linux, because it uses `/proc` and many loopback addresses.
 */
import { parseArgs } from 'node:util';
import { buildPage } from '../../scripts/build.ts';
import { type Figure, mustBeZero } from '../../tests/support/figures.ts';
import { install, type StoreName, storeNames } from '../../tests/support/installation.ts';
import { figuresOfTests } from '../../tests/support/tested-files.ts';
import { watchMemory } from '../../tests/support/watched-memory.ts';
import { asMillis, atMost, markdownTable, percentile } from '../bench/bench.ts';
import type { Attack } from './attack.ts';
import { beyondLimits } from './beyond-limits.ts';
import { costlyDocuments } from './costly-documents.ts';
import { beginHonestClient } from './honest-client.ts';
import { largeRequests } from './large-requests.ts';
import { longTexts } from './long-texts.ts';
import { malformedRequests } from './malformed-requests.ts';
import { slowClients } from './slow-clients.ts';
import { tellingTimes } from './telling-times.ts';
import { type TestedAttack, testedAttacks } from './tested-attacks.ts';
import { unreadResponses } from './unread-responses.ts';

const attacks: readonly Attack[] = [
  ...unreadResponses,
  ...largeRequests,
  ...slowClients,
  malformedRequests,
  longTexts,
  ...beyondLimits,
  costlyDocuments,
  tellingTimes,
];
const allAttacks: readonly (Attack | TestedAttack)[] = [...attacks, ...testedAttacks];

/** Maximum memory of the server in MB (S6). */
const mostMegabytes = 700;
/** Maximum p95 of an honest client's response times, in milliseconds (X18). */
const slowestMillis = 500;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    store: { type: 'string', default: 'embedded' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log('npm run attack -- [--only name,X18] [--store embedded|PostgreSQL]\n');
  for (const { name, demands, about } of allAttacks) console.log(`${name} (${demands.join(', ')})  ${about}`);
  process.exit(0);
}
const wanted = values.only?.split(',');
const isWanted = ({ name, demands }: Attack | TestedAttack) =>
  wanted === undefined || wanted.some((each) => each === name || demands.includes(each));
const chosen = allAttacks.filter(isWanted);
const store = storeNames.find((name) => name === values.store);
if (chosen.length === 0 || store === undefined) {
  console.error('There is no such attack or store. See --help.');
  process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const asMegabytes = (value: number) => `${value.toFixed(0)} MB`;

async function figuresOf(attack: Attack, store: StoreName): Promise<readonly Figure[]> {
  const installation = await install(store);
  try {
    const { server, env } = installation;
    Object.assign(env, { LIMITS_FACTOR: '1' }, attack.env);
    // Restarts the server once it has created its store, because the server needs more memory to create a store than to serve
    // from it.
    await server.start();
    await server.stop();
    await server.start();
    const port = Number(new URL(server.origin).port);
    const honest = await beginHonestClient(port);
    const stopWatching = await watchMemory(server);
    const own = await attack.run({ port, host: 'demo.localhost', installation });
    const { millis, failed } = await honest.stop();
    const { most, atFirst } = await stopWatching();
    return [
      mustBeZero('server processes ended', server.isRunning() ? 0 : 1),
      atMost('peak memory', most, mostMegabytes, asMegabytes),
      { what: 'memory before', value: asMegabytes(atFirst), demand: '', met: true },
      atMost('p95 of other calls', percentile(millis, 0.95), slowestMillis, asMillis),
      mustBeZero(`failed calls of others, of ${millis.length}`, failed),
      ...own,
    ];
  } finally {
    await installation.remove();
  }
}

buildPage();
const describe = ({ what, value, demand, met }: Figure) =>
  `${what}: ${value}${demand && ` (${demand})`}${met ? '' : ' **not met**'}`;
const rows: string[][] = [];
let isMet = true;
for (const attack of chosen) {
  console.error(`${attack.name}: ${attack.about}`);
  const figures = await ('run' in attack ? figuresOf(attack, store) : figuresOfTests(attack.files));
  const holds = figures.every(({ met }) => met);
  isMet &&= holds;
  const figure = figures.map(describe).join('; ');
  console.error(figure);
  rows.push([`${attack.name}: ${attack.about}`, attack.demands.join(', '), figure, holds ? 'yes' : '**no**']);
}
console.log(markdownTable(['attack', 'demand', 'figure', 'holds'], rows));
process.exit(isMet ? 0 : 1);
