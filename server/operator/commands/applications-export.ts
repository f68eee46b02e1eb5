/** `applications export`: many applications as a table, or the evidence of each (D35). */
import { statuses } from '../../../api/application.ts';
import type { Act } from '../../applications/act-on-application.ts';
import { noteEvidenceShown } from '../../applications/act-on-application.ts';
import { readEvidence } from '../../evidence/evidence-package.ts';
import {
  applicationIds,
  csvHeader,
  csvLine,
  exportedApplications,
} from '../../evidence/export-applications.ts';
import { printEvidence } from '../../evidence/print-evidence.ts';
import type { ApplicationFilter } from '../../store/application-list.ts';
import { submittedAmong } from '../../store/submissions.ts';
import { dayOf, oneOf, programOf, requiredOf, storeOf, textOf } from '../call-values.ts';
import type { OperatorCommand, OperatorContext, OperatorFile } from '../command.ts';
import { OperatorProblem } from '../command.ts';
import { counted } from '../terminal-text.ts';

const formats = ['csv', 'json', 'evidence-json', 'evidence-pdf'] as const;
type Format = (typeof formats)[number];

/** Each is held in memory until it is handed over. */
const evidenceAtMost = 200;

export const applicationsExport: OperatorCommand = {
  name: 'applications export',
  about: 'Writes applications to files: a table without sensitive answers, or the evidence of each.',
  positionals: [],
  options: {
    format: { type: 'string', value: 'FORMAT', about: `One of ${formats.join(', ')}`, required: true },
    status: { type: 'string', value: 'STATUS', about: `One of ${statuses.join(', ')}` },
    program: { type: 'string', value: 'KEY', about: 'Program by its domainKey' },
    store: { type: 'string', value: 'DIGITS', about: 'Store, 8 digits' },
    from: { type: 'string', value: 'DATE', about: 'Begun on this day or later, UTC' },
    to: { type: 'string', value: 'DATE', about: 'Begun on this day or earlier, UTC' },
    reference: { type: 'string', value: 'NUMBER', about: 'Reference number' },
  },
  examples: [
    [
      'applications export --format csv --from 2026-03-01 --to 2026-03-31 --out march.csv',
      'a month as a table',
    ],
    [
      'applications export --format evidence-pdf --reference QWER-1234-5678',
      'what was asked, answered and agreed to; noted in the audit trail',
    ],
  ],
  run: async (context, call) => {
    const format = requiredOf(oneOf(call, 'format', formats), 'format');
    const filter: ApplicationFilter = {
      status: oneOf(call, 'status', statuses),
      domainKey: programOf(context, call)?.domainKey,
      storeId: storeOf(call),
      from: dayOf(call, 'from', 'begins'),
      before: dayOf(call, 'to', 'is over'),
      referenceNumber: textOf(call, 'reference')?.toUpperCase(),
    };
    const { files, count } =
      format === 'csv' || format === 'json'
        ? await tableOf(context, filter, format)
        : await evidenceOf(context, filter, format);
    return { data: { count }, text: `${counted(count, 'application', 'applications')}.`, files };
  },
};

interface Exported {
  readonly files: readonly OperatorFile[];
  readonly count: number;
}

async function tableOf(
  { database }: OperatorContext,
  filter: ApplicationFilter,
  format: 'csv' | 'json',
): Promise<Exported> {
  const parts: Buffer[] = [];
  for await (const application of exportedApplications(database.db, filter)) {
    const before = parts.length === 0 ? '[\n' : ',\n';
    parts.push(
      Buffer.from(format === 'csv' ? csvLine(application) : `${before}${JSON.stringify(application)}`),
    );
  }
  const count = parts.length;
  const whole =
    format === 'csv'
      ? [Buffer.from(csvHeader), ...parts]
      : [...(count === 0 ? [Buffer.from('[')] : parts), Buffer.from('\n]\n')];
  return { files: [{ name: `applications.${format}`, bytes: Buffer.concat(whole) }], count };
}

/** The evidence of all that were submitted and are not purged; who was shown it is written down before it is read. */
async function evidenceOf(
  context: OperatorContext,
  filter: ApplicationFilter,
  format: Exclude<Format, 'csv' | 'json'>,
): Promise<Exported> {
  const { database, operator } = context;
  const ids: string[] = [];
  for await (const page of applicationIds(database.db, filter)) {
    ids.push(...(await submittedAmong(database.db, page)));
    if (ids.length > evidenceAtMost)
      throw new OperatorProblem(`These are more than ${evidenceAtMost} applications. Narrow them down.`);
  }
  if (ids.length === 0) throw new OperatorProblem('There is no submitted application of this kind.', 2);
  const files: OperatorFile[] = [];
  for (const applicationId of ids) {
    const act: Act = { database, applicationId, operator, now: context.now() };
    await noteEvidenceShown(act, format);
    const evidence = await readEvidence(context, applicationId, act.now);
    const name = `evidence-${evidence.application.referenceNumber ?? applicationId}`;
    files.push(
      format === 'evidence-pdf'
        ? { name: `${name}.pdf`, bytes: await printEvidence(evidence) }
        : { name: `${name}.json`, bytes: Buffer.from(`${JSON.stringify(evidence, null, 2)}\n`) },
    );
  }
  return { files, count: files.length };
}
