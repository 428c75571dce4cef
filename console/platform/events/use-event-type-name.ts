import type { SearchEventType } from '@assay/risk-service/contract'
import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import { useAssessmentName } from './use-assessment-name.ts'

/** Name of a type of events that are searched: a former API name says of which assessment it is. */
export function useEventTypeName(): (type: Pick<SearchEventType, 'key' | 'name' | 'formerOf'>) => string {
  const intl = useIntl()
  const assessmentName = useAssessmentName()
  return useCallback(
    ({ key, name, formerOf }) =>
      formerOf === undefined
        ? assessmentName(key, name)
        : intl.formatMessage({ id: 'Search.EventType.Former' }, { name, apiName: key }),
    [intl, assessmentName],
  )
}
