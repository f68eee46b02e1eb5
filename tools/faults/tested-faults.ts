/**
 * The rows of the reliability table that are proved by attacks or by tests of the test suite. The runner runs these attacks and
 * tests, and counts the results.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { countOnly, type Figure, mustBeZero } from '../../tests/support/figures.ts';
import { figuresOfTests } from '../../tests/support/tested-files.ts';

/** A row of the reliability table that tests or an attack prove. The tests and attacks start their own servers and stores. */
export interface TestedFault {
  readonly name: string;
  readonly about: string;
  /** The test files that check this row's claim. Empty if a simulated attack checks it. */
  readonly files: readonly string[];
  readonly prove: () => Promise<readonly Figure[]>;
}

const byTests = (name: string, about: string, files: readonly string[]): TestedFault => ({
  name,
  about,
  files,
  prove: () => figuresOfTests(files),
});

const byAttacks = (name: string, about: string): TestedFault => ({
  name,
  about,
  files: [],
  prove: () => figuresOfAttacks(name),
});

export const testedFaults: readonly TestedFault[] = [
  byTests(
    'F2',
    'simultaneous and repeated submits, a connection that breaks after the commit, and two tabs: one submission',
    ['tests/api/races.test.ts', 'server/sessions/idempotency.test.ts', 'tests/browser/finish.test.ts'],
  ),
  byAttacks('F3', 'ten thousand malformed requests: no 5xx response'),
  byTests(
    'F6',
    'the mail server or a bank refuses, hangs or fails: submit is unaffected, and everything is sent afterwards',
    ['server/jobs/outbox-worker.long.test.ts', 'tests/api/misbehaving-receiver.long.test.ts'],
  ),
  byTests(
    'F8',
    'the disk is full: writes get 503, reads continue, and the server recovers without a restart',
    ['server/http/app.test.ts', 'server/files/disk.test.ts'],
  ),
  byAttacks(
    'F9',
    '400 simultaneous connections with slow headers and bodies: the server closes them in time and serves others',
  ),
  byTests('F10', 'a second process on the embedded store: refuses to start and says why', [
    'server/db/embedded/start.thorough.test.ts',
  ]),
  byTests(
    'F11',
    'an unreliable mobile network in the browser: no typed text is lost, and nothing is stored twice',
    [
      'tests/browser/lossy-network.thorough.test.ts',
      'tests/browser/no-network.long.test.ts',
      'tests/browser/lost-responses.test.ts',
    ],
  ),
  byTests('F12', 'a backup under load, restored elsewhere: the counts, heads and documents are the same', [
    'server/db/embedded/backup.thorough.test.ts',
  ]),
  byTests(
    'F16',
    'a person is interrupted for minutes, a day or five days: no answer is lost or shown to anyone else',
    ['tests/browser/coming-back.thorough.test.ts', 'tests/browser/by-email.thorough.test.ts'],
  ),
];

/**
 * Runs the attacks with this name in a separate process. Returns how many attacks meet all their requirements and how many do
 * not, according to the last cell of each line in the table that the process prints.
 */
async function figuresOfAttacks(name: string): Promise<readonly Figure[]> {
  const attack = spawn(process.execPath, ['tools/attack/main.ts', '--only', name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => void attack.kill();
  process.on('exit', end);
  const [printed, [code]] = await Promise.all([text(attack.stdout), once(attack, 'exit')]);
  process.off('exit', end);
  const held = printed.match(/^\|.*\| yes \|$/gm)?.length ?? 0;
  const failed = printed.match(/^\|.*\| \*\*no\*\* \|$/gm)?.length ?? 0;
  return [
    { ...countOnly('attacks without a missed figure', held), met: code === 0 && held > 0 },
    mustBeZero('attacks with a missed figure', failed),
  ];
}
