/**
 * Declares the `delivery-keys …` commands, which list, export, add, use and revoke the keys with which this installation signs
 * deliveries (D33).
 */
import { lazily, type OperatorCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

export const deliveryKeyCommands: readonly OperatorCommand[] = [
  {
    name: 'delivery-keys list',
    role: 'read',
    about:
      'Lists the keys for signing deliveries: the current one, the waiting one, and those no longer in use.',
    examples: { 'delivery-keys list': 'shows the name of each key, and since when it has signed deliveries' },
    run: work('deliveryKeysList'),
  },
  {
    name: 'delivery-keys export',
    role: 'read',
    about: 'Prints the public keys that verify deliveries as a JWK Set for the banks, without revoked keys.',
    examples: { 'delivery-keys export --out delivery-keys.json': 'a file to give to every bank' },
    run: work('deliveryKeysExport'),
  },
  {
    name: 'delivery-keys add',
    role: 'keys',
    about: 'Makes the next key. It does not sign yet, so that you can first give it to the banks.',
    examples: { 'delivery-keys add': 'then export the keys again, and give them to every bank' },
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
    about:
      'Revokes a key that somebody else may have, so that it is no longer exported. The current key cannot be revoked.',
    positionals: ['kid'],
    examples: {
      'delivery-keys revoke eNeqzt-H0ZchkrpWO5AwgxbFkrJlGfI30DJaypDMKjM':
        'then export the keys again, and have every bank remove this one',
    },
    run: work('deliveryKeysRevoke'),
  },
];
