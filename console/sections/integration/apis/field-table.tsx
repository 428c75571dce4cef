import { Card, CardHeader, createColumns, Input, SegmentedControl, SimpleTable } from '@assay/design-system'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { ApiField } from './api-description.ts'

const columns = createColumns<ApiField>()

interface FieldTableProps {
  /** Id of the message above the table. */
  titleId: string
  fields: readonly ApiField[]
}

/** The fields of a body with types and descriptions, which a search narrows. */
export function FieldTable({ titleId, fields }: FieldTableProps) {
  const intl = useIntl()
  const [search, setSearch] = useState('')
  const [onlyRequired, setOnlyRequired] = useState(false)
  const words = search.trim().toLowerCase()
  const shown = fields.filter(
    ({ path, description, required }) =>
      (required || !onlyRequired) && `${path} ${description}`.toLowerCase().includes(words),
  )
  const title = intl.formatMessage({ id: titleId })
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader
        title={title}
        actions={
          <>
            {fields.some(({ required }) => required) ? (
              <SegmentedControl
                label={intl.formatMessage({ id: 'Integration.Api.Shown' }, { table: title })}
                value={onlyRequired ? 'required' : 'all'}
                onValueChange={value => setOnlyRequired(value === 'required')}
                segments={[
                  { value: 'all', label: intl.formatMessage({ id: 'Explorer.Show.All' }) },
                  { value: 'required', label: intl.formatMessage({ id: 'Integration.Api.Required' }) },
                ]}
              />
            ) : null}
            <Input
              type="search"
              aria-label={intl.formatMessage({ id: 'Integration.Api.SearchFields' }, { table: title })}
              placeholder={intl.formatMessage({ id: 'Common.SearchNameOrDescription' })}
              value={search}
              onChange={event => setSearch(event.target.value)}
            />
          </>
        }
      />
      <SimpleTable
        label={title}
        narrow="cards"
        gutter="card"
        empty={<FormattedMessage id="Integration.Api.NoFields" />}
        columns={[
          columns.custom('path', {
            labelId: 'Integration.Api.Field',
            value: ({ path }) => path,
            cell: ({ path }) => (
              <bdi dir="ltr" className="font-mono text-xs wrap-anywhere">
                {path}
              </bdi>
            ),
          }),
          columns.text('type', { labelId: 'Integration.Api.Type', value: ({ type }) => type }),
          columns.text('required', {
            labelId: 'Integration.Api.Required',
            value: ({ required }) => (required ? intl.formatMessage({ id: 'Integration.Api.Required' }) : ''),
          }),
          columns.text('description', { labelId: 'Common.Description', value: ({ description }) => description }),
        ]}
        rows={shown}
        getRowId={({ path }) => path}
      />
    </Card>
  )
}
