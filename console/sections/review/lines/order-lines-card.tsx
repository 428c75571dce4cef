import { Badge, Icon, KeyValue, KeyValueList, Money, SegmentedControl } from '@assay/design-system'
import type { EventDetail } from '@assay/risk-service/contract'
import { TriangleAlert } from 'lucide-react'
import { Fragment, useId, useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ReviewCard } from '../cards/review-card.tsx'
import { categoryOf } from '../facts/product-categories.ts'
import { LineTable } from './line-table.tsx'
import { dollarRateOf, inDollars, reviewLinesOf } from './order-line.ts'
import { orderSum } from './order-sum.ts'

/** What was ordered. */
export function OrderLinesCard({ detail }: { detail: EventDetail }) {
  const intl = useIntl()
  const titleId = useId()
  const [inUsd, setInUsd] = useState(false)
  const lines = useMemo(
    () =>
      reviewLinesOf(detail, code => {
        const category = code === null ? null : categoryOf(code)
        return category === null ? code : intl.formatMessage({ id: `Review.Category.${category}` })
      }),
    [detail, intl],
  )
  const { currency } = detail.row
  const rate = dollarRateOf(detail.row)
  const dollars = rate !== null && inUsd && currency !== null
  const shown = useMemo(() => (dollars ? inDollars(lines, currency, rate) : lines), [dollars, lines, currency, rate])
  const inShown = (amount: number) =>
    dollars ? <Money amount={amount * rate} currency="USD" /> : <Money amount={amount} currency={currency ?? ''} />
  const { tax, tip, discount, total, computed, differs } = orderSum(detail.view, lines, currency)
  if (lines.length === 0 && detail.row.eventType !== 'purchase') return null
  return (
    <ReviewCard
      name="lines"
      table
      className="overflow-x-auto"
      titleId={titleId}
      title={intl.formatMessage({ id: 'Review.Lines.Title' })}
      meta={<FormattedMessage id="Review.Lines.Count" values={{ count: lines.length }} />}
      actions={
        rate === null || currency === null ? undefined : (
          <SegmentedControl
            label={intl.formatMessage({ id: 'Review.Lines.Currency' })}
            value={dollars ? 'USD' : currency}
            onValueChange={chosen => setInUsd(chosen === 'USD')}
            segments={[currency, 'USD'].map(code => ({ value: code, label: code }))}
          />
        )
      }
    >
      <LineTable labelledBy={titleId} lines={shown} />
      {currency === null || total === null ? null : (
        <div className="flex flex-col gap-2 border-bs border-line-subtle px-4 py-3">
          <KeyValueList>
            {Object.entries({ salesTax: tax, tipAmount: tip, discountAmount: discount, totalAmount: total }).map(
              ([name, amount]) =>
                amount === null ? null : (
                  <KeyValue key={name} term={<FormattedMessage id={`Rules.Field.${name}`} />}>
                    {inShown(amount)}
                  </KeyValue>
                ),
            )}
          </KeyValueList>
          {differs && computed !== null ? (
            <p>
              <Badge tone="warning">
                <Icon icon={TriangleAlert} size={12} />
                <FormattedMessage
                  id="Review.Lines.Mismatch"
                  values={{ sum: <Fragment key="sum">{inShown(computed)}</Fragment> }}
                />
              </Badge>
            </p>
          ) : null}
        </div>
      )}
    </ReviewCard>
  )
}
