/** `deliveries …`: what was sent to providers and applicants, what is waiting, and what failed (D33, D34). */
import { pageOptions } from '../call-values.ts';
import { lazily, type OperatorCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

export const deliveryCommands: readonly OperatorCommand[] = [
  {
    name: 'deliveries list',
    role: 'read',
    about: 'Lists deliveries and mails, newest first.',
    options: {
      dead: { about: 'Only those that were given up after their last attempt' },
      ...pageOptions,
    },
    examples: { 'deliveries list --dead': 'shows what will not be sent unless it is retried' },
    run: work('deliveriesList'),
  },
  {
    name: 'deliveries retry',
    role: 'decide',
    about: 'Sends what was given up, or waits for its next attempt, at once. It keeps its id.',
    positionals: ['[id]'],
    options: {
      'all-dead': { about: 'Everything that was given up' },
      waiting: { about: 'What waits for its next attempt at one provider; every node tries it at once' },
      provider: { value: 'NAME', about: 'The provider, by its providerId; with --waiting' },
    },
    examples: {
      'deliveries retry 01890a5d-ac96-774b-bcce-b302099a8057': 'sends this one',
      'deliveries retry --all-dead': 'sends everything that was given up, once the provider is back',
      'deliveries retry --waiting --provider quillbrook':
        'does not wait for the next attempts, once it is back',
    },
    run: work('deliveriesRetry'),
  },
];
