/** `retention run`: erases submitted applications whose retention period is over (D35, D38). */
import type { OperatorCommand } from '../command.ts';

export const retentionRunCommand: OperatorCommand = {
  name: 'retention run',
  role: 'keys',
  about: 'Erases submitted applications that are older than their program keeps them. This cannot be undone.',
  positionals: [],
  options: { 'dry-run': { type: 'boolean', about: 'Only count; change nothing' } },
  examples: [
    ['retention run --dry-run', 'says how many applications would be erased'],
    ['retention run', 'erases them'],
  ],
  run: async (...given) => (await import('./work.ts')).retentionRunCommand(...given),
};
