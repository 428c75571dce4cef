import { windowMsOf } from '../../../contract/index.ts'
import { type AlertOutcome, severityOf } from '../../../engine/alerts/alert-condition.ts'
import { figuresOf } from '../rules/definition.ts'
import type { StoredIncident } from './incident-store.ts'

/**
 * Returns an incident after another window was evaluated. It ends once no window has fired for the length of a window,
 * as in a preview; a window of which nothing can be said does not end it.
 */
export function advanceIncident(incident: StoredIncident, outcome: AlertOutcome, now: Date): StoredIncident {
  const { settings, peak } = incident
  if (outcome.state === 'unknown') return { ...incident, calm_since: null }
  if (outcome.state === 'fires') {
    const { figures, usual } = outcome
    const isWorse =
      severityOf({ value: figures.value, usual: usual?.value ?? null }, settings.condition) >
      severityOf(peak, settings.condition)
    return {
      ...incident,
      fired_at: now,
      calm_since: null,
      peak: isWorse ? figuresOf(outcome, now.getTime()) : peak,
    }
  }
  const calmSince = incident.calm_since ?? now
  const isOver = now.getTime() - calmSince.getTime() >= windowMsOf(settings.window)
  return { ...incident, calm_since: calmSince, ended_at: isOver ? now : null }
}
