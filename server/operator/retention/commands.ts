/** Declares the command `retention run`, which erases submitted applications whose retention period is over (D35, D38). */
import { lazily, type OperatorCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

export const retentionRun: OperatorCommand = {
  name: 'retention run',
  role: 'keys',
  about: 'Erases submitted applications whose program’s retention period is over. This cannot be undone.',
  options: { 'dry-run': { about: 'Only count; change nothing' } },
  examples: { 'retention run --dry-run': 'counts the applications', 'retention run': 'erases them' },
  run: work('retentionRun'),
};
