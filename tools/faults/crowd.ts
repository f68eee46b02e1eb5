/** Simulates several concurrent applicants, and checks all data that the server acknowledged to them. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { countOnly, type Figure, mustBeZero } from '../../tests/support/figures.ts';
import type { ObservedCall } from '../../tests/support/http-client.ts';
import type { Installation } from '../../tests/support/installation.ts';
import { differences, type Known, type Manner, newApplicant } from './applicant.ts';

export interface Crowd {
  /** Lets all applicants apply until `stop` is aborted. Resolves once all have stopped. */
  run(stop: AbortSignal): Promise<void>;
  /** Returns the number of writes acknowledged so far. */
  acknowledged(): number;
  /** Reads and checks every application that applicants have used since the last check. The server must be ready. */
  look(): Promise<void>;
  /** Returns the figures of all checks and of the rows in the store. Stop the server first. */
  figures(): Promise<Figure[]>;
}

/** Returns a crowd of this many applicants at an installation. `observe` and `manner` apply to each of them. */
export function newCrowd(
  installation: { readonly server: Pick<Installation['server'], 'origin'> } & Pick<Installation, 'openStore'>,
  size: number,
  observe?: (call: ObservedCall) => void,
  manner?: Manner,
): Crowd {
  const applicants = Array.from({ length: size }, () =>
    newApplicant(installation.server.origin, observe, manner),
  );
  const submitted: Known[] = [];
  const lost: string[] = [];

  /**
   * Returns a description of each submitted application whose rows are not complete. They are complete if the application has the
   * status `submitted`, the acknowledged reference number, exactly one email and exactly one delivery.
   */
  async function missingFromStore(): Promise<string[]> {
    const database = await installation.openStore();
    const missing: string[] = [];
    for (const { id, referenceNumber } of submitted) {
      const row = await database.db
        .selectFrom('application')
        .select(['status', 'reference_number'])
        .where('id', '=', id)
        .executeTakeFirst();
      const jobs = await database.db
        .selectFrom('outbox')
        .select('kind')
        .where('application_id', '=', id)
        .orderBy('kind')
        .execute();
      const kinds = jobs.map(({ kind }) => kind).join();
      if (
        row?.status !== 'submitted' ||
        row.reference_number !== referenceNumber ||
        kinds !== 'delivery,mail'
      )
        missing.push(`the rows of ${id}`);
    }
    await database.close();
    return missing;
  }

  const acknowledged = () => applicants.reduce((sum, applicant) => sum + applicant.acknowledged, 0);

  return {
    acknowledged,
    run: async (stop) => {
      await Promise.all(applicants.map((applicant) => applicant.run(stop)));
    },
    look: async () => {
      for (const applicant of applicants) {
        const current = applicant.current();
        const finished = applicant.takeSubmitted();
        submitted.push(...finished);
        for (const known of [...finished, ...(current ? [current] : [])])
          lost.push(...(await differences(known)));
      }
    },
    figures: async () => {
      lost.push(...(await missingFromStore()));
      for (const what of lost) console.error(`lost or doubled: ${what}`);
      const surprises = applicants.flatMap((applicant) => applicant.surprises);
      for (const surprise of surprises) console.error(`unexpected: ${surprise}`);
      return [
        countOnly('acknowledged writes', acknowledged()),
        countOnly('submitted applications', submitted.length),
        mustBeZero('acknowledged writes that were lost or applied twice', lost.length),
        mustBeZero('responses other than 2xx and 503', surprises.length),
      ];
    },
  };
}

/** Lets a crowd apply while `happen` causes a fault. Resolves once the crowd has stopped and `happen` has ended. */
export async function during(crowd: Crowd, happen: () => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const running = crowd.run(stop.signal);
  try {
    await happen();
  } finally {
    stop.abort();
    await running;
  }
}

/** `randomMoment` waits for fewer writes than this. */
const mostWrites = 80;
/** The longest time for which `randomMoment` waits for writes, in milliseconds. */
const longestMillis = 30_000;

/**
 * Waits for a random number of further writes of a crowd, and then for a random number of milliseconds. When this resolves, other
 * writes are in progress.
 */
export async function randomMoment(crowd: Crowd): Promise<void> {
  const enough = crowd.acknowledged() + randomInt(5, mostWrites);
  const until = performance.now() + longestMillis;
  while (crowd.acknowledged() < enough && performance.now() < until) await pause(5);
  await pause(randomInt(20));
}
