/**
 * An attack in which one IP address, in many sessions, uploads documents that are expensive to check, while other people upload
 * ordinary documents (X20).
 */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { mustBeZero } from '../../tests/support/figures.ts';
import { testPdf } from '../../tests/support/pdf.ts';
import { imageBomb, millionsOfStrokes, nestedForms } from '../../tests/support/pdf-bombs.ts';
import { asMillis, atMost } from '../bench/bench.ts';
import type { Attack, Target } from './attack.ts';
import { call, freshAddress, sessionFrom } from './attackers.ts';

const attackingSessions = 12;
const attackMillis = 30_000;
const mostWaitMillis = 5_000;
const mostCheckerMegabytes = 512;

/**
 * Starts a session from an IP address and creates an application in it. Returns a function that uploads a document to that
 * application.
 */
async function sender({ port }: Target, from: string) {
  const session = await sessionFrom(port, from);
  const created = await call(port, 'POST', '/api/v1/application', {
    from,
    headers: { ...session, 'content-type': 'application/json' },
    body: JSON.stringify({
      applicationData: { businessName: 'Larkspur Lawn' },
      disclosures: { shareInformation: true, authority: true },
    }),
  });
  const { id } = JSON.parse(created.body.toString()) as { id: string };
  return async (bytes: Buffer): Promise<number | undefined> => {
    const form = new FormData();
    form.append('applicationId', id);
    form.append('documentType', 'proof_of_entity');
    form.append('document', new File([new Uint8Array(bytes)], 'articles.pdf'));
    const encoded = new Response(form);
    const { status } = await call(port, 'POST', '/api/v1/document', {
      from,
      headers: { ...session, 'content-type': encoded.headers.get('content-type') ?? '' },
      body: Buffer.from(await encoded.arrayBuffer()),
    });
    return status;
  };
}

/**
 * Monitors all child processes of the server; during this attack, they check documents. The returned function stops the
 * monitoring and returns the highest peak memory of any of these processes, in MB.
 */
function watchCheckers(pid: number) {
  let most = 0;
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      for (const child of await childrenOf(pid)) most = Math.max(most, await megabytes(child));
      await pause(20);
    }
  })();
  return async () => {
    stopped = true;
    await watching;
    return most;
  };
}

async function childrenOf(pid: number): Promise<readonly string[]> {
  const tasks = `/proc/${pid}/task`;
  const lists = (await readdir(tasks)).map((task) =>
    readFile(`${tasks}/${task}/children`, 'latin1').catch(() => ''),
  );
  return (await Promise.all(lists)).flatMap((list) => list.trim().split(' ')).filter(Boolean);
}

async function megabytes(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

export const costlyDocuments: Attack = {
  name: 'costly-documents',
  demands: ['X20', 'S6'],
  about: `${attackingSessions} sessions of one IP address send only PDFs that take much time or memory, for ${attackMillis / 1_000} s`,
  run: async (target) => {
    const bombs = [imageBomb(10_000), millionsOfStrokes(8_000_000), nestedForms(12)];
    const address = freshAddress();
    const attackers = await Promise.all(
      Array.from({ length: attackingSessions }, () => sender(target, address)),
    );
    const send = await sender(target, freshAddress());
    const stopWatching = watchCheckers(target.installation.server.pid() ?? 0);
    const end = performance.now() + attackMillis;
    const attacking = attackers.map(async (attack, index) => {
      for (let turn = index; performance.now() < end; turn += 1) {
        await attack(bombs[turn % bombs.length] ?? Buffer.alloc(0));
        await pause(100);
      }
    });
    const waits: number[] = [];
    const statuses: (number | undefined)[] = [];
    // Uploads five documents, the maximum number for an application.
    for (let turn = 0; turn < 5; turn += 1) {
      await pause(attackMillis / 6);
      const begun = performance.now();
      statuses.push(await send(testPdf()));
      waits.push(performance.now() - begun);
    }
    await Promise.all(attacking);
    const most = await stopWatching();
    return [
      mustBeZero('refused ordinary documents of others', statuses.filter((status) => status !== 201).length),
      atMost('longest wait for an ordinary document', Math.max(...waits), mostWaitMillis, asMillis),
      atMost('peak memory of a checker', most, mostCheckerMegabytes, (value) => `${value.toFixed(0)} MB`),
    ];
  },
};
