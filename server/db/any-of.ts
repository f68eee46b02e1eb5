import { sql } from 'kysely';

/** Returns `any(…)` of ids as one parameter, so the statement's text is the same for any number of them. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
