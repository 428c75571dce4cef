import type { FilterCondition, FilterField } from '@assay/design-system'
import {
  auditedOperations,
  auditedResources,
  type Environment,
  type LogField,
  type LogFilter,
  logEmptinessOperators,
  logFields,
  logListOperators,
} from '@assay/risk-service/contract'
import type { IntlShape } from 'react-intl'
import { fieldMessage, operationName, resourceTypeName } from '../log-names.ts'

const ids: ReadonlySet<LogField> = new Set(['logId', 'changedById', 'resourceId', 'environmentId', 'assessmentId'])

type Option = NonNullable<FilterField['options']>[number]

/** Values of the fields that have a list of them. */
function optionsOf(
  intl: IntlShape,
  field: LogField,
  environments: readonly Pick<Environment, 'id' | 'friendlyName'>[],
): Option[] | undefined {
  const sorted = (options: Option[]) => options.toSorted((a, b) => a.label.localeCompare(b.label, intl.locale))
  switch (field) {
    case 'operationType':
      return sorted(auditedOperations.map(value => ({ value, label: operationName(intl, value) })))
    case 'resourceType':
      return sorted(auditedResources.map(value => ({ value, label: resourceTypeName(intl, value) })))
    case 'environmentId':
      return sorted(environments.map(({ id, friendlyName }) => ({ value: id, label: friendlyName })))
    default:
      return undefined
  }
}

/** Fields of the filter bar, each with the comparisons of the log. */
export const filterFields = (
  intl: IntlShape,
  environments: readonly Pick<Environment, 'id' | 'friendlyName'>[],
): FilterField[] =>
  logFields.map(id => {
    const options = optionsOf(intl, id, environments)
    return {
      id,
      label: intl.formatMessage({ id: fieldMessage(id) }),
      kind: options ? 'choice' : 'text',
      operators: [
        ...logListOperators.map(op => ({
          id: op,
          label: intl.formatMessage({ id: `Search.Operator.${op}` }),
          arity: 'many' as const,
        })),
        ...logEmptinessOperators.map(op => ({
          id: op,
          label: intl.formatMessage({ id: `Search.Operator.${op}` }),
          arity: 'none' as const,
        })),
      ],
      ...(options ? { options } : {}),
      ...(ids.has(id) ? { mono: true } : {}),
    }
  })

export const toCondition = (filter: LogFilter, index: number): FilterCondition => ({
  id: String(index),
  field: filter.field,
  operator: filter.op,
  values: 'values' in filter ? filter.values : [],
})

/** A filter of the bar as the service takes it; null while it has no value. */
export function fromCondition({ field: fieldId, operator, values }: FilterCondition): LogFilter | null {
  const field = logFields.find(each => each === fieldId)
  if (field === undefined) return null
  const emptiness = logEmptinessOperators.find(each => each === operator)
  if (emptiness !== undefined) return { field, op: emptiness }
  const list = logListOperators.find(each => each === operator)
  const texts = [...new Set(values.map(value => value.trim()).filter(value => value !== ''))]
  return list === undefined || texts.length === 0 ? null : { field, op: list, values: texts }
}
