import type { ObservationEventTemplate, ObservationTemplateName } from '@assay/risk-service/contract'

const metadata = { primaryEventId: 'evt-20c81f', eventId: 'obs-51d2', timestamp: '2026-11-21T14:05:00Z' }

/** Values of an event by block and field. */
type Payload = Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>

/** Bodies of observation and label events, as examples. */
export const observationPayloads: Readonly<Record<ObservationTemplateName | 'Label', Payload>> = {
  AssessmentStatus: {
    metadata,
    statusDetails: {
      statusType: 'Approved',
      reasonType: 'RuleEngine',
      challengeType: 'None',
      statusDate: '2026-11-21T14:05:00Z',
    },
  },
  Bank: {
    metadata,
    bank: {
      type: 'Auth',
      status: 'Declined',
      bankEventTimestamp: '2026-11-21T14:04:58Z',
      bankResponseCode: '51',
      amount: 2418.9,
      currency: 'EUR',
    },
  },
  Chargeback: {
    metadata,
    chargeback: {
      status: 'Accepted',
      reason: 'Fraud',
      bankEventTimestamp: '2026-12-02T08:00:00Z',
      amount: 2418.9,
      currency: 'EUR',
    },
  },
  Label: {
    metadata: { eventId: 'label-51d2', timestamp: '2026-12-02T09:00:00Z' },
    label: {
      labelObjectType: 'Event',
      labelObjectId: 'evt-20c81f',
      labelSource: 'CustomerEscalation',
      isFraud: true,
      labelState: 'Fraud',
    },
  },
}

/** The example of a field of an observation or label event; null: there is none. Events of the own template have metadata. */
export function observationSample(
  event: ObservationEventTemplate | 'Label',
  block: string,
  field: string,
): string | null {
  const payload: Payload = event === 'Custom' ? { metadata } : observationPayloads[event]
  const value = payload[block]?.[field]
  return value === undefined ? null : String(value)
}
