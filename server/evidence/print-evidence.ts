/** Makes the PDF of an evidence package beside the process's other work (D48). */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { EvidencePackage } from './evidence-package.ts';

const patienceMillis = 120_000;

/** The PDF. Rejects with the reason where it cannot be made, or takes longer than two minutes. */
export async function printEvidence(evidence: EvidencePackage): Promise<Buffer> {
  const thread = new Worker(new URL('./evidence-worker.ts', import.meta.url), { workerData: evidence });
  try {
    const [bytes] = await once(thread, 'message', { signal: AbortSignal.timeout(patienceMillis) });
    return Buffer.from(bytes as Uint8Array);
  } finally {
    await thread.terminate();
  }
}
