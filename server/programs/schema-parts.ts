/** Builds parts of the schemas of `program.json` and `theme.json`. A `description` completes “{field} must be …”. */
import Type, { type TProperties } from 'typebox';

/** Returns the schema of an object that has no properties except these. */
export const closedObject = <const Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

export function oneOf<const T extends string>(
  names: readonly T[],
  description = `one of ${names.join(', ')}`,
) {
  return Type.Unsafe<T>({ type: 'string', enum: [...names], description });
}

/** Returns the schema of a whole number. `prefix` and `unit` are the beginning and the end of its description. */
export function wholeNumber(minimum: number, maximum: number, { prefix = '', unit = '' } = {}) {
  const description = `${prefix}a whole number from ${minimum} to ${maximum}${unit}`;
  return Type.Integer({ minimum, maximum, description });
}
