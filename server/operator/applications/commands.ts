/** Declares the `applications …` commands, which list, show, decide, withdraw, erase and export applications (D26, D35, D55). */
import { pageOptions, programOf, reasonOption } from '../call-values.ts';
import { lazily, type OperatorCommand } from '../command.ts';
import { filterOptions } from './application-filter.ts';

const work = lazily(() => import('./work.ts'));
const exporting = lazily(() => import('./export.ts'));

export const applicationCommands: readonly OperatorCommand[] = [
  {
    name: 'applications list',
    role: 'read',
    about:
      'Lists applications, newest first. Drafts are listed without a name, but with their resume tokens.',
    options: { ...filterOptions, ...pageOptions },
    examples: {
      'applications list --status submitted': 'shows which applications wait for a decision',
      'applications list --status draft':
        'shows the drafts that can be resumed, how many by each kind of token, and until when',
      'applications list --program toro --from 2026-03-01 --to 2026-03-31 --json': 'a month, for a script',
    },
    run: work('applicationsList'),
  },
  {
    name: 'applications show',
    role: ({ options }) => (options['reveal'] === true ? 'reveal' : 'read'),
    about:
      'Shows one application, and records that in its audit trail. Sensitive answers are hidden unless you give --reveal and a reason.',
    positionals: ['id|reference'],
    shows: work('programShown'),
    options: {
      reveal: { about: 'Show sensitive answers in full; recorded with the reason' },
      reason: { ...reasonOption, about: 'Why you need the sensitive answers, for the audit trail' },
    },
    examples: {
      'applications show QWER-1234-5678':
        'shows the application, but only the last four digits of its tax ID and SSNs',
      'applications show QWER-1234-5678 --reveal --reason "Bureau returned no match, case 4711"':
        'shows everything; the audit trail records who saw what and why',
    },
    run: work('applicationsShow'),
  },
  {
    name: 'applications decide',
    role: 'decide',
    about: 'Records the decision on a submitted or pending application: --approve or --decline.',
    positionals: ['id|reference'],
    options: {
      approve: { about: 'Approve the application' },
      decline: { about: 'Decline the application' },
      reason: reasonOption,
    },
    examples: {
      'applications decide QWER-1234-5678 --approve': 'records that it was approved',
      'applications decide QWER-1234-5678 --decline --reason "Policy 12"': 'records a decline, and why',
    },
    run: work('applicationsDecide'),
  },
  {
    name: 'applications withdraw',
    role: 'decide',
    about: 'Withdraws a submitted or pending application at the request of the applicant.',
    positionals: ['id|reference'],
    options: { reason: { ...reasonOption, required: true } },
    examples: {
      'applications withdraw QWER-1234-5678 --reason "Applicant called on March 3"':
        'afterwards, the application can no longer be approved or declined',
    },
    run: work('applicationsWithdraw'),
  },
  {
    name: 'applications erase',
    role: 'decide',
    about: 'Immediately erases a draft for the applicant: its answers, session and all its resume tokens.',
    positionals: ['id'],
    options: { reason: { ...reasonOption, required: true } },
    examples: {
      'applications erase 01890a5d-ac96-774b-bcce-b302099a8057 --reason "Applicant called, case 4714"':
        'no one can resume the draft any more; `applications list --status draft` shows its id',
    },
    run: work('applicationsErase'),
  },
];

/** The formats that `applications export` can write. */
export const formats = ['csv', 'json', 'evidence-json', 'evidence-pdf'] as const;

export const applicationsExport: OperatorCommand = {
  name: 'applications export',
  role: 'reveal',
  about: 'Writes applications to files: a table without sensitive answers, or the evidence of each.',
  shows: async (store, call) => {
    const program = programOf(store, call);
    return program ? [program] : store.programs.all;
  },
  options: {
    format: { value: 'FORMAT', about: `One of ${formats.join(', ')}`, required: true },
    reason: {
      ...reasonOption,
      about: 'Why, for the audit trail of each application; required if the program requires four eyes',
    },
    ...filterOptions,
  },
  examples: {
    'applications export --format csv --from 2026-03-01 --to 2026-03-31 --out march.csv': 'a month',
    'applications export --format json --out -': 'all of them to stdout, for a pipe',
    'applications export --format csv --program toro --reason "Report to the board, case 12"':
      'exports the table for a reason, which the audit trail of each application records',
    'applications export --format evidence-pdf --reference QWER-1234-5678':
      'what was asked, answered and agreed to; the audit trail records it',
  },
  run: exporting('applicationsExport'),
};
