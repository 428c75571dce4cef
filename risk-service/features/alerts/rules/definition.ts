import type { AlertRuleSettings, IncidentFigures } from '../../../contract/index.ts'
import type { AlertDefinition, AlertOutcome } from '../../../engine/alerts/alert-condition.ts'

/** Returns the condition of an alert rule for the engine. @param steps length of its window */
export const definitionOf = (
  { condition, fewest }: Pick<AlertRuleSettings, 'condition' | 'fewest'>,
  steps: number,
): AlertDefinition => ({ condition, steps, fewest })

/** Returns what an alert said of a window, as it is stored and shown. @param at end of the window, milliseconds */
export const figuresOf = ({ figures, usual }: AlertOutcome, at: number): IncidentFigures => ({
  at: new Date(at).toISOString(),
  value: figures.value,
  usual: usual?.value ?? null,
  count: figures.count,
  of: figures.of,
})
