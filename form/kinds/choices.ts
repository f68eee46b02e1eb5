/** Answers that are picked rather than typed: yes or no, a ticked box, one of a list. */
import type { KindReader, Reading } from './kind.ts';
import { unreadable } from './kind.ts';

const yesNoReader: KindReader<boolean> = {
  fromText: (text) => (text === '' ? null : text === 'yes' ? true : text === 'no' ? false : unreadable),
  fromWire: (json) => (json === null || typeof json === 'boolean' ? json : unreadable),
  toText: (answer) => (answer ? 'yes' : 'no'),
};

function readOption(given: unknown, options: readonly string[]): Reading<string> {
  if (given === null || given === '') return null;
  return typeof given === 'string' && options.includes(given) ? given : unreadable;
}

export const yesNo = yesNoReader;
export const consent = yesNoReader;
export const choice: KindReader<string> = {
  fromText: readOption,
  fromWire: readOption,
  toText: (key) => key,
};

/** The id of a person or of a document: a UUID, in small letters. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function readId(given: unknown): Reading<string> {
  if (given === null || given === '') return null;
  const id = typeof given === 'string' ? given.toLowerCase() : '';
  return uuid.test(id) ? id : unreadable;
}

export const id: KindReader<string> = { fromText: readId, fromWire: readId, toText: (key) => key };
