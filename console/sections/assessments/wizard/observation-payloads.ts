import type { ObservationTemplateName } from '@assay/risk-service/contract'

const metadata = { primaryEventId: 'evt-20c81f', eventId: 'obs-51d2', timestamp: '2026-11-21T14:05:00Z' }

/** Bodies of observation and label events, as examples. */
export const observationPayloads: Readonly<Record<ObservationTemplateName | 'Label', unknown>> = {
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
