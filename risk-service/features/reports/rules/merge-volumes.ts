import type { PathVolume } from './rules-reads.ts'

/** Names the path of a row: paths are numbered in each environment. */
export const pathKeyOf = ({ environment_id, path }: Pick<PathVolume, 'environment_id' | 'path'>): string =>
  `${environment_id} ${path}`

/** Adds up rows that have the same key: months of days, paths and outcomes are many rows, of which a figure needs few. */
function mergeBy(rows: readonly PathVolume[], keyOf: (row: PathVolume) => string | number): PathVolume[] {
  const merged = new Map<string | number, PathVolume>()
  for (const row of rows) {
    const key = keyOf(row)
    const found = merged.get(key)
    if (found === undefined) merged.set(key, { ...row })
    else {
      found.events += row.events
      found.cents += row.cents
    }
  }
  return [...merged.values()]
}

/** Adds up days: what became of each path. The day of a row is any of them. */
export const mergeDays = (rows: readonly PathVolume[]): PathVolume[] =>
  mergeBy(rows, row => `${pathKeyOf(row)} ${row.outcome}`)

/** Adds up outcomes: each path by day. The outcome of a row is any of them. */
export const mergeOutcomes = (rows: readonly PathVolume[]): PathVolume[] =>
  mergeBy(rows, row => `${pathKeyOf(row)} ${row.day}`)

/** Adds up paths: each outcome by day. The path of a row is any of them. */
export const mergePaths = (rows: readonly PathVolume[]): PathVolume[] =>
  mergeBy(rows, row => `${row.day} ${row.outcome}`)
