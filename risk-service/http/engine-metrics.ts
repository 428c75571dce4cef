import type { Engine } from '../engine/index.ts'
import type { VelocityStore } from '../engine/velocities/index.ts'
import type { Metrics } from './health.ts'

/** Returns the engine with metrics: decisions by outcome, time to the durable answer, decisions in progress. */
export function withEngineMetrics(engine: Engine, metrics: Metrics): Engine {
  let underWay = 0
  metrics.gauge('assay_decisions_in_progress', 'Decisions that wait for their commit', () => underWay)
  return {
    ...engine,
    async decide(input) {
      const started = performance.now()
      underWay++
      let outcome = 'failed'
      try {
        const result = await engine.decide(input)
        outcome = result.kind === 'answer' && result.replayed ? 'replayed' : result.kind
        return result
      } finally {
        underWay--
        metrics.count('assay_decisions_total', { event_type: input.eventType, outcome })
        metrics.observe('assay_decision_seconds', (performance.now() - started) / 1000, { event_type: input.eventType })
      }
    },
  }
}

/**
 * Registers the metrics and failures of the velocities. A failed read counted as 0 in a rule, and is therefore always
 * reported.
 */
export function registerVelocityMetrics(metrics: Metrics, velocities: VelocityStore): void {
  type Read = (figures: ReturnType<VelocityStore['figures']>) => number
  const gauge = (name: string, help: string, read: Read): void =>
    metrics.gauge(name, help, () => read(velocities.figures()))
  const counter = (name: string, help: string, read: Read): void =>
    metrics.counter(name, help, () => read(velocities.figures()))
  counter('assay_velocity_reads', 'Velocities that were read since the start', figures => figures.reads)
  counter(
    'assay_velocity_read_timeouts',
    'Reads of velocities that took too long and counted as 0',
    ({ failures }) => failures.timeout,
  )
  counter(
    'assay_velocity_read_errors',
    'Reads of velocities that the database failed and that counted as 0',
    ({ failures }) => failures.database,
  )
  counter(
    'assay_velocity_reads_not_kept',
    'Reads of seconds or minutes that are no longer kept and that counted as 0',
    ({ failures }) => failures.notKept,
  )
  counter('assay_velocity_not_counted', 'Velocities whose definition failed on an event', figures => figures.notCounted)
  gauge(
    'assay_velocity_pending_events',
    'Events that are counted in memory and in the log, and in no hour yet',
    figures => figures.pending,
  )
  gauge('assay_velocity_buckets', 'Buckets of velocities in memory', figures => figures.buckets)
}
