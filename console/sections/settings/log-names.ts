import { auditedOperations, type LogColumn, type LogRow } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { resourceMessages } from '../../platform/activity-log/resource-names.ts'
import { useAssessmentName } from '../../platform/events/use-assessment-name.ts'

const resourceIds = new Map<string, string>(Object.entries(resourceMessages))
const operations: ReadonlySet<string> = new Set(auditedOperations)

/** Name of a kind of resource; as it was written where a later release does not have it any more. */
export function resourceTypeName(intl: IntlShape, type: string): string {
  const id = resourceIds.get(type)
  return id === undefined ? type : intl.formatMessage({ id })
}
export const operationName = (intl: IntlShape, operation: string): string =>
  operations.has(operation) ? intl.formatMessage({ id: `ActivityLog.Operation.${operation}` }) : operation

/** Message that names a field of the log. */
export const fieldMessage = (field: LogColumn): string =>
  field === 'environmentName' || field === 'environmentId' ? `Search.Field.${field}` : `ActivityLog.Field.${field}`

/** Names in the reader's language: of kinds of resources, of operations, and of assessments as they were then. */
export function useLogNames() {
  const intl = useIntl()
  const nameOf = useAssessmentName()
  return useMemo(
    () => ({
      resource: (type: string) => resourceTypeName(intl, type),
      operation: (operation: string) => operationName(intl, operation),
      assessment: ({ assessmentId, assessmentName }: Pick<LogRow, 'assessmentId' | 'assessmentName'>) =>
        assessmentId === null ? '' : nameOf(assessmentId, assessmentName ?? assessmentId),
    }),
    [intl, nameOf],
  )
}
