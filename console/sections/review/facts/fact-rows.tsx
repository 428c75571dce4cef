import { Button, KeyValue, KeyValueList, Money, useFormat } from '@assay/design-system'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { fieldLabel, sectionLabel } from '../../../platform/events/field-label.ts'
import { FactActions, type FactValue } from '../values/value-search.tsx'
import type { RequestFact } from './request-facts.ts'

/** Values of money, in the currency of the event. */
const amounts = /(?:^|\.)(?:totalAmount|salesTax|discountAmount|tipAmount|purchaseAmount)$/
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

interface FactRowsProps {
  facts: readonly RequestFact[]
  /** Currency of the event; null: amounts are plain numbers. */
  currency: string | null
  /** The merchant made the names: they are split into words. */
  custom?: boolean
  /** Names that the customer gave, by the path of the fact. */
  names?: Readonly<Record<string, string>>
}

/** Values of the request with their names in the reader's language. */
export function FactRows({ facts, currency, custom = false, names = {} }: FactRowsProps) {
  const intl = useIntl()
  return facts.map(({ path, value, field }) => {
    const label = names[path] ?? (custom ? sectionLabel(intl, path.split('.').join(' ')) : fieldLabel(intl, path))
    return (
      <KeyValue key={path} term={label} actions={<FactActions field={field} value={value} label={label} />}>
        {typeof value === 'number' && currency !== null && amounts.test(path) ? (
          <Money amount={value} currency={currency} />
        ) : (
          <PlainValue value={value} />
        )}
      </KeyValue>
    )
  })
}

function PlainValue({ value }: { value: FactValue }) {
  const format = useFormat()
  if (typeof value === 'boolean') return <FormattedMessage id={`Search.Value.${value}`} />
  if (typeof value === 'number') return <bdi className="tabular-nums">{format.number(value)}</bdi>
  if (isoTime.test(value) && !Number.isNaN(Date.parse(value)))
    return <span className="whitespace-normal">{format.dateTime(value)}</span>
  return (
    <bdi dir="auto" className="min-w-0 wrap-anywhere whitespace-normal">
      {value}
    </bdi>
  )
}

interface FurtherFactsProps extends Pick<FactRowsProps, 'facts' | 'currency'> {
  /** As in the list above them. */
  columns?: 1 | 2
}

/** Further values of a card, on request: most looks at an event do not need them. */
export function FurtherFacts({ facts, currency, columns = 1 }: FurtherFactsProps) {
  const [open, setOpen] = useState(false)
  if (facts.length === 0) return null
  return (
    <>
      {open ? (
        <KeyValueList {...(columns === 1 ? { termWidth: 'sm' } : { columns })}>
          <FactRows facts={facts} currency={currency} />
        </KeyValueList>
      ) : null}
      <div className="-ms-2">
        <Button variant="ghost" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          <FormattedMessage
            id={open ? 'Review.Facts.Fewer' : 'Review.Facts.Further'}
            values={{ count: facts.length }}
          />
        </Button>
      </div>
    </>
  )
}
