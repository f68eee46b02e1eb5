import { sql } from 'kysely';

/** What an id is compared with to be one of these: one parameter, however many they are, so that the statement stays the same. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;
