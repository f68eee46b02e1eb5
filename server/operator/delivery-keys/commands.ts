/** Declares the `delivery-keys …` commands, which manage the keys with which this installation signs deliveries (D33). */
import { lazily, type OperatorCommand } from '../command.ts';

const work = lazily(() => import('./work.ts'));

/** The key id in the examples of the help. */
const kid = 'eNeqzt-H0ZchkrpWO5AwgxbFkrJlGfI30DJaypDMKjM';

export const deliveryKeyCommands: readonly OperatorCommand[] = [
  {
    name: 'delivery-keys list',
    role: 'read',
    about: 'Lists the keys that sign deliveries: the current key, the waiting key, and old keys.',
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
    about: 'Makes every node sign with the waiting key. Erases the private half of the old key.',
    positionals: ['kid'],
    examples: { [`delivery-keys use ${kid}`]: 'once every bank has the new public key' },
    run: work('deliveryKeysUse'),
  },
  {
    name: 'delivery-keys revoke',
    role: 'keys',
    about: 'Stops the export of a key that someone else may have. The current key cannot be revoked.',
    positionals: ['kid'],
    examples: { [`delivery-keys revoke ${kid}`]: 'then export again, and have every bank remove this key' },
    run: work('deliveryKeysRevoke'),
  },
];
