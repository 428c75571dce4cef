import { Card, CardHeader, createColumns, DataTable } from '@assay/design-system'
import type { ApiRequestRow, ApiRequests } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { shortApiName } from '../api-address.ts'
import { rowIdOf } from './use-requests.ts'

const columns = createColumns<ApiRequestRow>()

const countOf = ({ codes }: ApiRequestRow, isMeant: (status: number) => boolean): number =>
  codes.reduce((sum, { status, calls }) => sum + (isMeant(status) ? calls : 0), 0)
const percentile = (share: 'p50' | 'p95' | 'p99') =>
  columns.number(share, {
    labelId: `ApiManagement.Column.${share}`,
    size: 96,
    value: ({ latency }) => (latency === null ? null : Math.round(latency[share])),
  })

interface RequestsTableProps extends Pick<ApiRequests, 'rows' | 'rowCount'> {
  selected: ApiRequestRow | null
  /** Selects a row, or clears it where it is selected. */
  onSelect: (id: string) => void
}

/** Rates, latencies and codes by API, caller and version, the most called first; headers sort and filter them. */
export function RequestsTable({ rows, rowCount, selected, onSelect }: RequestsTableProps) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'ApiManagement.ByCaller' })
  const nameOf = ({ apiName, clientName, clientId, clientVersion }: ApiRequestRow) =>
    [shortApiName(apiName), clientName ?? clientId, clientVersion].filter(part => part !== '').join(', ')
  const shown = useMemo(
    () => [
      columns.text('api', {
        labelId: 'Integration.Calls.Api',
        rowHeader: true,
        size: 150,
        value: ({ apiName }) => shortApiName(apiName),
      }),
      columns.text('caller', {
        labelId: 'ApiManagement.Filter.Caller',
        size: 150,
        value: ({ clientName, clientId }) => clientName ?? clientId,
      }),
      columns.text('version', {
        labelId: 'ApiManagement.Filter.Version',
        size: 110,
        value: ({ clientVersion }) => clientVersion,
      }),
      columns.number('client', {
        label: '4xx',
        size: 72,
        value: row => countOf(row, status => status >= 400 && status < 500),
      }),
      columns.number('server', { label: '5xx', size: 72, value: row => countOf(row, status => status >= 500) }),
      columns.number('calls', { labelId: 'ApiManagement.Column.Requests', size: 104, value: ({ calls }) => calls }),
      columns.number('perMinute', {
        labelId: 'ApiManagement.Column.PerMinute',
        size: 96,
        digits: 2,
        value: ({ perMinute }) => perMinute,
      }),
      percentile('p50'),
      percentile('p95'),
      percentile('p99'),
      columns.text('type', {
        labelId: 'ApiManagement.Filter.Type',
        size: 120,
        value: ({ apiType }) => intl.formatMessage({ id: `ApiManagement.Type.${apiType}` }),
      }),
      columns.text('codes', {
        labelId: 'ApiManagement.Column.Codes',
        size: 180,
        value: ({ codes }) => codes.map(({ status, calls }) => `${status}: ${intl.formatNumber(calls)}`).join(', '),
      }),
    ],
    [intl],
  )
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader
        title={title}
        meta={
          rowCount > rows.length ? (
            <FormattedMessage id="ApiManagement.MostCalled" values={{ shown: rows.length, all: rowCount }} />
          ) : (
            <FormattedMessage id="ApiManagement.RowHint" />
          )
        }
      />
      <DataTable
        className="h-[26rem] min-w-0"
        label={title}
        gutter="card"
        narrow="cards"
        processing="client"
        columns={shown}
        rows={rows}
        getRowId={rowIdOf}
        getRowName={nameOf}
        status={rows.length === 0 ? 'noResults' : 'ready'}
        message={rows.length === 0 ? <FormattedMessage id="OutgoingRequests.NoRequests" /> : undefined}
        currentRowId={selected === null ? null : rowIdOf(selected)}
        onRowOpen={row => onSelect(rowIdOf(row))}
      />
    </Card>
  )
}
