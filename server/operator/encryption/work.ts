/** Runs `encryption …` (D35, D36, D62, X13). */

import { type OperatorCommand, OperatorProblem } from '../command.ts';
import { counted } from '../terminal-text.ts';
import { type EncryptionStatus, encryptionStatus, rotateKeys } from './rotate-keys.ts';
import { sealOlderRows } from './seal-older-rows.ts';

const words = { current: 'current', known: 'known', missing: 'MISSING from the ring' } as const;

function textOf({ keys, outdated }: EncryptionStatus): string {
  const lines = keys.map(
    ({ keyId, dataKeys, state }) => `${keyId}  ${words[state]}  ${countedKeys(dataKeys)}`,
  );
  const verdict =
    outdated === 0
      ? 'Every data key is under the current key.'
      : `${countedKeys(outdated)} under another key than the current one. Run: encryption rotate`;
  return [...lines, verdict].join('\n');
}

function countedKeys(count: number): string {
  return counted(count, 'data key', 'data keys');
}

export const encryptionStatusCommand: OperatorCommand['run'] = async (context) => {
  const status = await encryptionStatus(context);
  return { data: status, text: textOf(status), exitCode: status.outdated === 0 ? 0 : 3 };
};

function sealedText(left: number): string {
  return left === 0
    ? 'All personal data is sealed.'
    : `${countedApplications(left)} with personal data that is not sealed. Run: encryption seal`;
}

function countedApplications(count: number): string {
  return counted(count, 'application', 'applications');
}

export const encryptionSealCommand: OperatorCommand['run'] = async (context) => {
  const { sealed, unopened, left } = await sealOlderRows(context);
  const failed =
    unopened.length === 0
      ? []
      : [`${countedApplications(unopened.length)} cannot be opened: ${unopened.slice(0, 10).join(', ')}`];
  return {
    data: { sealed, unopened, left },
    text: [`${countedApplications(sealed)} sealed.`, ...failed, sealedText(left)].join('\n'),
    exitCode: left === 0 ? 0 : 3,
  };
};

export const encryptionRotateCommand: OperatorCommand['run'] = async (context, { options }) => {
  const { keyRing } = context;
  if (options['new'] === true) {
    if (keyRing.source !== 'own')
      throw new OperatorProblem(
        'Your keys come from ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE: add the new key there yourself, on every node, as docs/operating.md says.',
      );
    await keyRing.addNewKey();
  } else {
    keyRing.reload();
  }
  const { rewrapped, unopened } = await rotateKeys(context);
  const status = await encryptionStatus(context);
  const failed =
    unopened.length === 0
      ? []
      : [`${countedKeys(unopened.length)} cannot be opened: ${unopened.slice(0, 10).join(', ')}`];
  return {
    data: { rewrapped, unopened, ...status },
    text: [`${countedKeys(rewrapped)} put under ${status.currentKey}.`, ...failed, textOf(status)].join('\n'),
    exitCode: status.outdated === 0 ? 0 : 3,
  };
};
