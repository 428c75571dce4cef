import type { Engine } from './engine/index.ts'
import type { Metrics } from './http/health.ts'

/** The engine with its work counted: decisions by outcome, time to the durable answer, decisions under way. */
export function measuredEngine(engine: Engine, metrics: Metrics): Engine {
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
