import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { useAssessmentName } from '../../platform/events/use-assessment-name.ts'
import { builtInAssessmentScopes, useRuleScope } from './rule-scope.tsx'

/** "Purchase rules", and what the list of these rules is part of. */
export function useScopeLabels(): { title: string; name: string; area: { id: string; label: string } } {
  const intl = useIntl()
  const { eventType, name, routing } = useRuleScope()
  const nameOf = useAssessmentName()
  const own = nameOf(eventType, name ?? eventType)
  const title = routing
    ? intl.formatMessage({ id: 'Routing.Title' })
    : name === null
      ? intl.formatMessage({ id: `Rules.Assessment.Title.${eventType}` })
      : intl.formatMessage({ id: 'Rules.Assessment.Title.custom' }, { name })
  return {
    title,
    name: own,
    area: routing
      ? { id: 'casemanagement', label: intl.formatMessage({ id: 'Shell.Nav.CaseManagement' }) }
      : { id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }) },
  }
}

/** What a rule without a condition applies to. */
export function useUnconditionalLabel(): (eventType: string) => string {
  const intl = useIntl()
  return useCallback(
    eventType =>
      intl.formatMessage({
        id: `Rules.Assessment.Every.${Object.hasOwn(builtInAssessmentScopes, eventType) ? eventType : 'custom'}`,
      }),
    [intl],
  )
}
