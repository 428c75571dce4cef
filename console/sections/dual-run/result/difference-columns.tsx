import { createColumns, DecisionBadge, Link, type useFormat } from '@assay/design-system'
import type { DualRunExample } from '@assay/risk-service/contract'
import { Link as RouterLink } from 'react-router-dom'

type Difference = Pick<DualRunExample, 'eventId' | 'at' | 'former' | 'own' | 'amountUsd'>
const plain = { sortable: false, filter: false } as const

/**
 * The columns of decisions that differ: the event with both decisions, and its amount, between which a table puts what
 * it knows of the cause.
 * @param hrefOf Address that opens an event; absent where it has none, as on paper.
 */
export function differenceColumns<Row extends Difference>(
  format: ReturnType<typeof useFormat>,
  hrefOf?: (eventId: string) => string,
) {
  const columns = createColumns<Row>()
  const name = (eventId: string) => <bdi className="wrap-anywhere whitespace-normal">{eventId}</bdi>
  return {
    decisions: [
      columns.custom('event', {
        ...plain,
        labelId: 'Ontology.Event',
        rowHeader: true,
        value: ({ eventId }) => eventId,
        cell: ({ eventId }) =>
          hrefOf === undefined ? (
            name(eventId)
          ) : (
            <Link asChild>
              <RouterLink to={hrefOf(eventId)}>{name(eventId)}</RouterLink>
            </Link>
          ),
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
    ],
    amount: columns.text('amount', {
      ...plain,
      labelId: 'Events.Column.Amount',
      value: ({ amountUsd }) => (amountUsd === null ? '' : format.money(amountUsd / 100, 'USD')),
    }),
  }
}
