import type { EventDetail } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

type DataEvent = EventDetail['dataEvents'][number]

const messages = {
  bankEvent: 'Review.Timeline.BankEvent',
  chargeback: 'Review.Timeline.Chargeback',
  refund: 'Review.Timeline.Refund',
} as const

/** A status, bank event, chargeback, refund or observation as an entry of the timeline. */
export function dataEventEntry(
  event: DataEvent,
  formatMoney: (amount: number, currency: string) => string,
): { key: string; at: string; what: ReactNode; details: string } {
  const { id, kind, at, type, status, reason, amount, currency } = event
  const reported = (word: string | null) => (
    <FormattedMessage id="Review.Timeline.Reported" values={{ status: word ?? 'other' }} />
  )
  return {
    key: id,
    at,
    what:
      kind === 'status' ? (
        <FormattedMessage
          id={event.review ? 'Review.Timeline.StatusByReview' : 'Review.Timeline.Status'}
          values={{ status: reported(type) }}
        />
      ) : kind === 'observation' ? (
        <FormattedMessage id="Review.Timeline.Observation" values={{ name: <bdi>{event.observation}</bdi> }} />
      ) : (
        <FormattedMessage id={messages[kind]} values={{ type: <bdi>{type}</bdi>, status: reported(status) }} />
      ),
    details: [reason, amount !== null && currency !== null ? formatMoney(amount, currency) : null]
      .filter(part => part !== null && part !== '')
      .join(', '),
  }
}
