import { createColumns, DecisionBadge, Heading, SimpleTable, useFormat } from '@assay/design-system'
import type { MirrorFigures } from '@assay/risk-service/contract'
import { useIntl } from 'react-intl'
import { useGroupTexts } from '../result/use-group-texts.ts'

type Difference = MirrorFigures['newest'][number]
const columns = createColumns<Difference>()
const plain = { sortable: false, filter: false } as const

/** The newest decisions that differ, with their causes. */
export function NewestDifferences({ newest }: { newest: readonly Difference[] }) {
  const intl = useIntl()
  const format = useFormat()
  const texts = useGroupTexts()
  const title = intl.formatMessage({ id: 'Mirror.Newest' })
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <Heading level={3} size="md">
        {title}
      </Heading>
      <SimpleTable
        gutter="none"
        narrow="cards"
        label={title}
        columns={[
          columns.custom('event', {
            ...plain,
            labelId: 'Ontology.Event',
            rowHeader: true,
            value: ({ eventId }) => eventId,
            cell: ({ eventId }) => <bdi className="wrap-anywhere whitespace-normal">{eventId}</bdi>,
          }),
          columns.text('at', { ...plain, labelId: 'Events.Column.At', value: ({ at }) => format.dateTime(at) }),
          columns.custom('former', {
            ...plain,
            labelId: 'DualRun.Former',
            value: ({ former }) => former.decision,
            cell: ({ former }) => <DecisionBadge decision={former.decision} />,
          }),
          columns.custom('own', {
            ...plain,
            labelId: 'DualRun.Own',
            value: ({ own }) => own.decision,
            cell: ({ own }) => <DecisionBadge decision={own.decision} />,
          }),
          columns.text('cause', {
            ...plain,
            labelId: 'Mirror.Cause',
            value: ({ group }) => texts.title(group),
          }),
          columns.text('amount', {
            ...plain,
            labelId: 'Events.Column.Amount',
            value: ({ amountUsd }) => (amountUsd === null ? '' : format.money(amountUsd / 100, 'USD')),
          }),
        ]}
        rows={newest}
        getRowId={({ eventType, eventId }) => `${eventType} ${eventId}`}
      />
    </section>
  )
}
