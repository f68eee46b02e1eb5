/** `delivery-keys …`: lists, exports, adds, uses and revokes the keys with which this installation signs deliveries (D33). */
import { lazily, type OperatorCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

export const deliveryKeyCommands: readonly OperatorCommand[] = [
  {
    name: 'delivery-keys list',
    role: 'read',
    about: 'Lists the keys that sign deliveries: which signs, which waits, which have ended.',
    examples: { 'delivery-keys list': 'shows the name of each key, and since when it signs' },
    run: work('deliveryKeysList'),
  },
  {
    name: 'delivery-keys export',
    role: 'read',
    about: 'Prints the public keys of deliveries as a JWK Set, for the banks: all but the revoked ones.',
    examples: { 'delivery-keys export --out delivery-keys.json': 'a file to give to every bank' },
    run: work('deliveryKeysExport'),
  },
  {
    name: 'delivery-keys add',
    role: 'keys',
    about: 'Makes the next key, which does not sign yet, so that the banks can be told first.',
    examples: { 'delivery-keys add': 'then export the keys anew, and give them to every bank' },
    run: work('deliveryKeysAdd'),
  },
  {
    name: 'delivery-keys use',
    role: 'keys',
    about:
      'Signs with the waiting key from now on, on every node. The private half of the old one is erased.',
    positionals: ['kid'],
    examples: {
      'delivery-keys use eNeqzt-H0ZchkrpWO5AwgxbFkrJlGfI30DJaypDMKjM':
        'once every bank has the new public key',
    },
    run: work('deliveryKeysUse'),
  },
  {
    name: 'delivery-keys revoke',
    role: 'keys',
    about: 'Exports a key no longer, because somebody else has it: one that has ended, or that waits.',
    positionals: ['kid'],
    examples: {
      'delivery-keys revoke eNeqzt-H0ZchkrpWO5AwgxbFkrJlGfI30DJaypDMKjM':
        'then export the keys anew, and have every bank drop this one',
    },
    run: work('deliveryKeysRevoke'),
  },
];
