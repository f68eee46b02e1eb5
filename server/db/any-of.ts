import { sql } from 'kysely';

/** Returns `any(…)` with the whole list of ids as one parameter, so the statement's text is the same for any number of ids. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
