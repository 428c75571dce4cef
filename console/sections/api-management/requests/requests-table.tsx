import { Card, CardHeader, createColumns, SimpleTable, useFormat } from '@assay/design-system'
import type { ApiRequestRow, ApiRequests } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { shortApiName } from '../api-address.ts'

const columns = createColumns<ApiRequestRow>()

const keyOf = ({ apiName, clientId, clientVersion }: ApiRequestRow): string => `${apiName} ${clientId} ${clientVersion}`
const countOf = ({ codes }: ApiRequestRow, isMeant: (status: number) => boolean): number =>
  codes.reduce((sum, { status, calls }) => sum + (isMeant(status) ? calls : 0), 0)

/** Rates, latencies and codes by API, caller and version, the most called first. */
export function RequestsTable({ rows, rowCount }: Pick<ApiRequests, 'rows' | 'rowCount'>) {
  const intl = useIntl()
  const format = useFormat()
  const title = intl.formatMessage({ id: 'ApiManagement.ByCaller' })
  const percentile = (share: 'p50' | 'p95' | 'p99') =>
    columns.number(share, {
      labelId: `ApiManagement.Column.${share}`,
      value: ({ latency }) => (latency === null ? null : Math.round(latency[share])),
    })
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader
        title={title}
        meta={
          rowCount > rows.length ? (
            <FormattedMessage id="ApiManagement.MostCalled" values={{ shown: rows.length, all: rowCount }} />
          ) : undefined
        }
      />
      <SimpleTable
        label={title}
        gutter="card"
        narrow="cards"
        empty={<FormattedMessage id="OutgoingRequests.NoRequests" />}
        columns={[
          columns.text('api', {
            labelId: 'Integration.Calls.Api',
            rowHeader: true,
            value: ({ apiName }) => shortApiName(apiName),
          }),
          columns.text('type', {
            labelId: 'ApiManagement.Filter.Type',
            value: ({ apiType }) => intl.formatMessage({ id: `ApiManagement.Type.${apiType}` }),
          }),
          columns.text('caller', {
            labelId: 'ApiManagement.Filter.Caller',
            value: ({ clientName, clientId }) => clientName ?? clientId,
          }),
          columns.text('version', {
            labelId: 'ApiManagement.Filter.Version',
            value: ({ clientVersion }) => clientVersion,
          }),
          columns.number('calls', { labelId: 'ApiManagement.Column.Requests', value: ({ calls }) => calls }),
          columns.text('perMinute', {
            labelId: 'ApiManagement.Column.PerMinute',
            value: ({ perMinute }) =>
              intl.formatNumber(perMinute, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
          }),
          percentile('p50'),
          percentile('p95'),
          percentile('p99'),
          columns.text('codes', {
            labelId: 'ApiManagement.Column.Codes',
            value: ({ codes }) => codes.map(({ status, calls }) => `${status}: ${format.number(calls)}`).join(', '),
          }),
          columns.number('client', {
            label: '4xx',
            value: row => countOf(row, status => status >= 400 && status < 500),
          }),
          columns.number('server', { label: '5xx', value: row => countOf(row, status => status >= 500) }),
        ]}
        rows={rows}
        getRowId={keyOf}
      />
    </Card>
  )
}
