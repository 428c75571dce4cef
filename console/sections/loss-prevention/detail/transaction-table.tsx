import { belowMd, Card, createColumns, DataTable, Heading, Icon, useFormat, useMediaQuery } from '@assay/design-system'
import { type LossEntity, type LossTransaction, lossLimits } from '@assay/risk-service/contract'
import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

interface TransactionTableProps {
  entity: LossEntity
  /** Address of the terminal, on the page of a member of staff; else of the member of staff. */
  hrefOf: (id: string) => string
}

const c = createColumns<LossTransaction>()
/** Rows that are shown without scrolling. */
const mostRows = 12
const missingMark = '–'

/** The transactions of the six months up to the end of the range. */
export function TransactionTable({ entity, hrefOf }: TransactionTableProps) {
  const intl = useIntl()
  const format = useFormat()
  const small = useMediaQuery(belowMd)
  const { kind, transactions, moreTransactions } = entity
  const title = intl.formatMessage({ id: 'LossPrevention.Transactions' })
  const columns = useMemo(
    () => [
      // The time of the store, which is kept without a zone.
      c.custom('at', {
        size: 240,
        labelId: 'LossPrevention.Column.at',
        value: row => row.at,
        cell: row => format.dateTime(row.at, 'UTC'),
      }),
      c.text('number', { labelId: 'LossPrevention.Column.number', value: row => row.number, mono: true }),
      c.custom('other', {
        labelId: `LossPrevention.Column.${kind === 'staff' ? 'terminal' : 'staff'}`,
        control: true,
        value: row => row.other,
        cell: (row, { tabIndex }) => (
          <span className="flex min-w-0 items-center gap-1">
            {row.otherAnomalous ? (
              <Icon
                icon={TriangleAlert}
                className="text-danger-text"
                label={intl.formatMessage({ id: 'LossPrevention.Anomalous' })}
              />
            ) : null}
            {row.other === null ? (
              <span className="text-fg-muted">{missingMark}</span>
            ) : row.otherScored ? (
              <a
                href={hrefOf(row.other)}
                tabIndex={tabIndex}
                dir="ltr"
                className="truncate text-link hover:underline focus-ring"
              >
                {row.other}
              </a>
            ) : (
              <span dir="ltr" className="truncate">
                {row.other}
              </span>
            )}
          </span>
        ),
      }),
      c.money('purchaseUsd', {
        labelId: 'LossPrevention.Column.purchase',
        value: row => row.purchaseUsd,
        currency: () => 'USD',
      }),
      c.money('discountUsd', {
        labelId: 'LossPrevention.Column.discount',
        value: row => row.discountUsd,
        currency: () => 'USD',
      }),
      c.money('returnUsd', {
        labelId: 'LossPrevention.Column.return',
        value: row => row.returnUsd,
        currency: () => 'USD',
      }),
      c.choice('hasReceipt', {
        labelId: 'LossPrevention.Column.receipt',
        value: ({ hasReceipt }) => (hasReceipt === null ? null : hasReceipt ? 'yes' : 'no'),
        names: {
          yes: intl.formatMessage({ id: 'LossPrevention.Receipt.yes' }),
          no: intl.formatMessage({ id: 'LossPrevention.Receipt.no' }),
        },
      }),
      c.text('paymentMethod', { labelId: 'LossPrevention.Column.method', value: row => row.paymentMethod }),
      c.text('category', { labelId: 'Reports.Attribute.category', value: row => row.category }),
    ],
    [kind, hrefOf, intl, format],
  )
  const shown = Math.min(mostRows, Math.max(3, transactions.length))
  return (
    <Card className="min-w-0 overflow-clip">
      <DataTable
        label={title}
        toolbar={
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
            <Heading level={2} size="md">
              {title}
            </Heading>
            {moreTransactions ? (
              <span className="text-xs text-fg-muted">
                <FormattedMessage id="LossPrevention.Transactions.More" values={{ count: lossLimits.transactions }} />
              </span>
            ) : null}
          </div>
        }
        processing="client"
        gutter="card"
        narrow={small ? 'cards' : 'scroll'}
        columns={columns}
        rows={transactions}
        getRowId={row => `${row.number} ${row.other}`}
        getRowName={row => row.number}
        status={transactions.length === 0 ? 'empty' : 'ready'}
        message={
          <p className="px-4 text-fg-muted">
            <FormattedMessage id="LossPrevention.Transactions.None" />
          </p>
        }
        defaultView={{ sorting: [{ id: 'at', desc: true }] }}
        {...(small ? {} : { style: { blockSize: `calc(${shown} * var(--ds-row-height) + 6rem)` } })}
      />
    </Card>
  )
}
