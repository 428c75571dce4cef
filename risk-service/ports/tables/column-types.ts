import type { ColumnType } from 'kysely'

/** bigint columns arrive as numbers (the pool parses int8 into a number: amounts and counts stay below 2^53). */
export type Time = ColumnType<Date, Date | string, Date | string>
export type TimeDefault = ColumnType<Date, Date | string | undefined, Date | string>
/** jsonb: read parsed, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>
