/** `applications export`: many applications as one table, or the evidence of each in a file (D35). */

import { programOf } from '../call-values.ts';
import type { OperatorCommand } from '../command.ts';
import { filterOptions } from './application-filter.ts';

export const formats = ['csv', 'json', 'evidence-json', 'evidence-pdf'] as const;

export const applicationsExport: OperatorCommand = {
  name: 'applications export',
  role: 'reveal',
  about: 'Writes applications to files: a table without sensitive answers, or the evidence of each.',
  positionals: [],
  shows: async ({ programs }, call) => {
    const program = programOf({ programs }, call);
    return program ? [program] : programs.all;
  },
  options: {
    format: { type: 'string', value: 'FORMAT', about: `One of ${formats.join(', ')}`, required: true },
    reason: {
      type: 'string',
      value: 'TEXT',
      about: 'Why, for the audit trail of each application; required where the program asks for four eyes',
    },
    ...filterOptions,
  },
  examples: [
    [
      'applications export --format csv --from 2026-03-01 --to 2026-03-31 --out march.csv',
      'a month as a table',
    ],
    ['applications export --format json --out -', 'all of them to stdout, for a pipe'],
    [
      'applications export --format csv --program toro --reason "Report to the board, case 12"',
      'the same with a reason, which the audit trail of each application keeps',
    ],
    [
      'applications export --format evidence-pdf --reference QWER-1234-5678',
      'what was asked, answered and agreed to; the audit trail records it',
    ],
  ],
  run: async (...given) => (await import('./export.ts')).applicationsExport(...given),
};
