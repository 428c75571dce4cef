import { Card, CardHeader, createColumns, SimpleTable } from '@assay/design-system'
import { useIntl } from 'react-intl'
import type { ApiAnswer } from './api-description.ts'

const columns = createColumns<ApiAnswer>()

/** The codes that an API answers with, as its description names them. */
export function AnswersCard({ answers }: { answers: readonly ApiAnswer[] }) {
  const title = useIntl().formatMessage({ id: 'ApiManagement.Column.Codes' })
  return (
    <Card className="min-w-0 overflow-clip">
      <CardHeader title={title} />
      <SimpleTable
        label={title}
        gutter="card"
        columns={[
          columns.text('status', {
            labelId: 'ApiManagement.Filter.Code',
            rowHeader: true,
            size: 90,
            value: ({ status }) => status,
          }),
          columns.custom('description', {
            labelId: 'Common.Description',
            value: ({ description }) => description,
            cell: ({ description }) => <bdi lang="en">{description}</bdi>,
          }),
        ]}
        rows={answers}
        getRowId={({ status }) => status}
      />
    </Card>
  )
}
