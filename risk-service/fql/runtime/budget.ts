import type { Scope } from '../types/scope-types.ts'
import { fail, maxSteps } from './evaluation-error.ts'

/** Maximum time of one event in milliseconds, without waiting. */
const maxEvaluationMs = 2000
const stepsBetweenChecks = 4000

/** Called when the step counter passes its next mark: ends an evaluation that exceeds its budget of steps or time. */
export function tick(scope: Scope, at = 0): void {
  if (scope.steps > maxSteps) fail('FQL4006', at)
  const now = performance.now()
  if (scope.started === 0) scope.started = now
  else if (now - scope.started > maxEvaluationMs) fail('FQL4006', at)
  scope.nextCheck = Math.min(maxSteps, scope.steps + stepsBetweenChecks)
}
