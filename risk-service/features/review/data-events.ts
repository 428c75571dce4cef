import type { EventDetail } from '../../contract/index.ts'
import { type Json, objectOf } from '../../engine/lib/json.ts'
import type { StoredDataEvent } from './store.ts'

type DataEvent = EventDetail['dataEvents'][number]

const kinds: Readonly<Record<string, DataEvent['kind']>> = {
  purchasestatus: 'status',
  signupstatus: 'status',
  accountcreationstatus: 'status',
  accountloginstatus: 'status',
  bankevent: 'bankEvent',
  chargeback: 'chargeback',
  refund: 'refund',
}

/** Returns a stored data event as the page of its event shows it. */
export function toDataEvent(stored: StoredDataEvent): DataEvent {
  const { body } = stored
  const details = { ...objectOf(body.statusDetails), ...body }
  const text = (...names: string[]): string | null => firstText(details, names)
  const kind = kinds[stored.event_type] ?? (text('statusType') === null ? 'observation' : 'status')
  return {
    id: stored.data_id,
    kind,
    observation: stored.event_type.includes(':') ? stored.event_type.slice(stored.event_type.indexOf(':') + 1) : null,
    at: stored.happened_at.toISOString(),
    receivedAt: stored.received_at.toISOString(),
    type: text('statusType', 'type', 'bankEventType'),
    status: text('status'),
    reason: text('reason', 'reasonType', 'bankResponseCode'),
    amount: typeof details.amount === 'number' ? details.amount : null,
    currency: text('currency'),
    review: body._review !== undefined,
    reference: text('chargebackId', 'refundId', 'bankEventId'),
    bank: kind === 'bankEvent' ? toBankAnswer(body) : null,
  }
}

function toBankAnswer(body: Json): NonNullable<DataEvent['bank']> {
  const threeDS = objectOf(body.threeDS)
  const text = (...names: string[]): string | null => firstText(body, names)
  return {
    processor: text('paymentProcessor'),
    responseCode: text('bankResponseCode', 'authorizationResultCode'),
    cvv: text('cvvVerify'),
    avs: text('avsVerify'),
    cav: text('cavVerify'),
    mrn: text('mrn'),
    mid: text('mid'),
    merchantPaymentInstrumentId: text('merchantPaymentInstrumentId'),
    threeDS: {
      transStatus: firstText(threeDS, ['transStatus']),
      eci: firstText(threeDS, ['eci']),
      challenge: firstText(threeDS, ['challengeCompletionInd', 'acsChallengeMandated']),
      exemption: firstText(threeDS, ['exemptionRaised']),
    },
  }
}

function firstText(values: Json, names: readonly string[]): string | null {
  for (const name of names) {
    const value = values[name]
    if (typeof value === 'string' && value !== '' && value !== 'None') return value
  }
  return null
}
