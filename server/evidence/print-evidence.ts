/** Makes the PDFs of evidence packages in a separate process (D48). */
import { startJobQueue } from '../processes/job-queue.ts';
import { noBytes } from '../processes/messages.ts';
import type { EvidencePackage } from './evidence-package.ts';

/** The limits for printing the evidence of one application. 10,000 events take 9 s of processor time and 700 MB. */
const limits = { processorMillis: 100_000, memory: 1_024 * 1_048_576, wallMillis: 120_000 };

/** Makes one PDF at a time, so memory use does not grow with the number of operators who export at the same time. */
const queue = startJobQueue({ module: 'evidence/evidence-worker', heap: 768 }, limits);

/** Returns the PDF of an evidence package. Rejects with the reason if the PDF cannot be made within the limits. */
export async function printEvidence(evidence: EvidencePackage): Promise<Uint8Array> {
  const { bytes } = await queue.run({ head: evidence, bytes: noBytes });
  return bytes;
}
