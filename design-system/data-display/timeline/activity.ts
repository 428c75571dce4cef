import type { ReactNode } from 'react'
import type { DateInput } from '../../lib/format/index.ts'

export const activityKinds = ['event', 'comment', 'decision', 'system'] as const
export type ActivityKind = (typeof activityKinds)[number]

export interface ActivityEntry {
  id: string
  kind: ActivityKind
  at: DateInput
  /** One sentence with actor and action. */
  text: ReactNode
  details?: ReactNode
  unread?: boolean
}

export interface ActivityDay {
  /** The formatted day; entries with an invalid date are grouped under an empty one. */
  day: string
  entries: readonly ActivityEntry[]
}

const timeOf = (entry: ActivityEntry) => new Date(entry.at).getTime()

/** Entries of the requested kinds, newest first, by day. Entries without a readable time are last. */
export function groupByDay(
  entries: readonly ActivityEntry[],
  kinds: readonly ActivityKind[],
  dayOf: (at: DateInput) => string,
): ActivityDay[] {
  const shown = entries.filter(entry => kinds.includes(entry.kind))
  const dated = shown.filter(entry => !Number.isNaN(timeOf(entry))).toSorted((a, b) => timeOf(b) - timeOf(a))
  const days: { day: string; entries: ActivityEntry[] }[] = []
  for (const entry of dated) {
    const day = dayOf(entry.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  const broken = shown.filter(entry => Number.isNaN(timeOf(entry)))
  return broken.length === 0 ? days : [...days, { day: '', entries: broken }]
}

/**
 * Number of entries added at the newest end since the list was last seen: earlier ones that were loaded do not count.
 */
export function countNewEntries(known: ReadonlySet<string>, entries: readonly ActivityEntry[]): number {
  if (known.size === 0) return 0
  const newest = Math.max(...entries.filter(entry => known.has(entry.id)).map(timeOf))
  return entries.filter(entry => !known.has(entry.id) && timeOf(entry) >= newest).length
}
