import type pg from 'pg';

import type { AtOnce, Tx } from './database';
import type { Value } from './message';

type Buildable<Result> = {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Result> };
};

/**
 * A query that is written once, built once per connection, and planned once by the database, under its name.
 * The values are those of its placeholders.
 */
export function prepared<Values extends Record<string, unknown>, Result>(
  name: string,
  build: (tx: Tx) => Buildable<Result>
): (tx: Tx, values: Values) => Promise<Result> {
  const built = new WeakMap<Tx, { execute(values?: Record<string, unknown>): Promise<Result> }>();
  return (tx, values) => {
    const known = built.get(tx) ?? build(tx).prepare(name);
    built.set(tx, known);
    return known.execute(values);
  };
}

/** The same for a statement in plain SQL, where the query builder has no words for it. */
export function statement<Row extends pg.QueryResultRow>(
  name: string,
  text: string
): (tx: Tx, values: readonly unknown[]) => Promise<Row[]> {
  return async (tx, values) => {
    const { rows } = await tx.$client.query<Row>({ name, text, values: [...values] });
    return rows;
  };
}

/** The same where it may be part of one message: its values have one plain spelling each. */
export function statementAtOnce<Row extends Record<string, unknown>>(
  name: string,
  text: string
): (at: AtOnce | Tx, values: readonly Value[]) => Promise<readonly Row[]> {
  const within = statement<Row>(name, text);
  return async (at, values) =>
    'run' in at ? ((await at.run({ name, text, values })) as readonly Row[]) : within(at, values);
}
