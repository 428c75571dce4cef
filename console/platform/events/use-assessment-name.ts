import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { isBuiltInAssessment } from './event-names.ts'

/** Name of an assessment: in the reader's language for those of the system, as entered for all others. */
export function useAssessmentName(): (eventType: string, name?: string) => string {
  const intl = useIntl()
  return useCallback(
    (eventType, name = eventType) =>
      isBuiltInAssessment(eventType) ? intl.formatMessage({ id: `Events.Assessment.${eventType}` }) : name,
    [intl],
  )
}
