import { z } from 'zod'
import { blankValue } from '../../../../contract/reports/report-definitions.ts'

/** Returns the milliseconds of a time; one without an offset is in UTC. NaN: it is no time. */
export const instantOf = (time: string): number =>
  Date.parse(/T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(time) || !time.includes('T') ? time : `${time}Z`)

const isTime = (text: string): boolean => /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(instantOf(text))
export const timeSchema = z.string().refine(isTime, { error: 'Enter a time in ISO 8601.' })

/** A value that may be missing or null, which is the same, and then is the fallback. */
export const orElse = <Schema extends z.ZodType, Fallback>(schema: Schema, fallback: Fallback) =>
  schema.nullish().transform((value): z.output<Schema> | Fallback => value ?? fallback)
export const orNull = <Schema extends z.ZodType>(schema: Schema) => orElse(schema, null)
export const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  orElse(z.array(schema), [] as readonly z.output<Schema>[])

const text = orNull(z.string())
/** When a thing happened, and when the merchant learned of it where that was later. */
const dated = { time: timeSchema, received: orNull(timeSchema) }
export const idSchema = z.union([z.string(), z.number()]).transform(String)

/** One assessed transaction with what later events said of it. Fields that reports do not read are left out. */
export const reportRecordSchema = z.object({
  id: idSchema,
  time: timeSchema,
  amountUsd: orNull(z.number()),
  /** 0 to 999; negative values are no scores but reasons why there is none. */
  score: orNull(z.number()),
  bot: orNull(z.number()),
  decision: text,
  rule: text,
  clause: text,
  observe: listOf(z.object({ rule: z.string(), clause: text })),
  final: text,
  finalTime: orNull(timeSchema),
  bank: listOf(z.object({ type: text, status: text, time: timeSchema })),
  chargebacks: listOf(z.object({ status: text, ...dated })),
  refunds: listOf(z.object({ status: text, reason: text, ...dated })),
  labels: listOf(
    z.object({
      isFraud: orElse(z.boolean(), true),
      ...dated,
    }),
  ),
  attrs: orElse(z.record(z.string(), z.unknown()), {} as Record<string, unknown>),
})
export type ReportRecord = z.output<typeof reportRecordSchema>

/** Returns the value of an entity attribute as a text. */
export function attributeOf({ attrs }: ReportRecord, key: string): string {
  const value = Object.hasOwn(attrs, key) ? attrs[key] : null
  if (value === null || value === undefined || value === '') return blankValue
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Whether a record has a score. Records without one are on no axis of scores and in none of their denominators. */
export const isScored = <Scored extends { score: number | null }>(
  record: Scored,
): record is Scored & { score: number } => record.score !== null && record.score >= 0 && record.score <= 999
