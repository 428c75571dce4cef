import { Button, FilterBar, Icon, Input, Select, Switch, useFormat, useMediaQuery } from '@assay/design-system'
import { addDays, dayIn, type GraphKey, graphKeys, graphLimits, monthsBefore } from '@assay/risk-service/contract'
import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DaysPicker } from '../../../platform/search-fields/days-picker.tsx'
import { usableConditions } from '../query/explorer-filters.ts'
import type { ExplorerState } from '../query/explorer-state.ts'
import { useExplorerFields } from '../query/use-explorer-fields.ts'
import { NarrowQuery } from './narrow-query.tsx'

interface QueryRowProps {
  state: ExplorerState
  /** What the graph starts from, in words; null: nothing yet. */
  title: string | null
  /** Runs a query by the value of a key, or with other days or conditions. */
  onQuery: (state: Partial<ExplorerState>) => void
  /** Changes how the graph of the query is shown. */
  onShow: (state: Partial<ExplorerState>) => void
  /** What stands at the end: paths, and the search for rings. */
  end: ReactNode
  /** Opens the rings, where they have no panel; on a narrow page it stays when the fields are closed. */
  rings: ReactNode
}

/** Where the graph starts, and which events count: key and value, days and conditions. */
export function QueryRow({ state, title, onQuery, onShow, end, rings }: QueryRowProps) {
  const intl = useIntl()
  const { timeZone } = useFormat()
  const { start, filters } = state
  const [key, setKey] = useState<GraphKey>(start?.kind === 'key' ? start.key : 'user')
  const [value, setValue] = useState(start?.kind === 'key' ? start.value : '')
  const fields = useExplorerFields()
  const [today] = useState(() => dayIn(Date.now(), timeZone))
  const dates = state.dates ?? { from: addDays(today, -graphLimits.defaultDays), to: today }
  const trimmed = value.trim()
  const narrow = useMediaQuery('(width < 40rem)')
  const content = (
    <>
      <form
        role="search"
        aria-label={intl.formatMessage({ id: 'Explorer.Query' })}
        className="flex flex-wrap items-center gap-2 max-sm:w-full"
        onSubmit={event => {
          event.preventDefault()
          if (trimmed !== '') onQuery({ start: { kind: 'key', key, value: trimmed } })
        }}
      >
        <Select
          className="w-auto min-w-[10rem]"
          aria-label={intl.formatMessage({ id: 'Explorer.Key' })}
          options={graphKeys.map(each => ({ value: each, label: intl.formatMessage({ id: `Explorer.Key.${each}` }) }))}
          value={key}
          onValueChange={next => setKey(graphKeys.find(each => each === next) ?? key)}
        />
        <Input
          type="search"
          className="w-[16rem] max-sm:w-full"
          aria-label={intl.formatMessage({ id: 'Explorer.Value' })}
          maxLength={graphLimits.value}
          value={value}
          onChange={event => setValue(event.target.value)}
          onClear={() => setValue('')}
        />
        <Button type="submit" disabled={trimmed === ''}>
          <Icon icon={Search} />
          <FormattedMessage id="Explorer.Run" />
        </Button>
      </form>
      <span className="w-fit max-w-full">
        <DaysPicker
          days={dates}
          min={monthsBefore(today, graphLimits.months)}
          max={today}
          onDaysChange={next => onQuery({ dates: next })}
        />
      </span>
      <FilterBar
        className="min-h-control-sm min-w-[8rem] flex-1 border-0 p-0"
        fields={fields}
        value={filters.map((each, i) => ({ ...each, id: String(i) }))}
        onValueChange={next =>
          onQuery({
            filters: usableConditions(next).map(({ field, operator, values }) => ({ field, operator, values })),
          })
        }
      />
      {filters.length > 0 ? (
        <Switch
          label={<FormattedMessage id="Explorer.FadeOthers" />}
          checked={state.fades}
          onCheckedChange={fades => onShow({ fades })}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        {narrow ? null : rings}
        {end}
      </div>
    </>
  )
  return narrow ? (
    <NarrowQuery title={title} beside={rings}>
      {content}
    </NarrowQuery>
  ) : (
    content
  )
}
