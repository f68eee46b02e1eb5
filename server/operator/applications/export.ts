/** Runs `applications export`: writes applications as one table, or writes one evidence file per application (D35). */
import { noteShown } from '../../applications/act-on-application.ts';
import type { ApplicationFilter } from '../../db/queries/operator/application-list.ts';
import { submittedAmong } from '../../db/queries/submissions.ts';
import { readEvidence } from '../../evidence/evidence-package.ts';
import { exportApplications, pagesOfApplications } from '../../evidence/export-applications.ts';
import { printEvidence } from '../../evidence/print-evidence.ts';
import { oneOf, reasonOf, requiredOf } from '../call-values.ts';
import type { HandOver, OperatorCommand, OperatorContext, OperatorFile } from '../command.ts';
import { OperatorProblem } from '../command.ts';
import { actOn } from '../named-application.ts';
import { counted } from '../terminal-text.ts';
import { filterOf } from './application-filter.ts';
import { formats } from './commands.ts';

type EvidenceFormat = Exclude<(typeof formats)[number], 'csv' | 'json'>;

export const applicationsExport: OperatorCommand['run'] = async (context, call, handOver) => {
  const format = requiredOf(oneOf(call, 'format', formats), 'format');
  const selected = { context, handOver, filter: filterOf(context, call), reason: reasonOf(call) };
  const count =
    format === 'csv' || format === 'json'
      ? await exportTable(selected, format)
      : await exportEvidence(selected, format);
  return { data: { count }, text: `${counted(count, 'application')}.` };
};

interface Selected {
  readonly context: OperatorContext;
  readonly handOver: HandOver;
  readonly filter: ApplicationFilter;
  readonly reason: string | undefined;
}

/** Exports applications as a table. With `reason`, first records the export in the trail of each application that has answers. */
async function exportTable({ context, handOver, filter, reason }: Selected, format: 'csv' | 'json') {
  let count = 0;
  async function* content() {
    count = yield* exportApplications(context, filter, format, async (applicationId) => {
      if (reason !== undefined) await noteShown(actOn(context, applicationId), reason, { table: format });
    });
  }
  await handOver([{ name: `applications.${format}`, content }]);
  return count;
}

/** Exports evidence of submitted, unerased applications. Records each export in the audit trail before reading the evidence. */
async function exportEvidence({ context, handOver, filter, reason }: Selected, format: EvidenceFormat) {
  async function* evidenceOf(applicationId: string): AsyncGenerator<Uint8Array> {
    await noteShown(actOn(context, applicationId), reason, { evidence: format });
    const evidence = await readEvidence(context, applicationId);
    yield format === 'evidence-pdf'
      ? await printEvidence(evidence)
      : Buffer.from(`${JSON.stringify(evidence, null, 2)}\n`);
  }

  const { db } = context.database;
  const ending = format === 'evidence-pdf' ? 'pdf' : 'json';
  const files: OperatorFile[] = [];
  for await (const page of pagesOfApplications(db, filter)) {
    const ids = page.map(({ id }) => id);
    const submitted = await submittedAmong(db, ids);
    for (const { id: applicationId, referenceNumber } of page) {
      if (!submitted.has(applicationId)) continue;
      const name = `evidence-${referenceNumber ?? applicationId}.${ending}`;
      files.push({ name, content: () => evidenceOf(applicationId) });
    }
  }
  if (files.length === 0) throw new OperatorProblem('No submitted application matches.', 2);
  await handOver(files);
  return files.length;
}
