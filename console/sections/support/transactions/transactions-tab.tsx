import {
  Button,
  belowMd,
  Card,
  CardHeader,
  DataTable,
  type DataTableStatus,
  type DateRange,
  EmptyState,
  Input,
  useMediaQuery,
} from '@assay/design-system'
import type { SupportAccount } from '@assay/risk-service/contract'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useDebouncedValue } from '../../../platform/timing/use-debounced-value.ts'
import { allDates } from '../support-address.ts'
import { historyColumns } from './history-columns.tsx'
import { TextsCard } from './texts-card.tsx'
import { TransactionCard } from './transaction-card.tsx'
import { useHistory } from './use-history.ts'

interface TransactionsTabProps {
  environmentId: string
  account: SupportAccount
  range: DateRange
  /** Event id or the merchant's id of the chosen purchase; null: the newest. */
  order: string | null
  onOrderChange: (order: string) => void
  onRangeChange: (range: DateRange) => void
}

/** The purchases of the customer, and for the chosen one what happened, what may be told, and its details. */
export function TransactionsTab({
  environmentId,
  account,
  range,
  order,
  onOrderChange,
  onRangeChange,
}: TransactionsTabProps) {
  const intl = useIntl()
  const small = useMediaQuery(belowMd)
  const [search, setSearch] = useState('')
  const term = useDebouncedValue(search.trim())
  const { query, rows, total } = useHistory(environmentId, account, range, term)
  const columns = useMemo(() => historyColumns(intl), [intl])
  const label = intl.formatMessage({ id: 'Support.History.Search' })
  const chosen = order ?? rows[0]?.eventId ?? null
  const current = rows.find(row => row.eventId === chosen || row.externalId === chosen)?.eventId ?? null
  const status: DataTableStatus = query.isPending
    ? 'loading'
    : query.isError && rows.length === 0
      ? 'error'
      : query.isPlaceholderData
        ? 'refreshing'
        : 'ready'
  const empty = status === 'ready' && rows.length === 0
  return (
    <>
      <Card>
        <CardHeader
          title={<FormattedMessage id="Support.History.Title" />}
          meta={total}
          actions={
            <Input
              size="sm"
              type="search"
              className="w-[11rem]"
              value={search}
              maxLength={100}
              aria-label={label}
              placeholder={label}
              onChange={event => setSearch(event.target.value)}
              onClear={() => setSearch('')}
            />
          }
        />
        {empty ? (
          <EmptyState
            kind="no-results"
            level={3}
            title={<FormattedMessage id={term === '' ? 'Support.History.NoneInRange' : 'Support.History.NoMatch'} />}
            actions={
              <Button onClick={() => (term === '' ? onRangeChange(allDates) : setSearch(''))}>
                <FormattedMessage id={term === '' ? 'Support.History.AllDates' : 'Support.History.ClearSearch'} />
              </Button>
            }
          />
        ) : (
          <DataTable
            className={small ? undefined : 'h-[20rem]'}
            label={intl.formatMessage({ id: 'Support.History.Title' })}
            narrow={small ? 'cards' : 'scroll'}
            columns={columns}
            rows={rows}
            getRowId={row => row.eventId}
            rowCount={total}
            status={status}
            columnChooser={false}
            gutter="card"
            currentRowId={current}
            onCurrentRowChange={id => {
              if (id !== null) onOrderChange(id)
            }}
            {...(query.hasNextPage && !query.isFetching ? { onEndReached: () => void query.fetchNextPage() } : {})}
            onRetry={() => void query.refetch()}
          />
        )}
      </Card>
      {chosen === null ? null : (
        <>
          <TextsCard key={`texts ${chosen}`} environmentId={environmentId} id={chosen} />
          <TransactionCard key={chosen} environmentId={environmentId} id={chosen} />
        </>
      )}
    </>
  )
}
