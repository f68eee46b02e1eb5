/** Declares the `entity-keys …` commands for entity keys in the database. Program folders can declare more entity keys (D22). */
import { programOption, storeOption } from '../call-values.ts';
import { lazily, type OperatorCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

const program = { ...programOption, required: true } as const;

export const entityKeyCommands: readonly OperatorCommand[] = [
  {
    name: 'entity-keys add',
    role: 'keys',
    about: 'Adds an entity key of a program. It works at once, on every node.',
    positionals: ['key'],
    options: { program, store: { ...storeOption, required: true } },
    examples: {
      'entity-keys add spring-sale --program toro --store 10000005':
        'people can start at /spring-sale for that store',
    },
    run: work('entityKeysAdd'),
  },
  {
    name: 'entity-keys list',
    role: 'read',
    about: 'Lists entity keys, including those in the program folders.',
    options: { program: programOption },
    examples: { 'entity-keys list --program toro': 'shows each key, its store, and where it is declared' },
    run: work('entityKeysList'),
  },
  {
    name: 'entity-keys remove',
    role: 'keys',
    about: 'Removes an entity key that `entity-keys add` added. Applications started with it continue.',
    positionals: ['key'],
    options: { program },
    examples: { 'entity-keys remove spring-sale --program toro': 'no one can start at /spring-sale' },
    run: work('entityKeysRemove'),
  },
];
