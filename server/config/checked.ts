import Type, { type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** The result of checking an operator's file or setting: the valid value, or one sentence for each problem. */
export type Checked<T> = { ok: true; value: T } | { ok: false; problems: string[] };

/** Checks a value against a schema. An invalid field causes the problem "{path} must be {description of the field's schema}". */
export function checkShape<S extends TSchema>(schema: S, value: unknown): Checked<Static<S>> {
  return Value.Check(schema, value) ? { ok: true, value } : failed(...shapeProblems(schema, value, ''));
}

/** Returns a failed check with these problems. */
export function failed(...problems: string[]): { ok: false; problems: string[] } {
  return { ok: false, problems };
}

/** Returns a failed check if there are problems, and otherwise a successful check with the value. */
export function unless<T>(problems: string[], value: T): Checked<T> {
  return problems.length > 0 ? failed(...problems) : { ok: true, value };
}

/** Returns the problems of a failed check, or an empty list for a valid value. */
export function problemsOf(checked: Checked<unknown>): string[] {
  return checked.ok ? [] : checked.problems;
}

/**
 * Returns one problem for each missing, unknown or invalid field. TypeBox itself would return at most eight errors, and would
 * quote regular expressions in them.
 */
function shapeProblems(schema: TSchema, value: unknown, at: string): string[] {
  const variant = Type.IsUnion(schema) ? variantOf(schema.anyOf, value) : undefined;
  if (variant) return shapeProblems(variant, value, at);
  if (Type.IsObject(schema) && isRecord(value)) {
    const path = (name: string) => (at ? `${at}.${name}` : name);
    const unknown = Object.keys(value).filter((name) => !Object.hasOwn(schema.properties, name));
    return [
      ...Object.entries(schema.properties).flatMap(([name, property]) => {
        if (Object.hasOwn(value, name)) return shapeProblems(property, value[name], path(name));
        return Type.IsOptional(property) ? [] : [`${path(name)} is missing`];
      }),
      ...('additionalProperties' in schema ? unknown.map((name) => `${path(name)} is not known`) : []),
    ];
  }
  if (Type.IsArray(schema) && Array.isArray(value) && value.length > 0) {
    const problems = value.flatMap((item, index) => shapeProblems(schema.items, item, `${at}[${index}]`));
    if (problems.length > 0) return problems;
  }
  return Value.Check(schema, value) ? [] : [`${at || 'the file'} must be ${description(schema)}`];
}

/**
 * Returns the variant of a union against which to check a value. For an object, this is the first variant that has a literal
 * property in common with it, such as `way: 'https'`, or else the only object variant. For any other value, this is the only
 * variant that is not an object. Returns undefined if there is no such variant, or several where only one is expected.
 */
function variantOf(variants: readonly TSchema[], value: unknown): TSchema | undefined {
  const objects = variants.filter((variant) => Type.IsObject(variant));
  if (!isRecord(value)) return only(variants.filter((variant) => !Type.IsObject(variant)));
  const matches = ([name, property]: [string, TSchema]) =>
    Type.IsLiteral(property) && property.const === value[name];
  return objects.find(({ properties }) => Object.entries(properties).some(matches)) ?? only(objects);
}

const only = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);

function description(schema: TSchema): string {
  if ('description' in schema) return String(schema.description);
  return Type.IsArray(schema) ? 'a list with at least one item' : 'an object';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
