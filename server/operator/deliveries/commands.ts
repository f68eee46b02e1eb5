/** Declares the `deliveries …` commands, which list and retry deliveries to providers and emails to applicants (D33, D34). */
import { pageOptions } from '../call-values.ts';
import { lazily, type OperatorCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

export const deliveryCommands: readonly OperatorCommand[] = [
  {
    name: 'deliveries list',
    role: 'read',
    about: 'Lists deliveries and mails, newest first.',
    options: { dead: { about: 'Only those given up after their last attempt' }, ...pageOptions },
    examples: { 'deliveries list --dead': 'shows what will not be sent unless it is retried' },
    run: work('deliveriesList'),
  },
  {
    name: 'deliveries retry',
    role: 'decide',
    about:
      'Immediately sends deliveries or mails that were given up or wait for their next attempt. They keep their ids.',
    positionals: ['[id]'],
    options: {
      'all-dead': { about: 'All deliveries and mails that were given up' },
      waiting: { about: 'All waiting deliveries to one provider; every node tries them immediately' },
      provider: { value: 'NAME', about: 'The provider for --waiting, by its providerId' },
    },
    examples: {
      'deliveries retry 01890a5d-ac96-774b-bcce-b302099a8057': 'sends this one',
      'deliveries retry --all-dead': 'sends everything that was given up, once the provider is back',
      'deliveries retry --waiting --provider quillbrook': 'sends at once what waits for this provider',
    },
    run: work('deliveriesRetry'),
  },
];
