import { type RawBuilder, sql } from 'kysely'
import { type DayRange, dayMs } from '../figures/periods.ts'

/** Kinds of the entries of a history that make a decision final. */
export const finalKinds = sql`'decided', 'timed-out', 'approved'`

/** Condition on the environment of a table. @param alias a constant */
export const inEnvironments = (alias: string, ids: readonly string[]): RawBuilder<unknown> =>
  sql`${sql.ref(`${alias}.environment_id`)} = any(${[...ids]}::uuid[])`

/** Further condition on a text; none where every value is asked for. */
export const has = (value: RawBuilder<unknown>, accepted: readonly string[] | null): RawBuilder<unknown> =>
  accepted === null ? sql`` : sql`and ${value} = any(${[...accepted]}::text[])`

export const during = (time: RawBuilder<unknown>, { from, to }: DayRange): RawBuilder<unknown> =>
  sql`${time} >= ${new Date(from * dayMs)}::timestamptz and ${time} < ${new Date(to * dayMs)}::timestamptz`

/** Milliseconds since 1970: faster to read than a time. */
export const ms = (time: RawBuilder<unknown>): RawBuilder<unknown> => sql`(extract(epoch from ${time}) * 1000)::float8`
