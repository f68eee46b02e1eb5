/** The thread in which one evidence package becomes a PDF (D48). */
import { parentPort, workerData } from 'node:worker_threads';
import type { EvidencePackage } from './evidence-package.ts';
import { evidencePdf } from './evidence-pdf.ts';

parentPort?.postMessage(await evidencePdf(workerData as EvidencePackage));
