import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnswerValue, RulesReport, ScoreReport, SummaryKpis, SummaryReport } from '../../../../contract/index.ts'
import { type ConsoleBench, now, places } from '../../../../http/console-api/testing/console-bench.ts'
import { openReportBench } from '../../../reports/testing/report-bench.ts'
import { coveredDay as day } from '../../../reports/testing/summary-recount.ts'
import type { AnswerParts } from '../../composition/answer-builder.ts'
import type { Slots } from '../../recognition/recognition.ts'
import { composed, messagesOf } from '../../testing/assistant-calls.ts'

let bench: ConsoleBench
beforeAll(async () => {
  bench = await openReportBench()
})
afterAll(() => bench.close())

const between = (from: string, to: string): NonNullable<Slots['period']> => ({ kind: 'dates', from, to })
const figures: (keyof SummaryKpis)[] = [
  'transactionVolume',
  'ruleApprovedRate',
  'manualReviewRate',
  'ruleRejectedRate',
  'ruleChallengedRate',
  'fraudVolume',
  'nonFraudVolume',
  'fraudRate',
  'sentToBankVolume',
  'bankAcceptanceRate',
  'settledVolume',
  'fraudChargebackVolume',
  'fraudChargebackRate',
]
const ranges = [
  [day(90), day(119)],
  [day(100), day(106)],
  [day(119), day(119)],
] as const

async function report<Output>(path: string, input: object, environment: string = places.root): Promise<Output> {
  const { status, json } = await bench.call('admin', 'POST', `/environments/${environment}/reports/${path}`, input)
  expect(status, JSON.stringify(json)).toBe(200)
  return json as Output
}
const sentence = (parts: AnswerParts, name: string) =>
  parts.sentences.find(({ message }) => message === `Assistant.Sentence.${name}`)
const numberOf = (value: AnswerValue | undefined): number | undefined =>
  value !== undefined && 'value' in value && typeof value.value === 'number' ? value.value : undefined
const compose = (intent: Parameters<typeof composed>[2], slots: Slots, environmentId: string = places.root) =>
  composed(bench.app, 'admin', intent, { slots, environmentId, now })

describe('numbers', () => {
  it.each(figures)('of %s are those of the summary report for the same days, environment and view', async metric => {
    for (const environmentId of [places.root, places.eu])
      for (const view of ['count', 'amount'] as const)
        for (const [from, to] of ranges) {
          const parts = await compose('figure', { metric, period: between(from, to), view }, environmentId)
          const { kpis } = await report<SummaryReport>('summary', { from, to, view }, environmentId)
          const found = sentence(parts, kpis[metric] === null ? 'FigureNone' : 'Figure')
          expect(numberOf(found?.values['value']) ?? null).toBe(kpis[metric])
          expect(found?.values['period']).toEqual({ kind: 'period', from, to })
          const [source] = parts.sources
          expect(source?.href).toBe(`/reports/summary?from=${from}&to=${to}${view === 'amount' ? '&view=amount' : ''}`)
        }
  })

  it.each(figures)('of %s in a comparison are those of both reports, and their difference', async metric => {
    const [later, earlier] = [
      [day(110), day(119)],
      [day(95), day(104)],
    ] as const
    const parts = await compose('compare-periods', {
      metric,
      period: between(...later),
      comparedWith: between(...earlier),
    })
    const [now_, before] = await Promise.all(
      [later, earlier].map(([from, to]) => report<SummaryReport>('summary', { from, to })),
    )
    const [value, previous] = [now_?.kpis[metric] ?? null, before?.kpis[metric] ?? null]
    const compared = sentence(parts, 'Compared')
    if (value === null || previous === null) return expect(compared).toBeUndefined()
    expect([numberOf(compared?.values['value']), numberOf(compared?.values['before'])]).toEqual([value, previous])
    expect(compared?.sources).toEqual([1, 2])
    const change = parts.sentences.find(({ message }) => /\.(Rose|Fell|Unchanged)/.test(message))
    expect(change?.message).toMatch(value > previous ? /Rose/ : value < previous ? /Fell/ : /Unchanged/)
    const [changed] = Object.values(change?.values ?? {})
    const factor = metric.endsWith('Rate') ? 100 : 1
    if (value !== previous) expect(numberOf(changed)).toBeCloseTo(Math.abs(value - previous) * factor, 9)
  })

  it('of a trend are those of the series of the report', async () => {
    const [from, to] = [day(90), day(119)]
    for (const grain of ['day', 'week'] as const) {
      const parts = await compose('trend', { metric: 'transactionVolume', period: between(from, to), grain })
      const { periods, series } = await report<SummaryReport>('summary', { from, to, grain })
      const whole = periods.flatMap(({ partial, start }, index) =>
        partial ? [] : [{ start, volume: series.transactions[index]?.volume ?? 0 }],
      )
      expect(sentence(parts, 'TrendFirst')?.values).toMatchObject({
        first: { value: whole[0]?.volume },
        from: { value: whole[0]?.start },
        last: { value: whole.at(-1)?.volume },
      })
      const volumes = whole.map(({ volume }) => volume)
      expect(numberOf(sentence(parts, 'TrendHighest')?.values['value'])).toBe(Math.max(...volumes))
      expect(numberOf(sentence(parts, 'TrendLowest')?.values['value'])).toBe(Math.min(...volumes))
    }
  })

  it('of a cut-off are those of the score report', async () => {
    const [from, to] = [day(60), day(119)]
    const scores = await report<ScoreReport>('scores', { from, to })
    for (const cutoff of [0, 300, 555, 800, 1000]) {
      const parts = await compose('cutoff', { cutoff, period: between(from, to) })
      const rounded = Math.floor(cutoff / 10) * 10
      const effect = scores.cutoffs.find(each => each.cutoff === rounded)
      const said = sentence(parts, 'Cutoff')?.values
      expect([said?.['cutoff'], said?.['volume'], said?.['share']].map(numberOf)).toEqual([
        rounded,
        effect?.volumeAtOrAbove,
        effect?.percentAtOrAbove,
      ])
      const fraud = sentence(parts, 'CutoffFraud')?.values
      expect([fraud?.['detected'], fraud?.['good']].map(numberOf)).toEqual([
        effect?.detectionRate,
        effect?.falsePositiveRate,
      ])
    }
  })

  it('of good customers stopped and fraud found are those of the score report', async () => {
    const [from, to] = [day(60), day(119)]
    const { decided } = await report<ScoreReport>('scores', { from, to })
    for (const metric of ['falsePositiveRate', 'detectionRate'] as const) {
      const parts = await compose('figure', { metric, period: between(from, to) })
      expect(numberOf(sentence(parts, 'Figure')?.values['value'])).toBe(decided[metric])
    }
  })

  it('of overlapping rules are those of the rule report', async () => {
    const [from, to] = [day(60), day(119)]
    const parts = await compose('overlapping-rules', { period: between(from, to) })
    const { overlap, rows } = await report<RulesReport>('rules', { from, to })
    const shares = overlap.rules.rows.flatMap(({ cells }) => cells.map(({ share }) => share)).filter(Boolean)
    const redundant = rows.filter(({ fraudVolume, uniqueCatches }) => fraudVolume > 0 && uniqueCatches === 0)
    const said = parts.sentences.map(({ values }) => numberOf(values['share']) ?? numberOf(values['count']))
    for (const share of shares.slice(0, 40)) expect(said).toContain(share)
    for (const { fraudVolume } of redundant) expect(said).toContain(fraudVolume)
  })
})

describe('a figure', () => {
  it('of days that reports do not cover is none, and the answer says so', async () => {
    const parts = await compose('figure', { period: between('2024-01-01', '2024-01-31') })
    expect(messagesOf(parts)).toEqual(['NotCovered'])
  })
  it('of an assessment without transactions is none', async () => {
    const parts = await compose('figure', { assessment: 'accountlogin' })
    expect(messagesOf(parts)).toEqual(['NoReportData'])
  })
  it('of an assessment that does not exist was not found', async () => {
    expect(messagesOf(await compose('figure', { assessment: 'Nonsense' }))[0]).toMatch(
      /^(NotFound|Unavailable|NoReportData)$/,
    )
  })
  it('repeats what was counted, and every fact has a source', async () => {
    const parts = await compose('figure', { metric: 'fraudRate' })
    expect(messagesOf(parts)).toContain('Scope')
    for (const { sources } of parts.sentences) expect(sources.length).toBeGreaterThan(0)
  })
})
