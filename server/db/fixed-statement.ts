/**
 * Statements whose SQL is built once. Building the SQL of a large statement costs more than all else that this program
 * does for it, and its text is the same at every call.
 */
import type { Compilable, CompiledQuery, QueryResult, RawBuilder } from 'kysely';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { databaseMoment, type Timed } from './clock.ts';
import type { Tables } from './tables.ts';
import type { Reads } from './transactions.ts';

/** Builds statements and runs none. */
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Stands in a statement for a value that each call has anew. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Runs a fixed statement with the values of one call. */
export type FixedStatement<Values, Row> = (queries: Reads, values: Values) => Promise<QueryResult<Row>>;

/**
 * A statement that is built once.
 * @param build makes it; it must use each value whole, as a parameter, and not look at it
 */
export function fixedStatement<Values extends object, Row>(
  build: (db: Kysely<Tables>, values: Values) => Compilable<Row>,
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

/**
 * A fixed statement that uses this moment. It is built once for the database's own moment; a test that moves the clock
 * has it built at each call.
 */
export function fixedAtMoment<Values extends object, Row>(
  build: (db: Kysely<Tables>, values: Values, now: RawBuilder<Date>) => Compilable<Row>,
): (moment: Timed['moment']) => FixedStatement<Values, Row> {
  const at = (moment: Timed['moment']) =>
    fixedStatement<Values, Row>((db, values) => build(db, values, moment()));
  const atDatabaseMoment = at(databaseMoment);
  return (moment) => (moment === databaseMoment ? atDatabaseMoment : at(moment));
}

/** Makes something once for each key and keeps it for good: for few keys. */
export function once<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>();
  return (key) => {
    const kept = made.get(key) ?? make(key);
    made.set(key, kept);
    return kept;
  };
}
