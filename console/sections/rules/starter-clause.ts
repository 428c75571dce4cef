import type { RuleType } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import type { Clause, ClauseSection } from './rule-draft.ts'
import type { RuleScope } from './rule-scope.tsx'

/** What the first clause shows: a condition as an example, and something of the event that it records. */
function exampleConditionOf(
  section: ClauseSection,
  eventType: string,
  scored: boolean,
): readonly [example: string, observed: string] {
  if (!scored) return ['WHEN Model.Risk().Score > 900', 'Output(event = @"metadata.eventId")']
  if (section === 'postRisk') return ['WHEN @"riskScore" > 900', 'Output(score = @"riskScore")']
  if (section === 'postBot') return ['WHEN @"botScore" > 900', 'Output(score = @"botScore")']
  return eventType === 'purchase'
    ? ['WHEN @"totalAmount" > 1000', 'Output(amount = @"totalAmount")']
    : ['WHEN @"user.email".EndsWith("@mail.example")', 'Output(email = @"user.email")']
}

/**
 * A valid clause that changes nothing until it is edited: a decision rule records, an action sets a variable, a routing
 * rule names the queue that receives cases by default.
 */
export function starterClause(
  intl: IntlShape,
  name: string,
  section: ClauseSection,
  type: RuleType,
  { eventType, scored }: Pick<RuleScope, 'eventType' | 'scored'>,
): Clause {
  if (type === 'routing') return { name, section: 'prior', text: 'ROUTETO Queue("General")', visual: true }
  if (type === 'postDecision') {
    return {
      name,
      section: 'prior',
      text: `// ${intl.formatMessage({ id: 'Rules.Starter.ActionComment' })}\n// DO SetResponse(checked = true)\n// WHEN Response.Decision() == "Approve"\nDO SetVariables(checked = true)\n`,
    }
  }
  const [example, observed] = exampleConditionOf(section, eventType, scored)
  const comment = intl.formatMessage({ id: 'Rules.Starter.Comment' })
  return {
    name,
    section,
    text: `// ${comment}\n// RETURN Review("${intl.formatMessage({ id: 'Rules.Starter.Reason' })}")\n// ${example}\nOBSERVE ${observed}\n`,
  }
}

/** A clause made from conditions, with one that no event meets: the author puts their own in its place. */
export function starterVisualClause(
  intl: IntlShape,
  name: string,
  section: ClauseSection,
  { scored }: Pick<RuleScope, 'scored'>,
): Clause {
  const never = scored ? '@"riskScore" > 999' : '@"metadata.eventId".IsNullOrEmpty()'
  return {
    name,
    section,
    text: `RETURN Review(${JSON.stringify(intl.formatMessage({ id: 'Rules.Starter.Reason' }))})\nWHEN ${never}`,
    visual: true,
  }
}
