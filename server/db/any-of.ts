import { sql } from 'kysely';

/**
 * Returns `any(…)` to compare an id with. The ids are one parameter, so the statement's text is the same for any number of them.
 */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
