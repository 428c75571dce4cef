import type { EnvironmentEvents } from '../kernel/environments/environment-events.ts'
import type { Jobs } from '../kernel/store/jobs.ts'
import type { Logger } from '../ports/index.ts'

/** Requests of features for a run of their job. One that is lost waits for the schedule. */
export interface JobRequests {
  environments: EnvironmentEvents['wake']
  models: () => void
  backtests: (kind: 'decision' | 'routing' | 'outage' | 'history') => void
  dualRuns: () => void
  /** At most one in half a second: each call with events asks for it. */
  mirrors: () => void
  search: () => void
  subjectRequests: () => void
  reports: () => void
  retail: () => void
  /** Delivery of what follows from decisions of cases, which has a timer of its own. */
  cases: () => void
  /** Requests reach the jobs from now on; those before are lost. `timed`: work that has timers of its own. */
  connect: (jobs: Pick<Jobs, 'request'>, timed: Record<'cases' | 'mirrors', () => void>) => void
}

/** Milliseconds in which calls with events of mirrors are compared together. */
const mirrorMs = 500

/** The features get this before the jobs are started. */
export function createJobRequests(log: Logger): JobRequests {
  let connected: Pick<Jobs, 'request'> | null = null
  let wakeCases = (): void => undefined
  let wakeMirrors = (): void => undefined
  let mirrors: NodeJS.Timeout | undefined
  const request = (name: string, afterSeconds?: number): void =>
    void connected?.request(name, afterSeconds).catch(() => log.write(2, `${name}.wake-failed`))
  return {
    environments: afterSeconds => request('environments', afterSeconds),
    models: () => request('models'),
    backtests: kind =>
      request(kind === 'routing' ? 'routing-previews' : kind === 'history' ? 'time-machine' : 'backtests'),
    dualRuns: () => request('dual-runs'),
    mirrors: () => {
      mirrors ??= setTimeout(() => {
        mirrors = undefined
        wakeMirrors()
      }, mirrorMs).unref()
    },
    search: () => request('search-provisioning'),
    subjectRequests: () => request('subject-requests'),
    reports: () => request('reports'),
    retail: () => request('retail-sync'),
    cases: () => wakeCases(),
    connect: (jobs, timed) => {
      connected = jobs
      wakeCases = timed.cases
      wakeMirrors = timed.mirrors
    },
  }
}
