import { z } from 'zod'
import { isDate } from '../../../../contract/common/iso-time.ts'
import {
  cutoffTargets,
  fraudSignals,
  nonFraudSignals,
  reportGrains,
  reportViews,
} from '../../../../contract/reports/report-definitions.ts'
import { type Timescale, timescales } from '../monitor/monitor-bars.ts'
import { defaultSignalTypes } from '../records/fraud-status.ts'
import { instantOf, listOf, orElse, orNull, timeSchema } from '../records/report-record.ts'
import { entityMeasures } from '../tables/entity-distribution.ts'
import { overlapLevels } from '../tables/rule-tables.ts'

/** Parameters of calculations. Missing and null are the same; unknown ones are ignored. */

const optional = <Schema extends z.ZodType>(schema: Schema) => orElse(schema, undefined)
const day = z.string().refine(isDate, { error: 'Enter a date as YYYY-MM-DD.' })
const isScore = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 999
const score = z.number().refine(isScore, { error: 'Enter a whole number from 0 to 999.' })
const inOrder = (from: string | undefined, to: string | undefined): boolean =>
  from === undefined || to === undefined || from.slice(0, 10) <= to.slice(0, 10)
const wrongOrder = 'The start date must not be after the end date.'

export const noParameters = z.object({})

/** How records are weighed and which signals of fraud count. */
export const optionParameters = z.object({
  view: orElse(z.enum(reportViews), 'count' as const),
  fraudTypes: orElse(z.array(z.enum(fraudSignals)), defaultSignalTypes.fraudTypes),
  nonFraudTypes: orElse(z.array(z.enum(nonFraudSignals)), defaultSignalTypes.nonFraudTypes),
})

const filterValue = z.union([z.string(), z.number(), z.boolean()]).transform(String)
export const filterParameters = z
  .object({
    scoreFrom: optional(score),
    scoreTo: optional(score),
    dateFrom: optional(day),
    dateTo: optional(day),
    ruleDecisions: listOf(z.string()),
    finalDecisions: listOf(z.string()),
    rules: listOf(z.string()),
    statuses: listOf(z.string()),
    attrs: orElse(z.record(z.string(), z.array(filterValue)), {}),
  })
  .refine(({ scoreFrom = 0, scoreTo = 999 }) => scoreFrom <= scoreTo, {
    path: ['scoreTo'],
    error: 'The lower score must not be greater than the upper score.',
  })
  .refine(({ dateFrom, dateTo }) => inOrder(dateFrom, dateTo), { path: ['dateTo'], error: wrongOrder })

/** @param metrics names of the series */
export const seriesParameters = <const Names extends readonly string[]>(metrics: Names) =>
  z
    .object({ metric: z.enum(metrics), grain: orElse(z.enum(reportGrains), 'day' as const), from: day, to: day })
    .refine(({ from, to }) => inOrder(from, to), { path: ['to'], error: wrongOrder })
    .transform(({ from, to, ...others }) => ({ ...others, from: from.slice(0, 10), to: to.slice(0, 10) }))

export const thresholdParameters = z.object({ thresholds: optional(z.array(z.number())) })
export const cutoffParameters = z.object({ cutoff: z.number() })
export const targetParameters = z.object({ target: z.enum(cutoffTargets), value: z.number() })
export const marginParameters = z.object({
  margin: orElse(
    z.number().refine(value => value > 0 && value < 1, { error: 'Enter a profit margin between 1 and 99 percent.' }),
    0.2,
  ),
})
export const overlapParameters = z.object({ level: orElse(z.enum(overlapLevels), 'rule' as const) })
export const entityParameters = z.object({
  attribute: z.string(),
  measure: orElse(z.enum(entityMeasures), 'transactions' as const),
  top: orNull(z.int().min(0)),
})
export const monitorParameters = z.object({
  now: timeSchema,
  timescale: orElse(z.enum(Object.keys(timescales) as [Timescale, ...Timescale[]]), '48h' as const),
})
export const countryParameters = z.object({ above: orElse(z.number(), 900), top: orElse(z.int().min(0), 5) })
export const callParameters = z
  .object({ from: timeSchema, to: timeSchema })
  .refine(({ from, to }) => instantOf(from) <= instantOf(to), { path: ['to'], error: wrongOrder })
export const scoreLimitParameters = z.object({
  threshold: z.number(),
  monthFrom: optional(z.string()),
  monthTo: optional(z.string()),
  scoreFrom: orElse(z.number(), 0),
  scoreTo: orElse(z.number(), 999),
})
