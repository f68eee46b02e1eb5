/** Declares the `audit …` commands, which check audit trails for tampering, export their heads, and show a trail (D32, D35). */
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
      verified: { about: 'Also write a signed file with the heads of all verified trails, for --since' },
      since: { about: 'Verify only the events since an earlier --verified, whose file is given' },
      minutes: { value: 'COUNT', about: 'Stop after so many minutes; with --verified, --since continues' },
      unsigned: { about: 'Accept heads without a signature, as exported before 2026-11-23' },
    },
    examples: {
      'audit verify': 'exit code 3 if a trail is broken',
      'audit verify heads-2026-03.jsonl': 'also finds a trail that was rewritten from end to end',
      'audit verify --verified --out verified.jsonl': 'also writes the last verified event of each trail',
      'audit verify verified.jsonl --since --verified --out verified-2.jsonl':
        'verifies only the events since then',
    },
    run: work('auditVerify'),
  },
  {
    name: 'audit heads',
    role: 'read',
    about:
      'Writes the head of every audit trail to a file. Keep the file where no one who runs this installation can write.',
    examples: {
      'audit heads --out heads-2026-03.jsonl':
        'one line for each application, and one with the count and checksum of the lines',
    },
    run: work('auditHeads'),
  },
  {
    name: 'audit key',
    role: 'read',
    about: 'Prints the public key of the signature under exported heads, in PEM.',
    examples: { 'audit key --out audit-key.pem': 'a file for the person who keeps the heads' },
    run: work('auditKey'),
  },
  {
    name: 'audit show',
    role: 'read',
    about: 'Shows the audit trail of one application.',
    positionals: ['id|reference'],
    examples: { 'audit show QWER-1234-5678': 'shows every event since the application was created' },
    run: work('auditShow'),
  },
];
