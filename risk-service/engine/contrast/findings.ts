import type { ContrastShare, ContrastValue } from '../../contract/contrast/contrast.ts'
import type { Candidate } from './candidates.ts'
import type { ContrastTable } from './contrast-table.ts'
import { type EventSet, eventSetOf, relationOf } from './event-sets.ts'
import { differenceInterval, ratioInterval, shareInterval } from './intervals.ts'
import type { Contrast, ContrastFinding } from './types.ts'

/** A comparison that is no chance. */
export interface Discovery {
  candidate: Candidate
  p: number
  q: number
  separation: number
  /** More frequent in A than in B. */
  moreInA: boolean
}

/** Discoveries of the same events, the one that represents them first. */
export interface DiscoveryGroup {
  first: Discovery
  events: EventSet
  same: { candidate: Candidate; opposite: boolean }[]
}

/** Discoveries whose events are collected at most, for each finding that is shown. */
const readPerFinding = 4

/**
 * Orders discoveries by how well they tell the sets apart, and groups those of the same events, or of the opposite ones:
 * they say the same.
 * @returns at most `limit` groups, and the number of discoveries that are in none of them
 */
export function* groupDiscoveries(
  table: ContrastTable,
  discoveries: readonly Discovery[],
  limit: number,
): Generator<undefined, { groups: DiscoveryGroup[]; more: number }> {
  const ordered = bestRanges(discoveries.toSorted(byRank))
  const groups: DiscoveryGroup[] = []
  const read = ordered.slice(0, limit * readPerFinding)
  let more = ordered.length - read.length
  for (const discovery of read) {
    yield
    const events = eventSetOf(table, discovery.candidate)
    const own = findGroup(groups, events, table.inA.length)
    if (own) own.group.same.push({ candidate: discovery.candidate, opposite: own.opposite })
    else if (groups.length < limit) groups.push({ first: discovery, events, same: [] })
    else more++
  }
  return { groups, more }
}

function findGroup(
  groups: readonly DiscoveryGroup[],
  events: EventSet,
  size: number,
): { group: DiscoveryGroup; opposite: boolean } | null {
  for (const group of groups) {
    const relation = relationOf(group.events, events, size)
    if (relation) return { group, opposite: relation === 'opposite' }
  }
  return null
}

/**
 * Leaves the best of all overlapping ranges of an attribute, and others only where they are more frequent in the same
 * set: what is less frequent beside it follows from the first.
 */
function bestRanges(ordered: readonly Discovery[]): Discovery[] {
  const kept = new Map<number, Discovery[]>()
  return ordered.filter(discovery => {
    const { attribute, bins } = discovery.candidate
    if (!bins) return true
    const others = kept.get(attribute) ?? []
    const follows = others.some(other => other.moreInA !== discovery.moreInA || overlap(other.candidate.bins, bins))
    if (!follows) kept.set(attribute, [...others, discovery])
    return !follows
  })
}

const overlap = (x: Candidate['bins'], y: Candidate['bins']): boolean =>
  x !== undefined && y !== undefined && x[0] <= y[1] && y[0] <= x[1]

/**
 * Best first; of opposite values the one of fewer events. Among equals by attribute and value, so that the order of the
 * events does not matter.
 */
function byRank(x: Discovery, y: Discovery): number {
  if (x.separation !== y.separation) return y.separation - x.separation
  const total = ({ candidate: { a, b } }: Discovery): number => a + b
  if (total(x) !== total(y)) return total(x) - total(y)
  if (x.candidate.attribute !== y.candidate.attribute) return x.candidate.attribute - y.candidate.attribute
  const [first, second] = [sortKey(x.candidate.value), sortKey(y.candidate.value)]
  return first < second ? -1 : first > second ? 1 : 0
}

const sortKey = (value: ContrastValue): string =>
  value.kind === 'equals' ? `1${value.text}` : value.kind === 'absent' ? '0' : `2${value.from} ${value.to}`

/** Returns a group as a finding, with its figures and their intervals. */
export function describe(table: ContrastTable, sizes: Contrast['sizes'], group: DiscoveryGroup): ContrastFinding {
  const { candidate, p, q, separation } = group.first
  const a = shareOf(candidate.a, sizes.a)
  const b = shareOf(candidate.b, sizes.b)
  const entryOf = ({ attribute, value }: Candidate) => ({ attribute: table.attributes[attribute]?.id ?? '', value })
  return {
    ...entryOf(candidate),
    a,
    b,
    difference: { value: a.share - b.share, ...differenceInterval(a, b) },
    ratio: { value: b.count === 0 ? null : a.share / b.share, ...ratioInterval(a, b) },
    p,
    q,
    separation,
    labels: group.events.labels,
    same: group.same.map(({ candidate: other, opposite }) => ({ ...entryOf(other), opposite })),
  }
}

const shareOf = (count: number, size: number): ContrastShare => ({
  count,
  share: count / size,
  ...shareInterval(count, size),
})
