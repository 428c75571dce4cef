import type { ReviewAction } from '@assay/design-system'
import { CircleCheck, CircleMinus, CircleX, Zap } from 'lucide-react'
import type { IntlShape } from 'react-intl'
import { type CaseDecision, decisionKeys, decisionLook, quickDecisionsOf } from './decision-choices.ts'

const sentimentIcons = { Positive: CircleCheck, Negative: CircleX, Neutral: CircleMinus } as const

/** A button with the configured decision that it stands for. */
export interface DecisionAction extends ReviewAction {
  configured: CaseDecision
}

/**
 * Returns the buttons of configured decisions, in their order and with their first keys. One that changes nothing has
 * the icon of its sentiment, or none.
 */
export function decisionActions(decisions: readonly CaseDecision[]): DecisionAction[] {
  const keys = decisionKeys(decisions)
  return decisions.map((configured, index) => {
    const look = decisionLook(configured)
    const key = keys[index]
    return {
      id: `decision/${configured.name}`,
      label: configured.name,
      configured,
      ...(key === undefined ? {} : { shortcut: key.toUpperCase() }),
      ...(look ? { decision: look } : { quick: true }),
      ...(look || configured.buttonSentiment === null ? {} : { icon: sentimentIcons[configured.buttonSentiment] }),
    }
  })
}

/** Returns the buttons of decisions with one of their reasons, for the digits of a queue without quick decisions. */
export const reasonActions = (
  decisions: readonly CaseDecision[],
  intl: IntlShape,
): (DecisionAction & { reason: string; first: boolean })[] =>
  quickDecisionsOf(decisions).map(({ key, decision, reason, first }) => ({
    id: `quick/${key}`,
    label: intl.formatMessage({ id: 'Review.Case.Quick' }, { decision: decision.name, reason }),
    shortcut: key,
    quick: true,
    icon: Zap,
    configured: decision,
    reason,
    first,
  }))
