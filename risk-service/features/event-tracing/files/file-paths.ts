import type { PackedFile } from './packed-files.ts'

export const halfHourMs = 1_800_000

/** Returns the begin of the half hour of a time, UTC. */
export const halfHourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / halfHourMs) * halfHourMs)

/** Returns the path of a file without its number: its events, their day, and the half hour of the first one. */
const stemOf = ({ name, day, firstAt }: Pick<PackedFile, 'name' | 'day' | 'firstAt'>): string => {
  const time = halfHourOf(firstAt).toISOString().slice(11, 16).replace(':', '')
  return `${name}/${day.replaceAll('-', '/')}/${time}`
}

/**
 * Returns files with their paths, numbered after those that exist: a set that is written again after a failure has the
 * same paths, and no other file is replaced.
 * @param written paths that exist of the days of the files
 */
export function withPaths<T extends Pick<PackedFile, 'name' | 'day' | 'firstAt'>>(
  files: readonly T[],
  written: Iterable<string>,
): (T & { path: string })[] {
  const latest = new Map<string, number>()
  for (const path of written) {
    const [, stem = '', number = '0'] = /^(.*)-(\d+)\.ndjson\.gz$/.exec(path) ?? []
    latest.set(stem, Math.max(latest.get(stem) ?? 0, Number(number)))
  }
  return files.map(file => {
    const stem = stemOf(file)
    const number = (latest.get(stem) ?? 0) + 1
    latest.set(stem, number)
    return { ...file, path: `${stem}-${String(number).padStart(4, '0')}.ndjson.gz` }
  })
}

export const manifestPath = (day: string): string => `_manifest/${day}.json`
