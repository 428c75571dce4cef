import { type DemoData, type DemoEvent, type DemoLabel, iso, type Review } from './history-events.ts'
import { day, hour, minute, type Order } from './orders.ts'
import type { Random } from './random.ts'

/** Median of nine days, one in ten later than three weeks: delay until thefts are noticed and reported. */
const reportDelay = (random: Random): number => Math.exp(2.2 + random.normal() * 0.8) * day

function createLabel(of: DemoEvent, at: number, source: string, isFraud: boolean, reason: string): DemoLabel {
  const { environmentId, id, body } = of
  return {
    kind: 'label',
    environmentId,
    at,
    of,
    body: {
      labelObjectType: 'Purchase',
      labelObjectId: id,
      labelSource: source,
      isFraud,
      labelState: isFraud ? 'Fraud' : 'FalsePositive',
      labelReasonCodes: reason,
      eventTimeStamp: iso(at),
      amount: body['totalAmount'],
      currency: body['currency'],
      _metadata: { trackingId: `${id}-${source}`, merchantTimeStamp: iso(at) },
    },
  }
}

/**
 * Creates the data events of bank, customer and merchant about an order, up to `now`: authorisations, reported thefts,
 * cancellations, refunds.
 */
export function createLaterEvents(
  random: Random,
  order: Order,
  of: DemoEvent,
  testing: boolean,
  now: number,
): (DemoData | DemoLabel)[] {
  const { id, environmentId, body } = of
  const out: (DemoData | DemoLabel)[] = []
  const data = (event: DemoData['event'], at: number, more: Record<string, unknown>): void => {
    out.push({
      kind: 'data',
      environmentId,
      at,
      of,
      event,
      body: {
        purchaseId: id,
        ...more,
        _metadata: { trackingId: `${id}-${String(event)}-${out.length}`, merchantTimeStamp: iso(at) },
      },
    })
  }
  const money = { userId: order.customer.id, amount: body['totalAmount'], currency: body['currency'] }
  const chargeback = (at: number, status: string, reason: string): void =>
    data('chargeback', at, { chargebackId: `${id}-cb`, reason, status, bankEventTimestamp: iso(at), ...money })

  const declined = random.chance(
    testing ? 0.82 : order.truth === 'fraud' ? 0.22 : order.checks.cvv === 'N' ? 0.3 : 0.015,
  )
  const authorise = (at: number, status: string, bankResponseCode: string): void =>
    data('bankevent', at, {
      bankEventId: `${id}-auth`,
      type: 'Auth',
      status,
      bankResponseCode,
      bankEventTimestamp: iso(at),
      paymentProcessor: 'Adyen',
      merchantPaymentInstrumentId: order.card.id,
      cardType: order.card.brand,
      cvvVerify: order.checks.cvv,
      avsVerify: order.checks.avs,
    })
  const past = () => out.filter(({ at }) => at <= now)
  if (declined) {
    const at = order.at + random.between(1, 20) * 1000
    authorise(at, 'Declined', random.pick(testing ? ['14', '05', '54'] : ['51', '05', '61']))
    return past()
  }
  authorise(order.at + 3000, 'Approved', '00')
  if (order.truth === 'fraud' && random.chance(0.9)) {
    const source = random.pick(['TC40_SAFE', 'Chargeback', 'CustomerEscalation'])
    const at = order.at + reportDelay(random)
    if (source === 'Chargeback') {
      chargeback(at - hour, 'Inquiry', 'Cardholder does not recognise the order')
      chargeback(at + random.between(8, 20) * day, 'Accepted', 'Cardholder does not recognise the order')
    }
    out.push(createLabel(of, at, source, true, 'PIFraud'))
  } else if (order.truth === 'friendly') {
    const at = order.at + random.between(20, 50) * day
    chargeback(at - hour, 'Inquiry', 'Merchandise not received')
    out.push(createLabel(of, at, 'Chargeback', true, 'FriendlyFraud'))
  } else if (order.truth === 'good' && random.chance(0.025)) {
    const at = order.at + random.between(3, 21) * day
    data('refund', at, {
      refundId: `${id}-rf`,
      reason: random.pick(['CustomerRequest', 'CustomerRequest', 'NonFraudRefund']),
      status: 'Approved',
      bankEventTimestamp: iso(at),
      ...money,
    })
  }
  return past()
}

/** Returns when reviewers would review an order, and with what accuracy. */
export function createReview(random: Random): Review {
  return {
    delay: 20 * minute + Math.exp(random.normal() * 0.9) * 5 * hour,
    right: random.chance(0.95),
    sampled: random.chance(0.02),
  }
}

/**
 * Returns the actions of reviewers after the decision on an order: they review nearly all that wait for them, and a
 * sample of the others. Their verdict is sent to the endpoint of labels, and the shop sends the resulting status.
 */
export function createReviewEvents(of: DemoEvent, decision: string, now: number): (DemoData | DemoLabel)[] {
  const { review, truth, id, environmentId } = of
  if (review === undefined || (decision !== 'Review' && !review.sampled)) return []
  const at = of.at + review.delay
  if (at > now) return []
  const isFraud = (truth === 'fraud') === review.right
  const label = { ...createLabel(of, at, 'ManualReview', isFraud, isFraud ? 'PIFraud' : 'ManualReview'), of: null }
  if (decision !== 'Review') return [label]
  const statusDate = iso(at + minute)
  return [
    label,
    {
      kind: 'data',
      environmentId,
      at: at + minute,
      of: null,
      event: 'purchasestatus',
      body: {
        purchaseId: id,
        statusType: isFraud ? 'Rejected' : 'Approved',
        statusDate,
        reason: isFraud ? 'OfflineManualReview_Fraud' : 'OfflineManualReview_General',
        _metadata: { trackingId: `${id}-status`, merchantTimeStamp: statusDate },
        // As the service marks the statuses of its own reviews.
        _review: { reason: isFraud ? 'Suspected fraud' : 'Verified customer' },
      },
    },
  ]
}
