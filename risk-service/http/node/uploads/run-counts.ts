import type { RunMeter } from '../../../features/uploads/processing/run-meter.ts'
import type { Metrics } from '../../health.ts'

type Labels = Readonly<Record<string, string>>

/** Counts since the last message of the thread, and how far its run is. */
export interface RunCounts {
  counts: { name: string; labels: Labels; by: number }[]
  share: number
}

/** Milliseconds between two messages: the other thread has decisions to make. */
const messageMs = 1000

export interface CountingMeter extends RunMeter {
  /** Sends what was counted since the last message. */
  flush: () => void
}

/** Creates a meter that sends its counts once a second, and when it is told that a run has ended. */
export function createRunMeter(send: (counts: RunCounts) => void): CountingMeter {
  let counts = new Map<string, RunCounts['counts'][number]>()
  let share = 0
  let sentAt = 0
  function flush(): void {
    send({ counts: [...counts.values()], share })
    counts = new Map()
    sentAt = performance.now()
  }
  function add(name: string, labels: Labels, by: number): void {
    const key = [name, ...Object.values(labels)].join('\n')
    const before = counts.get(key)?.by ?? 0
    counts.set(key, { name, labels, by: before + by })
  }
  return {
    flush,
    rows(step, entity, count) {
      if (count > 0) add('assay_upload_rows_total', { step, entity }, count)
    },
    reached(bytes, total) {
      share = total === 0 ? 0 : bytes / total
      if (performance.now() - sentAt >= messageMs) flush()
    },
    ended(state) {
      add('assay_upload_runs_total', { state }, 1)
      share = 0
      flush()
    },
  }
}

/** Registers the metrics of runs. Returns how they take counts. */
export function registerUploadMetrics(metrics: Metrics): (counts: RunCounts) => void {
  let share = 0
  metrics.gauge(
    'assay_upload_run_progress',
    'Share of the current step of the run of a data upload, checking or storing; 0 without one',
    () => share,
  )
  return ({ counts, share: reached }) => {
    share = reached
    for (const { name, labels, by } of counts) metrics.count(name, labels, by)
  }
}
