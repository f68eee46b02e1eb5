/** Runs the `delivery-keys …` commands (D33). */
import {
  addDeliveryKey,
  dropDeliveryKey,
  listDeliveryKeys,
  useDeliveryKey,
} from '../../delivery/delivery-keys.ts';
import { positionalOf } from '../call-values.ts';
import { type OperatorCommand, type OperatorContext, OperatorProblem } from '../command.ts';
import { moment, table } from '../terminal-text.ts';

export const deliveryKeysList: OperatorCommand['run'] = async (context) => {
  const keys = await listDeliveryKeys(context);
  const text = table(keys, {
    KEY: 'kid',
    STATE: 'state',
    'SIGNED FROM': ({ beginDateTime }) => beginDateTime && moment(beginDateTime),
    UNTIL: ({ endDateTime }) => endDateTime && moment(endDateTime),
  });
  return { data: { keys }, text };
};

/** Prints the public keys of all delivery keys that are not revoked, as a JWK Set (RFC 7517, section 5). */
export const deliveryKeysExport: OperatorCommand['run'] = async (context) => {
  const trusted = (await listDeliveryKeys(context)).filter(({ state }) => state !== 'revoked');
  const data = { keys: trusted.map(({ publicKey }) => publicKey) };
  return { data, text: JSON.stringify(data, null, 2) };
};

export const deliveryKeysAdd: OperatorCommand['run'] = async (context) => {
  const kid = await addDeliveryKey(context, context.operator);
  if (kid === undefined) {
    const waiting = (await listDeliveryKeys(context)).find(({ state }) => state === 'next');
    throw new OperatorProblem(`The key ${waiting?.kid ?? ''} is already waiting: use or revoke it first.`, 4);
  }
  return {
    data: { kid },
    text: `${kid} waits. Export the keys, give them to every bank, then run: delivery-keys use ${kid}`,
  };
};

export const deliveryKeysUse: OperatorCommand['run'] = async (context, call) => {
  const kid = positionalOf(call);
  if (!(await useDeliveryKey(context, kid, context.operator))) throw await whyNot(context, kid, 'use');
  return { data: { kid, state: 'current' }, text: `${kid} signs every delivery from now on.` };
};

export const deliveryKeysRevoke: OperatorCommand['run'] = async (context, call) => {
  const kid = positionalOf(call);
  if (!(await dropDeliveryKey(context, kid, context.operator))) throw await whyNot(context, kid, 'revoke');
  return { data: { kid, state: 'revoked' }, text: `${kid} is revoked. Every bank must drop it now.` };
};

/** Returns an error that says why a key cannot be used or revoked. */
async function whyNot(context: OperatorContext, kid: string, act: 'use' | 'revoke') {
  const found = (await listDeliveryKeys(context)).find((key) => key.kid === kid);
  if (!found) return new OperatorProblem(`There is no key ${kid}.`, 2);
  if (found.state === 'current' && act === 'revoke')
    return new OperatorProblem('This is the current key: add and use another key first.', 4);
  return new OperatorProblem(`This key is ${found.state}.`, 4);
}
