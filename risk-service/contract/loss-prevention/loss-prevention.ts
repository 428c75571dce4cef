import { z } from 'zod'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'
import {
  isMonth,
  lossEntityKinds,
  lossLevels,
  lossLimits,
  lossPeerGroups,
  lossReasons,
  lossReportStatuses,
  lossTables,
} from './loss-prevention-definitions.ts'

const path = `${environmentRoute}/loss-prevention`
const time = z.iso.datetime()
const month = z.string().refine(isMonth, 'A month such as 2026-10.')
const score = z.number().int().min(0).max(999)
/** The pseudonym of a member of staff, or the ID of a terminal: its store and its number. */
const entityId = z.string().trim().min(1).max(1100)
const kind = z.enum(lossEntityKinds)
const reason = z.enum(lossReasons)

const filterFields = {
  /** Absent: from the first month, up to the last one. */
  monthFrom: month.optional(),
  monthTo: month.optional(),
  scoreFrom: score.default(0),
  scoreTo: score.default(999),
}
const isRange = ({ monthFrom, monthTo }: { monthFrom?: string | undefined; monthTo?: string | undefined }) =>
  monthFrom === undefined || monthTo === undefined || monthFrom <= monthTo
const monthOrder = { path: ['monthTo'], message: 'The last month is before the first one.' }
const isScoreRange = ({ scoreFrom, scoreTo }: { scoreFrom: number; scoreTo: number }) => scoreFrom <= scoreTo
const scoreOrder = { path: ['scoreTo'], message: 'The highest score is below the lowest one.' }

const filterSchema = environmentInput.extend(filterFields).refine(isRange, monthOrder).refine(isScoreRange, scoreOrder)
export type LossFilter = z.output<typeof filterSchema>

/** A month of which only some days have transactions: its begin or its end is missing. */
const cutMonthSchema = z.object({ month: z.string(), from: z.iso.date(), to: z.iso.date() })
export type CutLossMonth = z.output<typeof cutMonthSchema>

const statusSchema = z.object({
  status: z.enum(lossReportStatuses),
  /** When the run that goes on was started. */
  startedAt: time.nullable(),
  /** When a report that failed is tried again. */
  retryAt: time.nullable(),
  /** When the report was computed that is shown; null: none. */
  updatedAt: time.nullable(),
  /** All months with scores, ascending. */
  months: z.array(z.string()),
  cutMonths: z.array(cutMonthSchema),
  transactions: z.number().int(),
})

const rankedSchema = z.object({
  id: z.string(),
  maxScore: z.number(),
  averageScore: z.number(),
  scoreCount: z.number().int(),
  anomalousMonths: z.number().int(),
  /** The strongest of what the reasons say in anomalous months. */
  level: z.enum(lossLevels),
})
export type RankedLossEntity = z.output<typeof rankedSchema>

const kindSummarySchema = z.object({
  /** US dollars of returns and of manual discounts in anomalous months. */
  returnsUsd: z.number(),
  discountsUsd: z.number(),
  uniqueIds: z.number().int(),
  scoreCount: z.number().int(),
  averageScore: z.number().nullable(),
  top: z.array(rankedSchema),
  byMonth: z.array(z.object({ month: z.string(), unlikely: z.number().int(), veryLikely: z.number().int() })),
})
export type LossKindSummary = z.output<typeof kindSummarySchema>

const summarySchema = statusSchema.extend({ staff: kindSummarySchema, terminal: kindSummarySchema })
export type LossSummary = z.output<typeof summarySchema>

const reasonValueSchema = z.object({
  value: z.number(),
  /** Limits of the interval of 95 %; null: there is nothing to count, or no upper limit. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Transactions or items that the value was computed from. */
  size: z.number().int(),
  percentile: z.number(),
  /** Average of all, and of the peers; null: too few peers. */
  population: z.number(),
  peers: z.number().nullable(),
  level: z.enum(lossLevels),
  /** It was cleared in the month before and therefore counts less. */
  damped: z.boolean(),
})
export type LossReasonValue = z.output<typeof reasonValueSchema>

const entityMonthSchema = z.object({
  month: z.string(),
  /** Whether only some days of the month have transactions of anybody. */
  cut: z.boolean(),
  score,
  /** The score without regard to what was cleared. */
  plainScore: score,
  populationScore: z.number(),
  /** Average score of the peers; null: too few. */
  peerScore: z.number().nullable(),
  peerGroup: z.enum(lossPeerGroups).nullable(),
  peerCount: z.number().int(),
  transactions: z.number().int(),
  reasons: z.record(reason, reasonValueSchema),
})
export type LossEntityMonth = z.output<typeof entityMonthSchema>

const transactionSchema = z.object({
  at: time,
  number: z.string(),
  /**
   * The ID of the terminal, on the page of a member of staff; else the pseudonym of the member of staff. Null: a member of
   * staff of whom there is no report yet.
   */
  other: z.string().nullable(),
  /** Whether the report has the other one. */
  otherScored: z.boolean(),
  /** Whether the member of staff is anomalous in a month of the range. */
  otherAnomalous: z.boolean(),
  purchaseUsd: z.number(),
  discountUsd: z.number(),
  returnUsd: z.number(),
  /** Null: no return. */
  hasReceipt: z.boolean().nullable(),
  paymentMethod: z.string().nullable(),
  category: z.string().nullable(),
})
export type LossTransaction = z.output<typeof transactionSchema>

const openingSchema = z.object({ id: z.string(), by: z.string(), at: time, reason: z.string() })
const openingsSchema = z.object({
  openings: z.array(openingSchema),
  /** Of the next page; null: there is none. */
  next: z.string().nullable(),
})
export type LossOpenings = z.output<typeof openingsSchema>

const clearanceSchema = z.object({ month: z.string(), reason, note: z.string(), by: z.string(), at: time })
export type LossClearance = z.output<typeof clearanceSchema>

const entitySchema = z.object({
  kind,
  id: z.string(),
  /** The name as it was uploaded; null until the caller has opened the file. */
  name: z.string().nullable(),
  /** Until when the file is open to the caller. */
  openUntil: time.nullable(),
  maxScore: z.number().nullable(),
  averageScore: z.number().nullable(),
  scoreCount: z.number().int(),
  months: z.array(entityMonthSchema),
  clearances: z.array(clearanceSchema),
  transactions: z.array(transactionSchema),
  /** Whether there are more transactions than are listed. */
  moreTransactions: z.boolean(),
})
export type LossEntity = z.output<typeof entitySchema>

/** The loss prevention report. */
export const lossPreventionContract = {
  summary: procedure
    .route({
      method: 'POST',
      path: `${path}/summary`,
      summary: 'Scores of staff and terminals, and what the anomalous ones may cost',
      description: 'Covers the environment alone. Members of staff have pseudonyms.',
    })
    .input(filterSchema)
    .output(summarySchema),
  entity: procedure
    .route({
      method: 'POST',
      path: `${path}/entity`,
      summary: 'Scores and reasons of a member of staff or a terminal, beside all others and beside its peers',
    })
    .input(
      environmentInput
        .extend({ ...filterFields, kind, id: entityId })
        .refine(isRange, monthOrder)
        .refine(isScoreRange, scoreOrder),
    )
    .output(entitySchema),
  export: procedure
    .route({ method: 'POST', path: `${path}/export`, summary: 'A table of the report as a CSV file' })
    .input(
      environmentInput
        .extend({ ...filterFields, table: z.enum(lossTables) })
        .refine(isRange, monthOrder)
        .refine(isScoreRange, scoreOrder),
    )
    .output(z.instanceof(File)),
  openings: procedure
    .route({
      method: 'POST',
      path: `${path}/openings`,
      summary: 'Who opened the file of a member of staff, the latest first',
    })
    .input(environmentInput.extend({ id: entityId, cursor: z.string().max(100).nullable().default(null) }))
    .output(openingsSchema),
  openFile: procedure
    .route({
      method: 'POST',
      path: `${path}/open-file`,
      summary: 'Shows the caller the name behind a pseudonym for some hours',
      description:
        'Recorded in the activity log with the reason. While the file is open to the caller, the opening stays the same.',
    })
    .input(environmentInput.extend({ id: entityId, reason: z.string().trim().min(1).max(lossLimits.reason) }))
    .output(z.object({ name: z.string(), openUntil: time })),
  clear: procedure
    .route({
      method: 'POST',
      path: `${path}/clear`,
      summary: 'Records that a reason has an innocent explanation',
      description:
        'It counts half in the month after. The report has to have the month, and its reason a value above the average. The file of a member of staff has to be open to the caller.',
    })
    .input(
      environmentInput.extend({
        kind,
        id: entityId,
        month,
        reason,
        note: z.string().trim().min(1).max(lossLimits.note),
      }),
    )
    .output(clearanceSchema),
  retry: procedure
    .route({ method: 'POST', path: `${path}/retry`, summary: 'Computes a report that failed again' })
    .input(environmentInput)
    .output(z.object({ status: z.enum(lossReportStatuses) })),
}
