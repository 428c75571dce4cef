import type { FilterField } from '@assay/design-system'
import { type SearchField, searchColumns } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import type { IntlShape } from 'react-intl'
import { api } from '../api/client.ts'
import { useEnvironment } from '../environments/environments.tsx'
import { idLabelOf } from '../events/event-names.ts'

/** Fields of answers, ids, environments and cases, which have a translated name as columns do. */
const named = new Set([
  'eventId',
  'environmentId',
  'environmentName',
  'reasonCodes',
  'botScore',
  'botReasonCodes',
  'supportMessage',
  'challengeType',
  'observingClause',
  'bankName',
  'queueName',
  'agentName',
  'reviewDecision',
  'reviewReason',
  'reviewNote',
  'caseState',
  'enteredQueueAt',
  'decidedVia',
  'decidedAt',
  'reviewedBy',
  'caseTags',
  'escalated',
])

/** The name of a field: translated for columns and answers; an attribute is named by its path, as in rules. */
export function searchFieldLabel(intl: IntlShape, eventType: string, id: string): string {
  if (id === 'externalId') return intl.formatMessage({ id: idLabelOf(eventType) })
  if (searchColumns.some(column => column === id))
    return intl.formatMessage({ id: `Events.Column.${id.charAt(0).toUpperCase()}${id.slice(1)}` })
  return named.has(id) ? intl.formatMessage({ id: `Search.Field.${id}` }) : id
}

/** Fields that events of a type can be searched by; undefined until the service has sent them. */
export function useSearchFields(eventType: string): readonly SearchField[] | undefined {
  const { id: environmentId } = useEnvironment()
  const { data } = useQuery(api.search.fields.queryOptions({ input: { environmentId, eventType }, staleTime: 600_000 }))
  return data as SearchField[] | undefined
}

/** Values of columns with a translated name. */
const valueNames: Readonly<Record<string, readonly (readonly [value: string, messageId: string])[]>> = {
  decision: [
    ['Approve', 'DesignSystem.Decision.approve'],
    ['Review', 'DesignSystem.Decision.review'],
    ['Challenge', 'DesignSystem.Decision.challenge'],
    ['Reject', 'DesignSystem.Decision.reject'],
  ],
  label: [
    ['Fraud', 'Events.Label.Fraud'],
    ['NonFraud', 'Events.Label.NonFraud'],
  ],
  assessmentType: [
    ['Protect', 'Events.AssessmentType.Protect'],
    ['Evaluate', 'Events.AssessmentType.Evaluate'],
  ],
}
const truth = [
  ['true', 'Search.Value.true'],
  ['false', 'Search.Value.false'],
] as const

/** The values of a field that are known, with their names; undefined for one of any value. */
export function optionsOf(intl: IntlShape, { id, type, values }: SearchField): FilterField['options'] {
  const named = type === 'boolean' ? truth : valueNames[id]
  return (
    named?.map(([value, messageId]) => ({ value, label: intl.formatMessage({ id: messageId }) })) ??
    values?.map(value => ({ value, label: value }))
  )
}
