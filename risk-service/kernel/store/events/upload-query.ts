import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'

/**
 * Whether a row of events, data events or labels is one of a data upload, which the risk API has not received; by the
 * name of its table in the statement.
 */
export const isUploaded = {
  event: (table: string): RawBuilder<boolean> => sql<boolean>`(${sql.ref(`${table}.decision`)} = 'None')`,
  data: (table: string): RawBuilder<boolean> =>
    sql<boolean>`coalesce(${sql.ref(`${table}.correlation_id`)} like 'upload:%', false)`,
  label: (table: string): RawBuilder<boolean> =>
    sql<boolean>`(${sql.ref(`${table}.body`)} ->> ${sql.lit(uploadMark)} is not null)`,
}

/** Runs a statement with its parameters; the name is that of its plan, on a connection that keeps plans. */
export type RunQuery = <Row extends object>(query: {
  name: string
  text: string
  values: unknown[]
}) => Promise<{ rows: Row[] }>

/** Runs statements in a transaction or on the pool. */
export const queryOn =
  (db: Db): RunQuery =>
  <Row extends object>({ text, values }: { text: string; values: unknown[] }) =>
    db.executeQuery<Row>(CompiledQuery.raw(text, values))

/** The correlation id of what a run of data upload stores: by it its records are told apart from those of the risk API. */
export const uploadCorrelation = (runId: string): string => `upload:${runId}`

/** The field of a stored label that has the run which uploaded it; one that the risk API wrote last has none. */
export const uploadMark = 'uploadRun'
