/** The types of answers that people choose: yes or no, a checkbox, one option of a list, or the id of a person or document. */
import { type FieldType, type Parsed, unparsable } from './field-type.ts';

export const yesNo: FieldType<boolean> = {
  parseText: (text) => (text === '' ? null : text === 'yes' ? true : text === 'no' ? false : unparsable),
  parseJson: (json) => (json === null || typeof json === 'boolean' ? json : unparsable),
  format: (answer) => (answer ? 'yes' : 'no'),
};

function readOption(given: unknown, options: readonly string[]): Parsed<string> {
  if (given === null || given === '') return null;
  return typeof given === 'string' && options.includes(given) ? given : unparsable;
}

function keyType(read: (given: unknown, options: readonly string[]) => Parsed<string>): FieldType<string> {
  return { parseText: read, parseJson: read, format: (key) => key };
}

export const choice = keyType(readOption);

/** Matches the id of a person or a document: a UUID in lowercase. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function readId(given: unknown): Parsed<string> {
  if (given === null || given === '') return null;
  const id = typeof given === 'string' ? given.toLowerCase() : '';
  return uuid.test(id) ? id : unparsable;
}

export const id = keyType(readId);
