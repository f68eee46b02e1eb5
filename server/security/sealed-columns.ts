/** Builds the additional authenticated data that binds an encrypted value to its application, table, row and field (D62). */
import type { Tables } from '../db/tables.ts';
import type { Aad, RowPlace } from './sealing.ts';

/** The columns of an application's row that are part of the place to which a value is bound. */
export type Placed = Readonly<Record<'id' | 'domain_key', string>>;

/** Returns the place to which an application's encrypted row is bound or, with `personId`, the place for that person's row. */
export function placeOf({ id, domain_key }: Placed, personId?: string): RowPlace {
  return {
    program: domain_key,
    application: id,
    table: personId === undefined ? 'application' : 'personnel',
    row: personId ?? id,
  };
}

/** Returns the place of an encrypted value in a table whose rows aren't encrypted as a whole. */
export function placeIn<Table extends 'document' | 'consent' | 'submission' | 'way_back' | 'resume_code'>(
  table: Table,
  { id, domain_key }: Placed,
  row: string,
  field: keyof Tables[Table] & string,
): Aad {
  return { program: domain_key, application: id, table, row, field };
}
