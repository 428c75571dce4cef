import { Button, type FilterField, Icon, IconButton } from '@assay/design-system'
import { type SearchFieldType, type SearchGroup, type SearchMatch, searchLimits } from '@assay/risk-service/contract'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { SearchConditions } from './search-conditions.tsx'
import { MatchMenu } from './search-menus.tsx'

interface SearchGroupsProps {
  fields: readonly FilterField[]
  typeOf: (id: string) => SearchFieldType | null
  match: SearchMatch
  groups: readonly SearchGroup[]
  onChange: (match: SearchMatch, groups: SearchGroup[]) => void
}

const none: SearchGroup = { match: 'all', conditions: [] }

/** Groups of conditions, one row for each. A group that has no condition yet is not a part of the search. */
export function SearchGroups({ fields, typeOf, match, groups, onChange }: SearchGroupsProps) {
  const intl = useIntl()
  const [started, setStarted] = useState(groups.length === 0)
  const shown = started || groups.length === 0 ? [...groups, none] : groups
  const full = shown.length >= searchLimits.groups
  const put = (index: number, group: SearchGroup | null) => {
    if (index >= groups.length || group === null) setStarted(false)
    const next = shown.map((each, at) => (at === index ? (group ?? none) : each))
    onChange(
      match,
      next.filter(({ conditions }) => conditions.length > 0),
    )
  }
  return (
    <div className="flex min-w-0 basis-full flex-col gap-1.5">
      {shown.map((group, index) => (
        <div key={index} className="flex min-w-0 flex-wrap items-center gap-2">
          {index === 0 ? null : (
            <MatchMenu
              match={match}
              label={intl.formatMessage({ id: 'Search.Match.GroupsLabel' })}
              onMatchChange={next => onChange(next, [...groups])}
            />
          )}
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1.5 rounded-control border border-line-subtle bg-surface-sunken px-2 py-1">
            <span className="text-xs font-medium text-fg-secondary">
              <FormattedMessage id="Search.Group.Name" values={{ number: index + 1 }} />
            </span>
            <SearchConditions
              fields={fields}
              typeOf={typeOf}
              match={group.match}
              conditions={group.conditions}
              group={index + 1}
              onChange={next => put(index, next)}
            />
            {shown.length > 1 ? (
              <IconButton
                size="sm"
                icon={X}
                label={intl.formatMessage({ id: 'Search.Group.Remove' }, { number: index + 1 })}
                onClick={() => put(index, null)}
              />
            ) : null}
          </div>
        </div>
      ))}
      {full || shown.length > groups.length ? null : (
        <div>
          <Button size="sm" variant="ghost" onClick={() => setStarted(true)}>
            <Icon icon={Plus} size={12} />
            <FormattedMessage id="Search.Group.Add" />
          </Button>
        </div>
      )}
    </div>
  )
}
