import { Button, CopyButton, Icon, Tooltip, useFormat } from '@assay/design-system'
import {
  dayIn,
  type EventRow,
  isMaskedText,
  type SearchCondition,
  type SearchField,
  searchLimits,
} from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { createContext, type ReactNode, use, useCallback, useMemo } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { environmentParameter, useHref } from '../../../platform/environments/environments.tsx'
import { useSearchSwitch } from '../../../platform/search-switch/use-search-switch.ts'
import { searchParameters } from '../../../platform/search-url/search-url.ts'

/** A plain value of a request. */
export type FactValue = string | number | boolean

type ValueSearch = (field: string, value: FactValue) => string | null

const ValueSearchContext = createContext<ValueSearch>(() => null)

/** Custom data has no schema that would list its fields, and each of them can be searched. */
const customPattern = /^customData(\.[\w-]+)+$/

/**
 * Returns the condition that finds the events with a value; null for one that is masked, or that no condition can have.
 */
export function valueCondition(
  { id, type, masked }: Pick<SearchField, 'id' | 'type' | 'masked'>,
  value: FactValue,
  timeZone: string,
): SearchCondition | null {
  const text = String(value).trim()
  if (masked === true || isMaskedText(text) || text === '' || text.length > searchLimits.value) return null
  if (type === 'choice') return { column: id, op: 'in', value: [text] }
  if (type === 'number') return Number.isFinite(Number(text)) ? { column: id, op: 'eq', value: text } : null
  if (type !== 'time') return { column: id, op: 'eq', value: text }
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : { column: id, op: 'on', value: dayIn(time, timeZone) }
}

interface ValueSearchProviderProps {
  row: Pick<EventRow, 'environmentId' | 'eventType'>
  children: ReactNode
}

/**
 * Lets the facts inside lead to a search for their values, among events of the same type in the event's own environment
 * and those below it. They do not where the tenant has no search, or the user may not search.
 */
export function ValueSearchProvider({ row: { environmentId, eventType }, children }: ValueSearchProviderProps) {
  const href = useHref()
  const { timeZone } = useFormat()
  const isOn = useSearchSwitch().data?.state === 'On'
  const { data } = useQuery(
    api.search.fields.queryOptions({
      input: { environmentId, eventType },
      enabled: isOn,
      staleTime: 600_000,
      retry: false,
    }),
  )
  const fields = useMemo(() => (data ? new Map(data.map(field => [field.id, field])) : null), [data])
  const addressOf = useCallback<ValueSearch>(
    (id, value) => {
      if (fields === null) return null
      const field = fields.get(id) ?? (customPattern.test(id) ? { id, type: 'text' as const } : undefined)
      const condition = field === undefined ? null : valueCondition(field, value, timeZone)
      if (condition === null) return null
      const query = searchParameters({ eventType, filter: { period: '90d', conditions: [condition] } })
      query.set(environmentParameter, environmentId)
      return href('/search', query)
    },
    [fields, eventType, environmentId, href, timeZone],
  )
  return <ValueSearchContext value={addressOf}>{children}</ValueSearchContext>
}

/** Returns the address of the search for a value of a field; null where it cannot be searched. */
export const useValueAddress = (): ValueSearch => use(ValueSearchContext)

interface ValueSearchLinkProps {
  /** Id of the field in the search. */
  field: string
  value: FactValue
  /** Name of the fact. */
  label: string
}

/** Leads to the search for a value; nothing where it cannot be searched. */
export function ValueSearchLink({ field, value, label }: ValueSearchLinkProps) {
  const intl = useIntl()
  const address = use(ValueSearchContext)(field, value)
  if (address === null) return null
  const name = intl.formatMessage({ id: 'Review.Facts.SearchValue' }, { label })
  return (
    <Tooltip content={name} isLabel>
      <Button asChild variant="ghost" size="sm" aria-label={name} className="w-control-sm px-0 text-fg-muted">
        <Link to={address}>
          <Icon icon={Search} size={12} />
        </Link>
      </Button>
    </Tooltip>
  )
}

interface FactActionsProps {
  /** Id of the field in the search; absent where the value is searched by none. */
  field?: string | undefined
  value: FactValue
  /** Name of the fact. */
  label: string
}

/** What a fact offers: its value can be copied, and searched where the search has a field for it. */
export function FactActions({ field, value, label }: FactActionsProps) {
  return (
    <>
      <CopyButton value={String(value)} label={label} />
      {field === undefined ? null : <ValueSearchLink field={field} value={value} label={label} />}
    </>
  )
}
