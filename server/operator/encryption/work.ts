/** Runs the `encryption …` commands (D35, D36, D62, X13). */
import { type OperatorCommand, OperatorProblem } from '../command.ts';
import { counted, firstOf, lines } from '../terminal-text.ts';
import { type EncryptionStatus, encryptionStatus, rotateKeys } from './rotate-keys.ts';
import { sealOlderRows } from './seal-older-rows.ts';

const words = { current: 'current', known: 'known', missing: 'MISSING from the ring' } as const;

function textOf({ keys, outdated }: EncryptionStatus): string {
  return lines(
    ...keys.map(
      ({ keyId, dataKeys, state }) => `${keyId}  ${words[state]}  ${counted(dataKeys, 'data key')}`,
    ),
    outdated === 0
      ? 'Every data key is under the current key.'
      : `${counted(outdated, 'data key')} under another key than the current one. Run: encryption rotate`,
  );
}

export const encryptionStatusCommand: OperatorCommand['run'] = async (context) => {
  const status = await encryptionStatus(context);
  return { data: status, text: textOf(status), exitCode: status.outdated === 0 ? 0 : 3 };
};

export const encryptionSealCommand: OperatorCommand['run'] = async (context) => {
  const { sealed, unopened, left } = await sealOlderRows(context);
  return {
    data: { sealed, unopened, left },
    text: lines(
      `${counted(sealed, 'application')} sealed.`,
      unopened.length > 0 &&
        `${counted(unopened.length, 'application')} cannot be opened: ${firstOf(unopened)}`,
      left === 0
        ? 'All personal data is sealed.'
        : `${counted(left, 'application')} with personal data that is not sealed. Run: encryption seal`,
    ),
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
  return {
    data: { rewrapped, unopened, ...status },
    text: lines(
      `${counted(rewrapped, 'data key')} put under ${status.currentKey}.`,
      unopened.length > 0 && `${counted(unopened.length, 'data key')} cannot be opened: ${firstOf(unopened)}`,
      textOf(status),
    ),
    exitCode: status.outdated === 0 ? 0 : 3,
  };
};
