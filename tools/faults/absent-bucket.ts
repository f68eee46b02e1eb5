/**
 * The document bucket first refuses calls, and later does not respond, while people upload documents. Uploads must get 503 with
 * Retry-After, and everything else must continue. Afterwards, each document must have its object in the bucket, and each object
 * must belong to a document or be noted for deletion.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '../../tests/support/figures.ts';
import { countOnly, mustBeZero, mustOccur, times } from '../../tests/support/figures.ts';
import type { ObservedCall } from '../../tests/support/http-client.ts';
import { type Installation, statusOf } from '../../tests/support/installation.ts';
import { type BucketFailure, type S3Server, startS3Server } from '../../tests/support/s3-server.ts';
import { without200, withoutRetryAfter } from './answers.ts';
import { during, newCrowd } from './crowd.ts';
import type { Fault } from './fault.ts';

const crowdSize = 8;
/**
 * Maximum milliseconds until an upload gets its response: the document check, then three attempts to store the document, of 6 s
 * each, and the pauses between the attempts.
 */
const answerWithinMillis = 25_000;
/**
 * Maximum milliseconds until uploads work again: the delay in Retry-After, an upload in progress, and the check of its document.
 */
const recoverWithinMillis = 15_000;

const absences: readonly (readonly [name: string, failure: BucketFailure])[] = [
  ['refusing', { status: 503, code: 'SlowDown' }],
  ['silent', 'hang'],
];

export const absentBucket: Fault = {
  name: 'bucket',
  about:
    'the bucket of documents is unavailable for a while: uploads get 503 and are repeated, no document is lost, and no object is left over',
  stores: ['embedded', 'PostgreSQL'],
  run: async (installation, { outage }) => {
    const { server } = installation;
    const folder = join(installation.folder, 'bucket');
    await mkdir(folder);
    const bucket = await startS3Server(folder);
    Object.assign(installation.env, bucket.env);
    const calls: ObservedCall[] = [];
    const crowd = newCrowd(installation, crowdSize, (call) => calls.push(call));
    try {
      await server.start();
      const figures: Figure[] = [];
      for (const [name, failure] of absences) {
        figures.push(...(await suffer(name, failure)));
        await crowd.look();
      }
      await server.stop();
      return [...figures, ...(await crowd.figures()), ...(await objectFigures(installation, bucket))];
    } finally {
      await bucket.stop();
    }

    async function suffer(name: string, failure: BucketFailure): Promise<Figure[]> {
      calls.length = 0;
      let [away, back, recovered] = [0, 0, 0];
      const ready: (number | undefined)[] = [];
      await during(crowd, async () => {
        await pause(2_000);
        away = performance.now();
        bucket.failAlways(failure);
        while (performance.now() < away + outage * 1_000) {
          ready.push(await statusOf(`${server.origin}/health/ready`));
          await pause(200);
        }
        back = performance.now();
        bucket.failAlways(undefined);
        while (!calls.some((call) => isOfDocument(call) && call.begun > back && call.status === 201))
          await pause(20);
        recovered = performance.now() - back;
      });
      const meanwhile = calls.filter(({ ended, begun }) => ended > away && begun < back);
      const ofDocuments = meanwhile.filter(isOfDocument);
      const refused = ofDocuments.filter(({ status }) => status === 503);
      const others = meanwhile.filter((call) => !isOfDocument(call));
      return [
        mustOccur(`${name}: uploads with a 503`, refused.length),
        withoutRetryAfter(refused, `${name}: `),
        mustBeZero(
          `${name}: other calls without a 2xx`,
          others.filter(({ status = 0 }) => status < 200 || status > 299).length,
        ),
        times(
          `${name}: response time of an upload`,
          ofDocuments.map(({ begun, ended }) => ended - begun),
          answerWithinMillis,
        ),
        without200(`${name}: checks of /health/ready`, ready),
        times(`${name}: time until an upload succeeds again`, [recovered], recoverWithinMillis),
      ];
    }
  },
};

function isOfDocument({ path }: ObservedCall): boolean {
  return path.startsWith('/document');
}

/** Returns figures that show whether the objects match the documents and the records in `document_object`. */
async function objectFigures(installation: Installation, bucket: S3Server): Promise<Figure[]> {
  const { db, close } = await installation.openStore();
  const rows = await db.selectFrom('document').select(['content', 'content_object']).execute();
  const notes = await db.selectFrom('document_object').select('name').execute();
  await close();
  const there = new Set(await bucket.objects());
  const named = new Set(rows.map((row) => row.content_object ?? ''));
  const known = new Set([...named, ...notes.map(({ name }) => name)]);
  return [
    countOnly('documents in the bucket', named.size),
    mustBeZero('documents in the database', rows.filter(({ content }) => content !== null).length),
    mustBeZero('documents whose object is missing', [...named].filter((name) => !there.has(name)).length),
    mustBeZero('objects without a document', [...there].filter((name) => !known.has(name)).length),
  ];
}
