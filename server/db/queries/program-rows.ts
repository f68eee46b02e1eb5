/** Queries for programs and their banks. Every server start updates the rows from the program folders (D20). */
import type { StartResponse } from '../../../api/start.ts';
import type { Queries } from '../transactions.ts';
import { uuidv7 } from '../uuid.ts';

/** A program and its bank in the format of the start response. `storeId` is the program's default store. */
type ProgramRow = Pick<StartResponse, 'domain' | 'provider'>;

/** The columns of a program and its bank that the program's folder determines. */
type ProgramFacts = Omit<ProgramRow['domain'], 'id' | 'createDateTime' | 'updateDateTime'> & {
  readonly provider: Omit<ProgramRow['provider'], 'id'>;
};

export type ProgramRows = Awaited<ReturnType<typeof upsertProgramRows>>;

/** Inserts or updates the rows of all programs and their banks. Existing rows keep their ids and creation times. */
export async function upsertProgramRows(db: Queries, programs: readonly ProgramFacts[], now: Date) {
  const rows = new Map<string, ProgramRow>();
  for (const program of programs) {
    const columns = {
      name: program.name,
      theme_key: program.themeKey,
      terms_url: program.termsUrl,
      store_id: program.storeId,
      asset_location: program.assetLocation,
      update_date_time: now,
    };
    const { create_date_time, update_date_time, ...domain } = await db
      .insertInto('domain')
      .values({ id: uuidv7(now), domain_key: program.domainKey, create_date_time: now, ...columns })
      .onConflict((conflict) => conflict.column('domain_key').doUpdateSet(columns))
      .returning(['id', 'domain_key as domainKey', 'name', 'theme_key as themeKey', 'terms_url as termsUrl'])
      .returning(['store_id as storeId', 'asset_location as assetLocation'])
      .returning(['create_date_time', 'update_date_time'])
      .executeTakeFirstOrThrow();
    const { providerId, name, fullName, abbrev } = program.provider;
    const names = { name, full_name: fullName, abbrev, update_date_time: now };
    const provider = await db
      .insertInto('provider')
      .values({ id: uuidv7(now), provider_id: providerId, create_date_time: now, ...names })
      .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(names))
      .returning('id')
      .executeTakeFirstOrThrow();
    rows.set(program.domainKey, {
      domain: {
        ...domain,
        createDateTime: create_date_time.toISOString(),
        updateDateTime: update_date_time.toISOString(),
      },
      provider: { id: provider.id, providerId, name, fullName, abbrev },
    });
  }
  return {
    of: (domainKey: string) => {
      const row = rows.get(domainKey);
      if (!row) throw new Error(`There is no program ${domainKey}`);
      return row;
    },
  };
}

/** Returns a program's key and name, even if its folder no longer exists. Throws if the program never existed. */
export async function programNames(queries: Queries, domainKey: string) {
  return queries
    .selectFrom('domain')
    .select(['domain_key as domainKey', 'name'])
    .where('domain_key', '=', domainKey)
    .executeTakeFirstOrThrow();
}

/** Returns a provider's id and names, even if no program uses it anymore. Throws if the provider never existed. */
export async function providerNames(queries: Queries, providerId: string) {
  return queries
    .selectFrom('provider')
    .select(['provider_id as providerId', 'name', 'full_name as fullName'])
    .where('provider_id', '=', providerId)
    .executeTakeFirstOrThrow();
}
