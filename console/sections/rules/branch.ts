import type { Branch, ExperimentResults } from '@assay/risk-service/contract'

/** API name that is proposed for a name: plain letters, digits and underscores. */
export function apiNameFrom(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase()
    .slice(0, 60)
}

/** The experiment of a branch that runs. */
export const runningExperiment = (branch: Branch | undefined) =>
  branch?.experiment && branch.experiment.stoppedAt === null ? branch.experiment : null

/** Durations of an experiment that can be chosen, in hours. */
export const experimentDurations = [0, 24, 72, 168, 336, 720] as const
export const experimentEnd = (hours: number, now: number): string | null =>
  hours === 0 ? null : new Date(now + hours * 3_600_000).toISOString()

/** Rows of the table of results: what differs first, most frequent first. */
export function experimentResultRows(results: Pick<ExperimentResults, 'decisions' | 'events'>) {
  return results.decisions
    .map(row => ({
      ...row,
      id: `${row.production} ${row.branch}`,
      changed: row.production !== row.branch,
      share: results.events === 0 ? 0 : row.events / results.events,
    }))
    .toSorted((a, b) => Number(b.changed) - Number(a.changed) || b.events - a.events)
}
