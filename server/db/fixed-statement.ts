/** Builds a statement's SQL only once, because building takes a lot of processor time. Runs it with each call's values. */
import type { Compilable, CompiledQuery, QueryResult, RawBuilder } from 'kysely';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { databaseMoment, type Timed } from './clock.ts';
import type { Tables } from './tables.ts';
import type { Queries, Reads } from './transactions.ts';

/** A query builder without a database: it can build statements but not run them. */
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Stands in for a value that each call supplies. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type FixedStatement<Values, Row> = (queries: Reads, values: Values) => Promise<QueryResult<Row>>;

/** Returns a function that runs the statement that `build` builds. `build` must use each placeholder unchanged as a parameter. */
export function fixedStatement<Values extends object, Row>(
  build: (db: Queries, values: Values) => Compilable<Row>,
): FixedStatement<Values, Row> {
  const places = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Values;
  let built: CompiledQuery<Row> | undefined;
  return (queries, values) => {
    built ??= build(builder, places).compile();
    const parameters = built.parameters.map((one) =>
      one instanceof Placeholder ? values[one.name as keyof Values] : one,
    );
    return queries.executeQuery({ ...built, parameters });
  };
}

/** Like `fixedStatement`, for statements with the current time. If a test moves the clock, each call rebuilds the statement. */
export function fixedAtMoment<Values extends object, Row>(
  build: (db: Queries, values: Values, now: RawBuilder<Date>) => Compilable<Row>,
): (moment: Timed['moment']) => FixedStatement<Values, Row> {
  const at = (moment: Timed['moment']) =>
    fixedStatement<Values, Row>((db, values) => build(db, values, moment()));
  const atDatabaseMoment = at(databaseMoment);
  return (moment) => (moment === databaseMoment ? atDatabaseMoment : at(moment));
}

/** Memoizes `make` by key. Entries are never evicted, so use it only with few keys. */
export function once<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>();
  return (key) => {
    const kept = made.get(key) ?? make(key);
    made.set(key, kept);
    return kept;
  };
}
