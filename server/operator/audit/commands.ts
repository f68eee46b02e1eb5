/** `audit …`: checks the audit trails for tampering, exports their heads, and shows one trail (D32, D35). */
import { lazily, type OperatorCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

export const auditCommands: readonly OperatorCommand[] = [
  {
    name: 'audit verify',
    role: 'read',
    about: 'Checks the audit trail of every application and names the first broken link of each.',
    positionals: ['[heads-file]'],
    reads: '[heads-file]',
    options: {
      from: { value: 'ID', about: 'Start at the application with this id, in the order of ids' },
      verified: { about: 'Also write the heads of what was verified, signed, for a later --since' },
      since: { about: 'The file is of an earlier --verified: look only at what came since' },
      minutes: {
        value: 'COUNT',
        about: 'Stop after so many minutes; with --verified a later --since goes on',
      },
      unsigned: { about: 'Take heads without a signature, which were exported before 2026-11-23' },
    },
    examples: {
      'audit verify': 'exit code 3 if a trail is broken',
      'audit verify heads-2026-03.jsonl': 'also finds a trail that was rewritten from end to end',
      'audit verify --verified --out verified.jsonl': 'in full, and notes up to where all is verified',
      'audit verify verified.jsonl --since --verified --out verified-2.jsonl': 'only what came since',
    },
    run: work('auditVerify'),
  },
  {
    name: 'audit heads',
    role: 'read',
    about:
      'Writes the head of every audit trail to a file. Keep it where nobody of this installation can write.',
    examples: {
      'audit heads --out heads-2026-03.jsonl':
        'a line for each application, and one with their count and checksum',
    },
    run: work('auditHeads'),
  },
  {
    name: 'audit key',
    role: 'read',
    about: 'Prints the public key of the signature under exported heads, in PEM.',
    examples: { 'audit key --out audit-key.pem': 'for whoever keeps the heads' },
    run: work('auditKey'),
  },
  {
    name: 'audit show',
    role: 'read',
    about: 'Shows all that happened to one application, by its audit trail.',
    positionals: ['id|reference'],
    examples: { 'audit show QWER-1234-5678': 'every event, from its creation on' },
    run: work('auditShow'),
  },
];
