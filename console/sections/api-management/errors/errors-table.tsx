import { Card, CardHeader, createColumns, DataTable, useFormat } from '@assay/design-system'
import type { ApiErrorGroup } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { shortApiName } from '../api-address.ts'
import { statusDescription } from '../status-text.ts'
import { useGroupText } from './use-group-text.ts'

const columns = createColumns<ApiErrorGroup>()

interface ErrorsTableProps {
  groups: readonly ApiErrorGroup[]
  selected: ApiErrorGroup | null
  /** Selects a group, or clears it where it is selected. */
  onSelect: (id: string) => void
}

/** Groups of errors by code, API and what refused them; headers sort and filter them. */
export function ErrorsTable({ groups, selected, onSelect }: ErrorsTableProps) {
  const intl = useIntl()
  const format = useFormat()
  const textOf = useGroupText()
  const title = intl.formatMessage({ id: 'ApiManagement.ErrorGroups' })
  const shown = useMemo(
    () => [
      columns.text('refused', {
        labelId: 'ApiManagement.Column.Refused',
        rowHeader: true,
        size: 280,
        value: group => textOf(group),
      }),
      columns.text('line', {
        labelId: 'ApiManagement.Column.Line',
        size: 110,
        value: ({ fault }) => (fault?.line ? String(fault.line.line) : ''),
      }),
      columns.text('status', {
        labelId: 'Common.Status',
        size: 160,
        value: ({ status }) => statusDescription(status),
      }),
      columns.text('code', { labelId: 'Integration.Api.Code', size: 90, value: ({ status }) => String(status) }),
      columns.text('api', {
        labelId: 'Integration.Calls.Api',
        size: 160,
        value: ({ apiName }) => shortApiName(apiName),
      }),
      columns.text('last', {
        labelId: 'ApiManagement.Column.Last',
        size: 210,
        value: ({ lastAt }) => format.dateTime(lastAt, 'UTC'),
      }),
      columns.number('calls', { labelId: 'CaseReport.View.count', value: ({ calls }) => calls }),
    ],
    [format, textOf],
  )
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader title={title} meta={<FormattedMessage id="ApiManagement.SelectHint" />} />
      <DataTable
        className="h-[26rem] min-w-0"
        label={title}
        gutter="card"
        narrow="cards"
        processing="client"
        columns={shown}
        rows={groups}
        getRowId={({ id }) => id}
        getRowName={textOf}
        status={groups.length === 0 ? 'noResults' : 'ready'}
        currentRowId={selected?.id ?? null}
        onRowOpen={({ id }) => onSelect(id)}
      />
    </Card>
  )
}
