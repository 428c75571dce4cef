import type { IntlShape } from 'react-intl'
import type { Format } from '../../lib/format/index.ts'
import { describeSteps, halfOf, type StepFacts, type StepOptions } from './step-facts.ts'

/** One series of a sentence. */
interface SentenceSeries extends Pick<StepOptions, 'counts'> {
  label: string
  values: ArrayLike<number | null>
  /** Writes a value. */
  text: (value: number) => string
  /** Whether a value is a share of something: "rose by 40 %" would be read as percentage points. */
  isShare?: boolean
}

export interface SentenceInput extends Omit<StepOptions, 'counts'> {
  /** What the chart shows, one after another. */
  series: readonly SentenceSeries[]
  /** Series that are only looked at for the largest change: the parts of a whole. */
  parts?: readonly SentenceSeries[]
  /** Name of a step. */
  nameAt: (index: number) => string
  /** Says up to which step half of all lies: for distributions. */
  isDistribution?: boolean
}

/** A change that is nearly a whole multiple is named as one. */
const multiples = [
  { form: 'doubled', low: 1.9, high: 2.2 },
  { form: 'tripled', low: 2.85, high: 3.3 },
] as const

function formOf(before: number, after: number, isShare: boolean): string {
  if (before <= 0 || after < 0) return after > before ? (before === 0 ? 'started' : 'up') : 'down'
  if (after === 0) return 'stopped'
  const ratio = after / before
  const multiple = multiples.find(({ low, high }) => ratio >= low && ratio <= high)
  if (multiple) return multiple.form
  if (ratio >= 1 / 2.2 && ratio <= 1 / 1.9) return 'halved'
  if (ratio > 3.3) return 'multiplied'
  if (isShare) return ratio > 1 ? 'up' : 'down'
  return ratio > 1 ? 'rose' : 'fell'
}

/** Facts of values that are not copied from render to render: those of 50,000 points are found once. */
const cachedFacts = new WeakMap<object, Map<string, StepFacts | null>>()

function factsOf(values: ArrayLike<number | null>, options: StepOptions): StepFacts | null {
  if (options.follows) return describeSteps(values, options)
  const key = `${options.counts} ${options.start} ${options.end}`
  const cached = cachedFacts.get(values) ?? new Map<string, StepFacts | null>()
  cachedFacts.set(values, cached)
  const found = cached.has(key) ? (cached.get(key) ?? null) : describeSteps(values, options)
  cached.set(key, found)
  return found
}

type Found = { entry: SentenceSeries; facts: StepFacts }

/** The series with the clearest change: counts before other values, whose usual variation is only estimated. */
function clearest(found: readonly Found[]): Found | undefined {
  const rank = ({ facts: { counted, change } }: Found) =>
    change === null ? -1 : (counted ? 1e12 : 0) + change.strength
  return found.reduce<Found | undefined>(
    (best, each) => (rank(each) >= 0 && (best === undefined || rank(each) > rank(best)) ? each : best),
    undefined,
  )
}

/** The parts of the sentence about a chart with steps: the largest change, then the course of each series. */
export function stepSentence(
  intl: IntlShape,
  format: Format,
  { series, parts = [], nameAt, isDistribution = false, ...options }: SentenceInput,
): string[] {
  const describe = (entries: readonly SentenceSeries[]): Found[] =>
    entries.flatMap(entry => {
      const facts = factsOf(entry.values, { ...options, counts: entry.counts ?? false })
      return facts === null ? [] : [{ entry, facts }]
    })
  const found = describe(series)
  const best = clearest([...found, ...describe(parts)])
  const texts: string[] = []
  if (best?.facts.change) {
    const { from, to, before, after } = best.facts.change
    const { label, text, isShare = false } = best.entry
    const ratio = before === 0 ? 1 : after / before
    texts.push(
      intl.formatMessage(
        { id: 'DesignSystem.Chart.Steps.Change' },
        {
          series: label,
          form: formOf(before, after, isShare),
          percent: format.percent(Math.abs(ratio - 1), 0),
          times: intl.formatNumber(ratio, { maximumSignificantDigits: 2, numberingSystem: 'latn' }),
          from: nameAt(from),
          to: nameAt(to),
          before: text(before),
          after: text(after),
        },
      ),
    )
  }
  for (const { entry, facts } of found) {
    const { label, text } = entry
    const { low, high, lowAt, highAt, trend, isSteady } = facts
    texts.push(
      isSteady
        ? intl.formatMessage(
            { id: 'DesignSystem.Chart.Steps.Steady' },
            { series: label, same: text(low) === text(high) ? 'yes' : 'no', low: text(low), high: text(high) },
          )
        : intl.formatMessage(
            { id: 'DesignSystem.Chart.Steps.Range' },
            {
              series: label,
              low: text(low),
              lowest: nameAt(lowAt),
              high: text(high),
              highest: nameAt(highAt),
              trend: isDistribution ? 'none' : trend,
            },
          ),
    )
    const half = isDistribution && facts.counted ? halfOf(entry.values) : -1
    if (half >= 0)
      texts.push(intl.formatMessage({ id: 'DesignSystem.Chart.Steps.Half' }, { series: label, step: nameAt(half) }))
  }
  return texts
}

/** The whole sentence under the title of a chart. */
export function chartSentence(intl: IntlShape, title: string, parts: readonly string[]): string {
  return intl.formatMessage(
    { id: 'DesignSystem.Chart.Summary.Sentence' },
    {
      title,
      parts:
        parts.length === 0
          ? intl.formatMessage({ id: 'DesignSystem.Chart.Summary.Nothing' })
          : parts.reduce((before, after) =>
              intl.formatMessage({ id: 'DesignSystem.Chart.Steps.Then' }, { before, after }),
            ),
    },
  )
}
