import { z } from 'zod'
import { summaryKpisOf } from '../figures/summary-kpis.ts'
import { decisionSeriesOf, seriesMetrics, timeSeriesOf } from '../figures/time-series.ts'
import { totalsOf } from '../figures/totals.ts'
import {
  anomalyScoresOf,
  monthlyScoresSchema,
  percentilesOf,
  reasonValueSchema,
  reasonValuesSchema,
  summarizeScores,
} from '../loss-prevention/entity-scores.ts'
import { botCountriesOf } from '../monitor/bot-countries.ts'
import { monitorBarsOf } from '../monitor/monitor-bars.ts'
import { callSchema, performanceMetricsOf } from '../monitor/performance-metrics.ts'
import { type AssessedRecord, assessRecords } from '../records/assessed-record.ts'
import { filterRecords, scoreRangeOf } from '../records/filter-records.ts'
import { reportRecordSchema } from '../records/report-record.ts'
import { precisionRecallOf, rocOf } from '../scores/curves.ts'
import { optimizeProfit } from '../scores/optimize-profit.ts'
import { type ScoreBins, scoreBinsOf } from '../scores/score-bins.ts'
import { findCutoff, scoreImpactOf, simulateCutoff } from '../scores/score-impact.ts'
import { cumulativeDistributionOf, scoreTableOf } from '../scores/score-table.ts'
import { entityDistributionOf } from '../tables/entity-distribution.ts'
import { decisionRuleTableOf, observeRuleTableOf, overlapOf } from '../tables/rule-tables.ts'
import * as parameters from './parameters.ts'

/** Computes a figure of records, calls or entities. @throws ZodError for input or parameters that are not valid */
export type Calculation = (input: unknown, params: unknown) => unknown

const calculation =
  <Item extends z.ZodType, Params extends z.ZodType>(
    item: Item,
    params: Params,
    compute: (items: z.output<Item>[], options: z.output<Params>) => unknown,
  ): Calculation =>
  (input, options) =>
    compute(z.array(item).parse(input), params.parse(options ?? {}))

/** A figure of records with their flags, fraud status and weight. */
const ofAssessed = <Params extends z.ZodType>(
  params: Params,
  compute: (records: AssessedRecord[], options: z.output<Params>) => unknown,
): Calculation =>
  calculation(reportRecordSchema, z.unknown(), (records, options) =>
    compute(assessRecords(records, parameters.optionParameters.parse(options)), params.parse(options)),
  )

/** A figure of volumes by score. */
const ofScores = <Params extends z.ZodType>(
  params: Params,
  compute: (scores: ScoreBins, options: z.output<Params>) => unknown,
): Calculation => ofAssessed(params, (records, options) => compute(scoreBinsOf(records), options))

const { noParameters } = parameters

/** The calculations of reports by name: pure functions of an input and parameters. */
export const calculations: Readonly<Record<string, Calculation>> = {
  classify: ofAssessed(noParameters, records =>
    Object.fromEntries(records.map(({ record, fraud }) => [record.id, fraud])),
  ),
  filterRows: calculation(reportRecordSchema, parameters.filterParameters, (records, filter) => ({
    scoreRange: scoreRangeOf(filter.scoreFrom, filter.scoreTo),
    ids: filterRecords(records, filter).map(({ id }) => id),
  })),
  summaryKpis: ofAssessed(noParameters, records => summaryKpisOf(totalsOf(records))),
  timeSeries: ofAssessed(
    parameters.seriesParameters([...seriesMetrics, 'decisionDistribution' as const]),
    (records, { metric, ...range }) =>
      metric === 'decisionDistribution' ? decisionSeriesOf(records, range) : timeSeriesOf(records, metric, range),
  ),
  scoreTable: ofScores(noParameters, scoreTableOf),
  scoreImpact: ofScores(parameters.thresholdParameters, (scores, { thresholds }) => scoreImpactOf(scores, thresholds)),
  roc: ofScores(noParameters, rocOf),
  precisionRecall: ofScores(noParameters, precisionRecallOf),
  cumulativeDistribution: ofScores(noParameters, cumulativeDistributionOf),
  cutoffSimulation: ofScores(parameters.cutoffParameters, (scores, { cutoff }) => simulateCutoff(scores, cutoff)),
  cutoffForTarget: ofScores(parameters.targetParameters, (scores, { target, value }) =>
    findCutoff(scores, target, value),
  ),
  // Profit is money, whatever the view.
  profitOptimizer: calculation(reportRecordSchema, z.unknown(), (records, options) => {
    const inAmounts = { ...parameters.optionParameters.parse(options), view: 'amount' as const }
    const { margin } = parameters.marginParameters.parse(options)
    return optimizeProfit(scoreBinsOf(assessRecords(records, inAmounts)), margin)
  }),
  decisionRuleTable: ofAssessed(noParameters, decisionRuleTableOf),
  observeRuleTable: ofAssessed(noParameters, observeRuleTableOf),
  overlap: ofAssessed(parameters.overlapParameters, (records, { level }) => overlapOf(records, level)),
  entityDistribution: ofAssessed(parameters.entityParameters, (records, { attribute, measure, top }) =>
    entityDistributionOf(records, attribute, measure, top),
  ),
  monitor: calculation(reportRecordSchema, parameters.monitorParameters, (records, { now, timescale }) =>
    monitorBarsOf(records, now, timescale),
  ),
  botCountries: calculation(reportRecordSchema, parameters.countryParameters, (records, { above, top }) =>
    botCountriesOf(records, above, top),
  ),
  performanceMetrics: calculation(callSchema, parameters.callParameters, (calls, { from, to }) =>
    performanceMetricsOf(calls, from, to),
  ),
  lpSummary: calculation(monthlyScoresSchema, parameters.scoreLimitParameters, summarizeScores),
  lpPercentiles: calculation(reasonValueSchema, noParameters, percentilesOf),
  lpScores: calculation(reasonValuesSchema, noParameters, anomalyScoresOf),
}
