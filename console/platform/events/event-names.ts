import type { EventRow } from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'

/** The result of an event, in the reader's language. */
export function labelNames(intl: IntlShape): Record<NonNullable<EventRow['label']>, string> {
  return {
    Fraud: intl.formatMessage({ id: 'Events.Label.Fraud' }),
    NonFraud: intl.formatMessage({ id: 'Events.Label.NonFraud' }),
  }
}

/** Whether the decision on an event was in force or only tried, in the reader's language. */
export function assessmentTypeNames(intl: IntlShape): Record<EventRow['assessmentType'], string> {
  return {
    Protect: intl.formatMessage({ id: 'Events.AssessmentType.Protect' }),
    Evaluate: intl.formatMessage({ id: 'Events.AssessmentType.Evaluate' }),
  }
}

/** Message id of what the merchant's id of an event is called. */
export const idLabelOf = (eventType: string): string =>
  eventType === 'purchase' ? 'Events.Column.PurchaseId' : 'Events.Column.EventId'

const builtInAssessments: ReadonlySet<string> = new Set([
  'purchase',
  'accountcreation',
  'accountlogin',
  'signup',
  'signin',
])
/** Whether the system brings an assessment; others are the customer's own. */
export const isBuiltInAssessment = (eventType: string): boolean => builtInAssessments.has(eventType)

/**
 * Risk score of an event; null when it has none: events of tenant assessments are scored when a rule reads the score.
 */
export const scoreOf = ({ eventType, riskScore }: EventRow): number | null =>
  riskScore >= 0 && (isBuiltInAssessment(eventType) || riskScore > 0) ? riskScore : null
