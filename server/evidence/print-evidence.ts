/** Makes the PDFs of evidence packages in a process of their own (D48). */
import { startJobQueue } from '../processes/job-queue.ts';
import { noBytes } from '../processes/messages.ts';
import type { EvidencePackage } from './evidence-package.ts';

/** The most that the evidence of one application may take. With 10,000 events it takes 20 s of the processor, and 500 MB. */
const limits = { processorMillis: 100_000, memory: 1_024 * 1_048_576, wallMillis: 120_000 };

/** One PDF at a time, however many operators export, so that they never take more memory together. */
const queue = startJobQueue({ module: 'evidence/evidence-worker', heap: 768 }, limits);

/** Returns the PDF. Rejects with the reason where it cannot be made, or takes too long or too much memory. */
export async function printEvidence(evidence: EvidencePackage): Promise<Uint8Array> {
  const { bytes } = await queue.run({ head: evidence, bytes: noBytes });
  return bytes;
}
