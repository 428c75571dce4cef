import { belowMd, createColumns, DataTable, useMediaQuery } from '@assay/design-system'
import { blankValue, type EntityRow, type ThreatsReport } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Link } from 'react-router-dom'
import { attributeName, attributeOf } from '../../../platform/assessments/attribute-labels.ts'
import { useCan, useHref } from '../../../platform/environments/environments.tsx'
import { searchParameters } from '../../../platform/search-url/search-url.ts'
import { reportConditions, searchColumnsOf } from '../report-events.ts'
import { keyOfValue, valueOfKey } from '../value-keys.ts'
import { useValueName } from '../value-name.ts'
import type { ThreatsQuery } from './threats-address.ts'

interface EntityTableProps {
  /** Undefined until it has arrived. */
  entity: ThreatsReport['entity'] | undefined
  attribute: string
  input: ThreatsQuery
  chosen: string | null
  onChoose: (value: string) => void
}

const c = createColumns<EntityRow>()
/** Rows that are shown without scrolling. */
const mostRows = 10

/** The figures of each value. A row is the choice of the charts; its name leads to its events. */
export function EntityTable({ entity, attribute, input, chosen, onChoose }: EntityTableProps) {
  const intl = useIntl()
  const small = useMediaQuery(belowMd)
  const nameOf = useValueName(attribute)
  const eventsOf = useValueEvents(attribute, input)
  const digits = input.view === 'amount' ? 2 : 0
  const columns = useMemo(() => {
    const volume = (id: 'volume' | 'fraudVolume', labelId: string) =>
      c.number(id, { labelId, filter: false, sortable: true, size: 150, value: row => row[id], digits })
    const rate = (id: 'share' | 'fraudShare' | 'fraudRate', labelId: string) =>
      c.percent(id, { labelId, filter: false, sortable: true, size: 150, value: row => row[id] })
    return [
      c.custom('value', {
        label: attributeName(intl, attribute),
        rowHeader: true,
        control: true,
        sortable: true,
        filter: false,
        size: 260,
        value: row => nameOf(row.value),
        cell: (row, { tabIndex }) => {
          const events = eventsOf(row.value)
          const name = <bdi>{nameOf(row.value)}</bdi>
          return events === undefined ? (
            <span className="truncate">{name}</span>
          ) : (
            <Link to={events} tabIndex={tabIndex} className="truncate text-link hover:underline focus-ring">
              {name}
            </Link>
          )
        },
      }),
      volume('volume', 'Reports.Kpi.transactionVolume'),
      rate('share', 'Reports.Threats.Column.share'),
      volume('fraudVolume', 'Reports.Kpi.fraudVolume'),
      rate('fraudShare', 'Reports.Threats.Column.fraudShare'),
      rate('fraudRate', 'Reports.Kpi.fraudRate'),
    ]
  }, [intl, attribute, nameOf, eventsOf, digits])
  const rows = entity === undefined ? [] : [...entity.rows, ...(entity.others ? [{ value: '', ...entity.others }] : [])]
  const shown = Math.min(mostRows, Math.max(3, rows.length))
  return (
    <div className="min-w-0 md:col-span-2 xl:col-span-1">
      <DataTable
        label={intl.formatMessage({ id: 'Reports.Threats.Distribution' })}
        processing="client"
        columnChooser={false}
        gutter="card"
        narrow={small ? 'cards' : 'scroll'}
        columns={columns}
        rows={rows}
        getRowId={({ value }) => keyOfValue(value)}
        getRowName={({ value }) => nameOf(value)}
        currentRowId={chosen === null ? null : keyOfValue(chosen)}
        onCurrentRowChange={key => {
          const value = valueOfKey(key)
          if (value !== null) onChoose(value)
        }}
        status={entity === undefined ? 'loading' : rows.length === 0 ? 'empty' : 'ready'}
        message={
          <p className="px-4 text-fg-muted">
            <FormattedMessage id="Reports.NoMatch" />
          </p>
        }
        defaultView={{ sorting: [{ id: 'volume', desc: true }] }}
        {...(small ? {} : { style: { blockSize: `calc(${shown} * var(--ds-row-height) + 3rem)` } })}
      />
    </div>
  )
}

/** Returns where the name of a value leads; undefined where the search would find other events, or may not be opened. */
function useValueEvents(attribute: string, input: ThreatsQuery): (value: string) => string | undefined {
  const href = useHref()
  const can = useCan()
  return useMemo(() => {
    const own = attributeOf(attribute)
    const column = own === undefined ? undefined : searchColumnsOf[own]
    const conditions = reportConditions(input)
    return value =>
      column === undefined || conditions === undefined || value === '' || value === blankValue || !can('search')
        ? undefined
        : href(
            '/search',
            searchParameters({
              eventType: input.assessment,
              filter: { period: 'all', conditions: [...conditions, { column, op: 'in', value: [value] }] },
            }),
          )
  }, [attribute, input, href, can])
}
