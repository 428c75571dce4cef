import { createColumns, Heading, SimpleTable } from '@assay/design-system'
import type { ReceivedObservation } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'

const c = createColumns<ReceivedObservation & { id: string }>()
const columns = [
  c.dateTime('at', { labelId: 'Assessments.Received.At', value: row => row.at }),
  c.text('primaryEventId', {
    labelId: 'Assessments.Received.Event',
    mono: true,
    rowHeader: true,
    value: row => row.primaryEventId,
  }),
  c.text('status', { labelId: 'Assessments.Received.Status', value: row => row.status }),
  c.text('environment', { labelId: 'Queues.Environment', secondary: true, value: row => row.environment }),
]

/** The observations that were received last. */
export function ReceivedTable({ received }: { received: readonly ReceivedObservation[] }) {
  const intl = useIntl()
  const title = intl.formatMessage({ id: 'Assessments.Received' })
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <Heading level={2} size="md" className="px-page">
        {title}
      </Heading>
      <SimpleTable
        label={title}
        gutter="page"
        narrow="cards"
        columns={columns}
        rows={received.map((row, index) => ({ ...row, id: `${row.at} ${index}` }))}
        getRowId={({ id }) => id}
        empty={<FormattedMessage id="Assessments.Received.None" />}
      />
    </section>
  )
}
