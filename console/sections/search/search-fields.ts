import { type SearchColumn, type SearchField, searchColumns, searchColumnTypes } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import type { IntlShape } from 'react-intl'
import { api } from '../../platform/api/client.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { idLabelOf } from '../../platform/events/event-names.ts'
import { hasColumn } from './event-type-columns.ts'

/** Columns in the order of the list, with the group in which the service lists them. */
const groups: readonly (readonly [SearchField['group'], readonly SearchColumn[]])[] = [
  ['event', ['externalId', 'at', 'merchantAt', 'assessmentType']],
  ['scores', ['riskScore']],
  ['rules', ['decision', 'reason', 'rule', 'clause']],
  ['user', ['userId', 'userName', 'email', 'phone']],
  ['device', ['ip', 'ipCountry', 'deviceId']],
  ['payment', ['paymentType', 'cardType', 'bin', 'lastFour']],
  ['addresses', ['billingCountry', 'shippingCountry', 'shippingCity']],
  ['order', ['currency', 'amountUsd', 'itemCount']],
  ['label', ['label']],
]
const choices: ReadonlySet<SearchColumn> = new Set(['decision', 'assessmentType', 'label'])

const typeOf = (column: SearchColumn): SearchField['type'] =>
  column === 'ip'
    ? 'ip'
    : searchColumnTypes[column] === 'choice'
      ? choices.has(column)
        ? 'choice'
        : 'text'
      : searchColumnTypes[column]

/** The columns of the search as fields, for the time before the service has sent all of them. */
export const columnFields = (eventType: string): SearchField[] =>
  groups.flatMap(([group, columns]) =>
    columns
      .filter(column => hasColumn(eventType, column))
      .map(id => ({ id, group, type: typeOf(id), many: false, indexed: false })),
  )

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
export function fieldLabel(intl: IntlShape, eventType: string, id: string): string {
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
