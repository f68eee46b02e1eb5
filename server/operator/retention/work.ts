/** Runs `retention run` (D35, D38). */
import { purgeApplications } from '../../jobs/purge-applications.ts';
import type { OperatorCommand } from '../command.ts';
import { counted, lines } from '../terminal-text.ts';

/** Maximum number of ids shown on a terminal. The JSON output contains all ids. */
const mostShown = 20;

export const retentionRun: OperatorCommand['run'] = async (context, { options }) => {
  const dryRun = options['dry-run'] === true;
  const { purged, undelivered } = await purgeApplications(context, { dryRun });
  const count = Object.values(purged).reduce((sum, each) => sum + each, 0);
  const verb = dryRun ? 'would be erased' : 'erased';
  const stay = counted(undelivered.length, 'application stays', 'applications stay');
  return {
    data: { dryRun, count, purged, undelivered },
    text: lines(
      `${counted(count, 'application')} ${verb}.`,
      ...Object.entries(purged).map(([program, each]) => `  ${program}  ${each}`),
      undelivered.length > 0 && `${stay}: never delivered to the provider.`,
      ...undelivered.slice(0, mostShown).map((id) => `  ${id}`),
    ),
    exitCode: undelivered.length === 0 ? 0 : 3,
  };
};
