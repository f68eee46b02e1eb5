/** Runs `retention run` (D35, D38). */
import { purgeApplications } from '../../jobs/purge-applications.ts';
import type { OperatorCommand } from '../command.ts';
import { counted, lines } from '../terminal-text.ts';

/** Maximum number of ids shown on a terminal. The JSON output contains all ids. */
const mostShown = 20;

export const retentionRun: OperatorCommand['run'] = async (context, { options }) => {
  const dryRun = options['dry-run'] === true;
  const { purged, undelivered, altered } = await purgeApplications(context, { dryRun });
  const count = Object.values(purged).reduce((sum, each) => sum + each, 0);
  return {
    data: { dryRun, count, purged, undelivered, altered },
    text: lines(
      `${counted(count, 'application')} ${dryRun ? 'would be erased' : 'erased'}.`,
      ...Object.entries(purged).map(([program, each]) => `  ${program}  ${each}`),
      ...stay(undelivered, 'never delivered to the provider'),
      ...stay(altered, 'altered, as audit verify reports'),
    ),
    exitCode: undelivered.length + altered.length === 0 ? 0 : 3,
  };
};

/** Returns lines that list the applications that stay, with the reason. */
function stay(ids: readonly string[], why: string): readonly string[] {
  const some = counted(ids.length, 'application stays', 'applications stay');
  return ids.length === 0 ? [] : [`${some}: ${why}.`, ...ids.slice(0, mostShown).map((id) => `  ${id}`)];
}
