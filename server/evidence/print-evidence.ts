/** Makes the PDF of an evidence package in a thread of its own, beside the process's other work (D48). */
import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { entryFile } from '../config/project-files.ts';
import type { EvidencePackage } from './evidence-package.ts';

const timeoutMillis = 120_000;

/** Returns the PDF. Rejects with the reason where it cannot be made, or takes longer than two minutes. */
export async function printEvidence(evidence: EvidencePackage): Promise<Buffer> {
  const thread = new Worker(entryFile('evidence/print-evidence'), { workerData: evidence });
  try {
    // It ends by itself once it has sent the PDF: to terminate it then ends the whole process (Node 26.10).
    const [bytes] = await once(thread, 'message', { signal: AbortSignal.timeout(timeoutMillis) });
    return Buffer.from(bytes as Uint8Array);
  } catch (error) {
    await thread.terminate();
    throw error;
  }
}

function isEvidence(data: unknown): data is EvidencePackage {
  return typeof data === 'object' && data !== null && 'format' in data && data.format === 'evidence-package';
}

// In the thread, this file is loaded with the package as its data.
if (isEvidence(workerData)) {
  const { evidencePdf } = await import('./evidence-pdf.ts');
  parentPort?.postMessage(await evidencePdf(workerData));
}
