import { mirrorLimits, mirrorRefusals } from '../../../contract/dual-runs/mirrors.ts'

/** The body of a call with events of a mirror: entries of a log of the risk API, or messages of event tracing. */
export const mirroredEvents = {
  type: 'object',
  required: ['events'],
  properties: {
    events: {
      type: 'array',
      minItems: 1,
      maxItems: mirrorLimits.batch,
      items: {
        anyOf: [
          {
            type: 'object',
            description: 'A call of the former system with its answer',
            required: ['path', 'time', 'request', 'response'],
            properties: {
              path: {
                type: 'string',
                description: 'The path that was called, such as /v1.0/MerchantServices/events/Purchase',
              },
              time: { type: 'string', format: 'date-time' },
              request: { type: 'object', description: 'The body that was sent' },
              response: {
                type: 'object',
                description:
                  'The answer with its decision; another product writes {"resultDetails": {"MerchantRuleDecision": "Declined", "RiskScore": 120}}',
              },
            },
          },
          {
            type: 'object',
            description: 'A message of event tracing',
            required: ['name', 'metadata', 'request', 'response'],
            properties: {
              name: { type: 'string', description: 'Such as FraudProtection.Assessment.Purchase' },
              metadata: { type: 'object' },
              request: { type: ['object', 'string'] },
              response: { type: ['object', 'string'] },
            },
          },
        ],
      },
    },
  },
} as const

/** The answer to such a call, which has no decision. */
export const mirrorReceipt = {
  type: 'object',
  required: ['accepted', 'refused'],
  properties: {
    accepted: { type: 'integer', minimum: 0, description: 'Events that were stored' },
    refused: {
      type: 'array',
      description: 'Events that were not stored',
      items: {
        type: 'object',
        required: ['index', 'reason'],
        properties: {
          index: { type: 'integer', minimum: 0, description: 'Place in the list of the call' },
          reason: { enum: [...mirrorRefusals] },
          message: { type: 'string', description: 'The first fault of an invalid event' },
        },
      },
    },
  },
} as const
