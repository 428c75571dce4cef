import { Card, CardHeader, cn, createColumns, DateTime, Input, SimpleTable } from '@assay/design-system'
import type { SupportChange } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { reasonId } from '../../../platform/support-status/reason-id.ts'
import type { ListedValue } from '../../../platform/support-status/support-entries.ts'
import { ReasonText } from '../status/reason-text.tsx'

const tones = {
  Safe: 'text-success-text',
  Block: 'text-danger-text',
  Watch: 'text-warning-text',
  Remove: 'text-fg-secondary',
} as const
const c = createColumns<SupportChange>()

const actionOf = ({ status }: SupportChange) => status ?? 'Remove'

function columnsOf(intl: IntlShape) {
  return [
    c.custom('action', {
      labelId: 'Support.Activity.Action',
      rowHeader: true,
      size: 170,
      value: actionOf,
      cell: row => (
        <span className={cn('inline-flex items-center gap-2 font-medium', tones[actionOf(row)])}>
          <span aria-hidden className="size-2 shrink-0 rounded-full bg-current" />
          {intl.formatMessage({ id: `Support.Activity.${actionOf(row)}` })}
        </span>
      ),
    }),
    c.custom('value', {
      labelId: 'Support.Activity.Value',
      size: 180,
      value: row => row.value,
      cell: row => (
        <bdi dir="ltr" className="wrap-anywhere">
          {row.value}
        </bdi>
      ),
    }),
    c.custom('reason', {
      labelId: 'SupportStatus.Reason',
      size: 140,
      value: row => row.reason,
      cell: row => <ReasonText reason={row.reason} />,
    }),
    c.custom('comments', {
      labelId: 'SupportStatus.Comments',
      size: 200,
      value: row => row.comments,
      cell: row => <span dir="auto">{row.comments}</span>,
    }),
    c.text('by', { labelId: 'Support.Activity.By', value: row => row.by, size: 140 }),
    c.custom('at', {
      labelId: 'Support.Activity.Date',
      align: 'number',
      size: 170,
      value: row => row.at,
      cell: row => <DateTime value={row.at} exact />,
    }),
  ]
}

/** Who changed the list status of the customer's values, when and why. */
export function ActivityCard({ environmentId, values }: { environmentId: string; values: readonly ListedValue[] }) {
  const intl = useIntl()
  const titleId = useId()
  const [search, setSearch] = useState('')
  const columns = useMemo(() => columnsOf(intl), [intl])
  const query = useQuery(
    api.support.activity.queryOptions({
      input: { environmentId, values: values.slice(0, 50) },
      enabled: values.length > 0,
      staleTime: 5_000,
    }),
  )
  const term = search.trim().toLowerCase()
  const rows = (query.data ?? []).filter(row => {
    const reason = reasonId(row.reason)
    return [
      row.value,
      reason === null ? row.reason : intl.formatMessage({ id: reason }),
      row.comments,
      row.by,
      intl.formatMessage({ id: `Support.Activity.${actionOf(row)}` }),
    ].some(text => text.toLowerCase().includes(term))
  })
  const label = intl.formatMessage({ id: 'Support.Activity.Search' })
  return (
    <Card>
      <CardHeader
        title={
          <span id={titleId}>
            <FormattedMessage id="Support.Activity.Title" />
          </span>
        }
        meta={query.data?.length}
        actions={
          <Input
            size="sm"
            type="search"
            className="w-[11rem]"
            value={search}
            aria-label={label}
            placeholder={label}
            onChange={event => setSearch(event.target.value)}
            onClear={() => setSearch('')}
          />
        }
      />
      {query.isError ? (
        <QueryError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SimpleTable
          labelledBy={titleId}
          columns={columns}
          rows={rows}
          getRowId={(row, index) => `${row.id} ${index}`}
          loading={query.isPending && values.length > 0}
          skeletonRows={3}
          empty={<FormattedMessage id={term === '' ? 'Support.Activity.None' : 'Support.Activity.NoMatch'} />}
        />
      )}
    </Card>
  )
}
