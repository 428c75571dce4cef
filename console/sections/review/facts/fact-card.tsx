import { CardBody, CopyableId, KeyValue, KeyValueList } from '@assay/design-system'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { ReviewCard } from '../cards/review-card.tsx'
import type { ReviewCardName } from '../cards/review-cards.ts'
import { FactActions, ValueSearchLink } from '../values/value-search.tsx'

interface FactCardProps {
  name: ReviewCardName
  /** The message of its title. */
  titleId: string
  /** The values that are always in sight. */
  children: ReactNode
  /** Below them: values on request. */
  further?: ReactNode
}

/** A card of facts. */
export function FactCard({ name, titleId, children, further }: FactCardProps) {
  const intl = useIntl()
  return (
    <ReviewCard name={name} title={intl.formatMessage({ id: titleId })}>
      <CardBody>
        <KeyValueList termWidth="sm">{children}</KeyValueList>
        {further}
      </CardBody>
    </ReviewCard>
  )
}

/** The fields of the search that ids are found by, by the message of their names. */
const searchedBy: Readonly<Record<string, string>> = {
  'Events.Column.UserId': 'userId',
  'Events.Column.Email': 'email',
  'Events.Column.Phone': 'phone',
  'Events.Column.DeviceId': 'deviceId',
  'Events.Column.Ip': 'ip',
  'Review.Payment.Id': 'paymentInstrumentList.merchantPaymentInstrumentId',
}

/** Returns how an id is shown: with a button that copies it, and a way to the search for it; nothing for none. */
export function useCopyable() {
  const intl = useIntl()
  return (value: string | null, labelId: string, wrap = false) => {
    if (value === null) return null
    const label = intl.formatMessage({ id: labelId })
    const field = searchedBy[labelId]
    return (
      <span className="inline-flex max-w-full min-w-0 items-center">
        <CopyableId value={value} label={label} wrap={wrap} truncated={value.length > 24} />
        {field === undefined ? null : <ValueSearchLink field={field} value={value} label={label} />}
      </span>
    )
  }
}

interface TextFactProps {
  /** The message of its name. */
  labelId: string
  /** Null: not provided. */
  value: string | null
  /** Id of the field in the search. */
  field: string
  /** In the monospaced face, from left to right: a number that is no quantity. */
  code?: boolean
}

/** A text with its name, which can be copied and searched. */
export function TextFact({ labelId, value, field, code = false }: TextFactProps) {
  const label = useIntl().formatMessage({ id: labelId })
  return (
    <KeyValue term={label} actions={value === null ? null : <FactActions field={field} value={value} label={label} />}>
      {code && value !== null ? (
        <bdi dir="ltr" className="font-mono">
          {value}
        </bdi>
      ) : (
        value
      )}
    </KeyValue>
  )
}
