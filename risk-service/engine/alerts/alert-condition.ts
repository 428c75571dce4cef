import type { WindowFigures, WindowSums } from './alert-series.ts'
import { chanceOf } from './chance.ts'
import { type Usual, usualOf } from './usual.ts'

/** When an alert fires. */
export type AlertCondition =
  /** The value is above or below a limit. */
  | { kind: 'above' | 'below'; value: number }
  /** The value is this many times the usual for the hour and weekday, or one part in this many; `times` above 1. */
  | { kind: 'rises' | 'falls'; times: number }
  /** Nothing was counted where at least `usual` are counted in this hour of the week. */
  | { kind: 'silent'; usual: number }

export interface AlertDefinition {
  condition: AlertCondition
  /** Length of the window in steps, at least 1. */
  steps: number
  /** Fewest events of a window (of a share: what it is a share of) below which nothing is said. */
  fewest: number
}

/** What an alert says of a window. */
export interface AlertOutcome {
  /** `unknown`: too few events, or too few earlier weeks. */
  state: 'fires' | 'calm' | 'unknown'
  figures: WindowFigures
  usual: Usual | null
}

/** A change counts if chance alone makes it less often than once in 2,000 windows: an hour in a quarter of a year. */
const largestChance = 1 / 2000

/** And if it is larger than this many times the spread between earlier weeks. */
const fewestSpreads = 3

/**
 * Evaluates an alert for the window that ends with a step; null where the series does not cover the window.
 * @param last index of the step
 */
export function evaluateAlert(
  sums: WindowSums,
  { condition, steps, fewest }: AlertDefinition,
  last: number,
  stepsPerWeek: number,
): AlertOutcome | null {
  const figures = sums.window(last, steps)
  if (figures === null) return null
  // Most windows have an answer without it, and a preview evaluates hundreds of thousands.
  let usual: Usual | null | undefined
  const readUsual = (): Usual | null => {
    if (usual === undefined) usual = usualOf(sums, last, steps, stepsPerWeek)
    return usual
  }
  return {
    state: stateOf(condition, figures, readUsual, fewest),
    figures,
    get usual() {
      return readUsual()
    },
  }
}

function stateOf(
  condition: AlertCondition,
  figures: WindowFigures,
  readUsual: () => Usual | null,
  fewest: number,
): AlertOutcome['state'] {
  const { value } = figures
  if (condition.kind === 'silent') return silence(condition.usual, figures, readUsual)
  if (value === null) return 'unknown'
  // Of a plain count, few events are an answer: there is no attack. Of a share, they say nothing.
  if (evidenceOf(condition, figures, readUsual) < fewest) return isRiseOfCount(condition, figures) ? 'calm' : 'unknown'
  switch (condition.kind) {
    case 'above':
      return value > condition.value ? 'fires' : 'calm'
    case 'below':
      return value < condition.value ? 'fires' : 'calm'
    case 'rises':
    case 'falls': {
      const usual = readUsual()
      if (usual === null) return 'unknown'
      const change = condition.kind === 'rises' ? value - usual.value : usual.value - value
      const reached =
        condition.kind === 'rises' ? value >= usual.value * condition.times : value <= usual.value / condition.times
      if (!reached || change <= fewestSpreads * usual.spread) return 'calm'
      return chanceOf(figures, usual) < largestChance ? 'fires' : 'calm'
    }
  }
}

const isRiseOfCount = ({ kind }: AlertCondition, { of }: WindowFigures): boolean =>
  of === null && (kind === 'above' || kind === 'rises')

/** Events that a window has to have before anything is said; few events are what a fall of a count is about. */
function evidenceOf({ kind }: AlertCondition, { count, of }: WindowFigures, readUsual: () => Usual | null): number {
  if (of !== null) return of
  if (kind === 'below') return Number.POSITIVE_INFINITY
  return kind === 'falls' ? (readUsual()?.value ?? 0) : count
}

function silence(least: number, { count, of }: WindowFigures, readUsual: () => Usual | null): AlertOutcome['state'] {
  if ((of ?? count) > 0) return 'calm'
  const usual = readUsual()
  if (usual === null) return 'unknown'
  return usual.value >= least ? 'fires' : 'calm'
}

/** How far a value lies on the side that an alert watches. */
export function severityOf(
  { value, usual }: { value: number | null; usual: number | null },
  { kind }: AlertCondition,
): number {
  const reference = kind === 'rises' || kind === 'falls' ? (usual ?? 0) : 0
  const rise = (value ?? 0) - reference
  return kind === 'above' || kind === 'rises' ? rise : -rise
}
