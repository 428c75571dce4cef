import { driftFewest } from '../../contract/index.ts'
import { binomialTail } from '../alerts/chance.ts'
import { type Usual, usualOfWindows } from '../alerts/usual.ts'
import { falseDiscoveryShares } from '../contrast/false-discoveries.ts'
import { chiSquareTail } from './chi-square.ts'
import { addUp, groupCells, groupCounts, partsOf, stabilityOf, sumOf } from './stability-index.ts'

/** A part of a whole. */
interface Share {
  count: number
  of: number
}

/**
 * What is compared: a window, and the same window in each of the weeks before. `count`: a number of events; `share`: a
 * part of them; `distribution`: all of them by cells, neighbouring ones first.
 */
export type DriftSubject<Key> = { key: Key } & (
  | { kind: 'count'; recent: number; weeks: readonly number[] }
  | { kind: 'share'; recent: Share; weeks: readonly Share[] }
  | { kind: 'distribution'; recent: readonly number[]; weeks: readonly (readonly number[])[] }
)

/** Something that is unusual. */
export interface DriftFinding<Key> {
  key: Key
  /** Count or share of the window and, by the median of the weeks, the usual one; null for a distribution. */
  recent: number | null
  usual: number | null
  /** Population stability index; null for a count. */
  index: number | null
  /** The cell of a distribution that differs most; null for the others. */
  cell: number | null
  /** Share of false discoveries at which it would just be one. */
  q: number
}

interface Drift<Key> {
  /** Subjects with enough events. */
  comparisons: number
  /** Whether no share and no distribution has enough events. */
  tooFew: boolean
  /** Counts first, then by their index. */
  findings: DriftFinding<Key>[]
}

export const driftLimits = {
  /** Events that a window, and the weeks together, have at least; weeks that have any. */
  recentEvents: driftFewest.recent,
  usualEvents: driftFewest.usual,
  weeks: driftFewest.weeks,
  /** Of a count: how many times the usual one, or one part in how many. */
  countFactor: 1.5,
  /** Of a share: ratio of the odds, and difference. */
  odds: 1.5,
  difference: 0.005,
  /** Of a distribution: the index beyond what chance adds. */
  index: 0.1,
  /** A count or share differs by more than so many times the spread between the weeks. */
  spreads: 3,
  /** Share of false discoveries that is accepted. */
  falseDiscoveries: 0.01,
} as const

/** Up to so many events are counted exactly; sums and tables of more would be long, and the normal limit is as good. */
const exactEvents = 10_000

/** A compared subject: its probability by chance alone, and the finding if it is large enough to matter. */
interface Comparison<Key> {
  p: number
  finding: Omit<DriftFinding<Key>, 'q'> | null
}

/**
 * Returns what is unusual in a window, compared with the same window of the weeks before. A finding is no chance (all
 * comparisons together have a limited share of false discoveries), large enough to matter, and further from the usual
 * than the weeks are from one another. A pure function of its counts.
 */
export function findDrift<Key>(subjects: readonly DriftSubject<Key>[]): Drift<Key> {
  const compared = subjects.flatMap(subject => {
    const comparison = compare(subject)
    return comparison === null ? [] : [{ ...comparison, kind: subject.kind }]
  })
  const shares = falseDiscoveryShares(
    compared.map(({ p }) => p),
    compared.length,
  )
  return {
    comparisons: compared.length,
    tooFew: compared.every(({ kind }) => kind === 'count'),
    findings: compared
      .flatMap(({ finding }, place) => (finding === null ? [] : [{ ...finding, q: shares[place] ?? 1 }]))
      .filter(({ q }) => q <= driftLimits.falseDiscoveries)
      .sort((a, b) => (b.index ?? Number.POSITIVE_INFINITY) - (a.index ?? Number.POSITIVE_INFINITY) || 0),
  }
}

function compare<Key>(subject: DriftSubject<Key>): Comparison<Key> | null {
  switch (subject.kind) {
    case 'count':
      return compareCount(subject.key, subject.recent, subject.weeks)
    case 'share':
      return compareShare(subject.key, subject.recent, subject.weeks)
    case 'distribution':
      return compareDistribution(subject.key, subject.recent, subject.weeks)
  }
}

const isEnough = (recent: number, weeks: readonly number[]): boolean =>
  recent >= driftLimits.recentEvents &&
  sumOf(weeks) >= driftLimits.usualEvents &&
  weeks.filter(events => events > 0).length >= driftLimits.weeks

const isBeyondWeeks = (value: number, { value: usual, spread }: Usual): boolean =>
  Math.abs(value - usual) > driftLimits.spreads * spread

function compareCount<Key>(key: Key, recent: number, weeks: readonly number[]): Comparison<Key> | null {
  const usual = usualOfWindows(
    // A week without an event is one before the first.
    weeks.filter(count => count > 0).map(count => ({ count, of: null, value: count })),
    driftLimits.weeks,
  )
  if (usual === null || Math.max(recent, usual.value) < driftLimits.recentEvents) return null
  const factor = (Math.max(recent, usual.value) + 0.5) / (Math.min(recent, usual.value) + 0.5)
  const isLarge = factor >= driftLimits.countFactor && isBeyondWeeks(recent, usual)
  return {
    p: chanceOfCount(recent, usual.count, 1 / (usual.weeks + 1)),
    finding: isLarge ? { key, recent, usual: usual.value, index: null, cell: null } : null,
  }
}

/**
 * Returns the two-sided probability of a count, were it drawn from the same Poisson series as another one: it is binomial
 * among both, with its share of the time or of the events. J. Przyborowski and H. Wileński, *Homogeneity of results in
 * testing samples from Poisson series*, Biometrika 31 (1940), 313–323.
 */
function chanceOfCount(count: number, others: number, share: number): number {
  const total = count + others
  if (total <= exactEvents) return Math.min(1, 2 * binomialTail(total, share, count))
  const z = (count - total * share) / Math.sqrt(total * share * (1 - share))
  return chiSquareTail(z * z, 1)
}

function compareShare<Key>(key: Key, recent: Share, weeks: readonly Share[]): Comparison<Key> | null {
  if (
    !isEnough(
      recent.of,
      weeks.map(({ of }) => of),
    )
  )
    return null
  const usual = usualOfWindows(
    weeks.map(({ count, of }) => ({ count, of, value: of === 0 ? null : count / of })),
    driftLimits.weeks,
  )
  if (usual?.of == null) return null
  const before = { count: usual.count, of: usual.of }
  const value = recent.count / recent.of
  const isLarge =
    Math.abs(value - usual.value) >= driftLimits.difference &&
    oddsRatio(recent, usual.value) >= driftLimits.odds &&
    isBeyondWeeks(value, usual)
  const cells = ({ count, of }: Share) => [count, of - count]
  return {
    p: chanceOfShare(recent, before),
    finding: isLarge
      ? { key, recent: value, usual: usual.value, index: stabilityOf(cells(recent), cells(before)).index, cell: null }
      : null,
  }
}

/** Ratio of the odds of a share to those of the usual one, or its inverse: at least 1. Half an event makes 0 and 1 finite. */
function oddsRatio({ count, of }: Share, usual: number): number {
  const odds = (part: number) => (part + 0.5) / (of - part + 0.5)
  const ratio = odds(count) / odds(usual * of)
  return Math.max(ratio, 1 / ratio)
}

/** The rarer side is rare enough for a Poisson series; where it is not, its probability is only too large. */
function chanceOfShare(recent: Share, before: Share): number {
  const isRare = 2 * (recent.count + before.count) <= recent.of + before.of
  const rarer = ({ count, of }: Share) => (isRare ? count : of - count)
  return chanceOfCount(rarer(recent), rarer(before), recent.of / (recent.of + before.of))
}

function compareDistribution<Key>(
  key: Key,
  recent: readonly number[],
  weeks: readonly (readonly number[])[],
): Comparison<Key> | null {
  if (!isEnough(sumOf(recent), weeks.map(sumOf))) return null
  const before = addUp(weeks)
  const groups = groupCells(recent, before)
  const grouped = (counts: readonly number[]) => groupCounts(counts, groups)
  const stability = stabilityOf(grouped(recent), grouped(before))
  const isLarge =
    stability.excess >= driftLimits.index &&
    // No week differs as much from the others.
    weeks.every((week, place) => {
      const others = addUp(weeks.filter((_, each) => each !== place))
      return stabilityOf(grouped(week), grouped(others)).excess < stability.excess
    })
  const parts = partsOf(recent, before)
  return {
    p: stability.p,
    finding: isLarge
      ? { key, recent: null, usual: null, index: stability.index, cell: parts.indexOf(Math.max(...parts)) }
      : null,
  }
}
