import { useIntl } from 'react-intl'
import { useFormat } from '../../lib/format/index.ts'
import { useConditionText } from '../filter-bar/filter-chip.tsx'
import type { FilterField } from '../filter-bar/filter-model.ts'
import { isQueryGroup, type QueryGroup, type QueryItem } from './query-model.ts'

/** Formats a query as one sentence of the reader's language; subgroups are in brackets. */
export function useQueryText(fields: readonly FilterField[]) {
  const intl = useIntl()
  const format = useFormat()
  const conditionText = useConditionText()
  const textOf = (item: QueryItem): string => {
    if (isQueryGroup(item)) return groupText(item)
    const field = fields.find(candidate => candidate.id === item.field)
    return field ? conditionText(field, item).text : item.field
  }
  const groupText = (group: QueryGroup): string => {
    if (group.items.length === 0) return intl.formatMessage({ id: 'DesignSystem.QueryBuilder.NoCondition' })
    const parts = group.items.map(item =>
      isQueryGroup(item)
        ? intl.formatMessage({ id: 'DesignSystem.QueryBuilder.Inner' }, { text: textOf(item) })
        : textOf(item),
    )
    const list = format.list(parts, group.mode === 'all' ? 'conjunction' : 'disjunction')
    return group.mode === 'none' ? intl.formatMessage({ id: 'DesignSystem.QueryBuilder.Not' }, { text: list }) : list
  }
  return { textOf, groupText }
}
