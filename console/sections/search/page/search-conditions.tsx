import { FilterBar } from '@assay/design-system'
import type { SearchCondition } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useRecoverableState } from '../../../platform/recovery/use-recovery.ts'
import { conditionOf, filterFields, fromFilterCondition, toFilterCondition } from '../filters.ts'

interface SearchConditionsProps {
  eventType: string
  conditions: readonly SearchCondition[]
  onConditionsChange: (conditions: SearchCondition[]) => void
}

/** Conditions of the search as chips. One that is being typed outlasts a way to the sign-in page. */
export function SearchConditions({ eventType, conditions, onConditionsChange }: SearchConditionsProps) {
  const intl = useIntl()
  const fields = useMemo(() => filterFields(intl, eventType), [intl, eventType])
  const [typed, setTyped] = useRecoverableState<unknown>('search/condition', null)
  return (
    <FilterBar
      className="min-w-0 flex-1 border-0 p-0"
      fields={fields}
      value={conditions.map(toFilterCondition)}
      onValueChange={value => onConditionsChange(value.flatMap(condition => fromFilterCondition(condition) ?? []))}
      defaultEditing={conditionOf(typed)}
      onEditingChange={setTyped}
    />
  )
}
