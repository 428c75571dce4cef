import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** `yyyymmdd` of a moment, in UTC. */
const day = (at: Date) => at.toISOString().slice(0, 10).replaceAll('-', '')

/**
 * Build version in the form `yyyymmdd.n` (product specification, section 9: 20250702.2). In a repository it is the day
 * of the newest commit and the number of commits on that day; without one, today and the number of builds today.
 */
export function buildVersion(commits: readonly Date[], now: Date, previous: string): string {
  const [newest] = commits
  if (newest) return `${day(newest)}.${commits.filter(at => day(at) === day(newest)).length}`
  const [date, number = '0'] = previous.trim().split('.')
  return `${day(now)}.${date === day(now) ? Number(number) + 1 : 1}`
}

/** Times of the newest commits, newest first; none where the sources are not in a repository. */
function commitTimes(folder: string): Date[] {
  try {
    const text = execFileSync('git', ['log', '-500', '--format=%cI'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return text
      .trim()
      .split('\n')
      .filter(Boolean)
      .map(line => new Date(line))
  } catch {
    return []
  }
}

/**
 * Writes the version of the build beside its pages; the service inserts it into every page and returns it at
 * `/api/build`.
 */
export function buildVersionPlugin(): Plugin {
  let version = ''
  return {
    name: 'assay-build-version',
    apply: 'build',
    // Before the folder is emptied: the number of the day's last build is incremented.
    configResolved({ root, build }) {
      let previous = ''
      try {
        previous = readFileSync(path.resolve(root, build.outDir, 'build.txt'), 'utf8')
      } catch {
        // The first build here.
      }
      version = buildVersion(commitTimes(root), new Date(), previous)
    },
    writeBundle({ dir }) {
      writeFileSync(path.join(dir ?? '.', 'build.txt'), `${version}\n`)
    },
  }
}
