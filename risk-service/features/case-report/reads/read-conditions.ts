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

/** Whole milliseconds since 1970, which is what the clock of the service gives: faster to read than a time. */
export const ms = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  // Without numeric, which `extract` returns and which takes several times as long.
  sql`round(date_part('epoch', ${time}) * 1000)::float8`

/** Further condition on the assessment of the case of a history entry; none where every assessment is asked for. */
export const ofAssessments = (
  caseId: RawBuilder<unknown>,
  eventTypes: readonly string[] | null,
): RawBuilder<unknown> =>
  eventTypes === null
    ? sql``
    : sql`and ${caseId} in (select x.id from review_case x where x.event_type = any(${[...eventTypes]}::text[]))`

/** Queue of the case of a history entry that does not name one; read for these alone. */
export const queueOfCase = (caseId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select x.queue_id::text from review_case x where x.id = ${caseId})`
