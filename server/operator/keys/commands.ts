/** Declares the `keys …` commands for start keys, each of which allows one application for a program and store (D22). */
import { pageOptions, programOption, storeOption } from '../call-values.ts';
import { lazily, type OperatorCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

/** Default number of days for which a start key is valid (D22). */
export const defaultDays = 30;

export const keyCommands: readonly OperatorCommand[] = [
  {
    name: 'keys issue',
    role: 'keys',
    about: 'Issues start keys for a store. They are shown only now, because only their hashes are stored.',
    options: {
      program: { ...programOption, required: true },
      store: { ...storeOption, required: true },
      count: { value: 'COUNT', about: 'How many, 1 to 1000; 1 by default' },
      expires: { value: 'DATE', about: `Last day of use in UTC; ${defaultDays} days by default` },
      'shared-device': { about: 'For a tablet that many people use: no one can resume a draft on it' },
    },
    examples: {
      'keys issue --program toro --store 10000005': 'issues one key for 30 days',
      'keys issue --program toro --store 10000005 --shared-device':
        'for the tablet of a store: the next customer there cannot resume what one leaves unfinished',
      'keys issue --program toro --store 10000005 --count 200 --expires 2026-12-31 --out keys.txt':
        'writes 200 keys to a file that only you can read',
    },
    run: work('keysIssue'),
  },
  {
    name: 'keys list',
    role: 'read',
    about:
      'Lists start keys, newest first, but not the keys themselves, because only their hashes are stored.',
    options: { program: { ...programOption, about: 'Only of this program' }, ...pageOptions },
    examples: { 'keys list --program toro': 'shows which keys were used, and by which application' },
    run: work('keysList'),
  },
  {
    name: 'keys revoke',
    role: 'keys',
    about: 'Revokes a start key; an application that was started with it can no longer be submitted.',
    positionals: ['id|key'],
    examples: { 'keys revoke 1234-5678-9012-3456': 'revokes the key; its id from `keys list` works too' },
    run: work('keysRevoke'),
  },
];
