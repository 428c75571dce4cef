import { FilterBar, type FilterCondition, type FilterField } from '@assay/design-system'
import {
  type SearchCondition,
  type SearchFieldType,
  type SearchMatch,
  searchLimits,
} from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { useRecoverableState } from '../../../platform/recovery/use-recovery.ts'
import { conditionOf, fromFilterCondition, toFilterCondition } from '../filters.ts'
import { MatchMenu } from './search-menus.tsx'

interface SearchConditionsProps {
  fields: readonly FilterField[]
  /** The type of a field by its id. */
  typeOf: (id: string) => SearchFieldType | null
  match: SearchMatch
  conditions: readonly SearchCondition[]
  /** Number of the group from 1, where the search has several. */
  group?: number
  onChange: (group: { match: SearchMatch; conditions: SearchCondition[] }) => void
}

const same = (a: FilterCondition, b: FilterCondition): boolean =>
  a.field === b.field && a.operator === b.operator && a.values.join('\n') === b.values.join('\n')

/**
 * The conditions of a search or of one of its groups as chips. One that is being typed outlasts a way to the sign-in
 * page.
 */
export function SearchConditions({ fields, typeOf, match, conditions, group, onChange }: SearchConditionsProps) {
  const intl = useIntl()
  const [typed, setTyped] = useRecoverableState<unknown>(
    group === undefined ? 'search/condition' : `search/condition/${group}`,
    null,
  )
  const name = group === undefined ? undefined : intl.formatMessage({ id: 'Search.Group.Name' }, { number: group })
  const joined = intl.formatMessage({ id: 'Search.Match.Label' })
  const shown = conditions.map(toFilterCondition)
  return (
    // Narrower than this, the conditions begin a line of their own.
    <div className="flex min-w-0 grow basis-[24rem] flex-wrap items-center gap-2">
      {conditions.length > 1 ? (
        <MatchMenu
          match={match}
          label={name === undefined ? joined : intl.formatMessage({ id: 'Search.Named' }, { name, value: joined })}
          onMatchChange={next => onChange({ match: next, conditions: [...conditions] })}
        />
      ) : null}
      <FilterBar
        className="min-h-control-sm min-w-0 flex-1 border-0 p-0"
        fields={fields}
        match={match}
        limit={searchLimits.filters}
        {...(name === undefined ? {} : { label: name })}
        value={shown}
        onValueChange={value =>
          onChange({
            match,
            // What was not edited stays as it is, also a condition on a field that is gone.
            conditions: value.flatMap(each => {
              const index = shown.findIndex(old => old.id === each.id && same(old, each))
              return conditions[index] ?? fromFilterCondition(each, typeOf) ?? []
            }),
          })
        }
        defaultEditing={conditionOf(typed)}
        onEditingChange={setTyped}
      />
    </div>
  )
}
