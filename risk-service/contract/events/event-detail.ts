import { z } from 'zod'
import { dataEventKinds } from '../common/constants.ts'
import { entityTypeSchema, eventRowSchema, explanationSchema } from '../common/entities.ts'

const time = z.iso.datetime({ offset: true })

/** What a bank answered to one of its events. Null: it did not say. */
const bankAnswerSchema = z.object({
  processor: z.string().nullable(),
  responseCode: z.string().nullable(),
  cvv: z.string().nullable(),
  avs: z.string().nullable(),
  cav: z.string().nullable(),
  /** References of the merchant towards the bank. */
  mrn: z.string().nullable(),
  mid: z.string().nullable(),
  merchantPaymentInstrumentId: z.string().nullable(),
  /** Letters and codes of EMV 3-D Secure. */
  threeDS: z.object({
    transStatus: z.string().nullable(),
    eci: z.string().nullable(),
    challenge: z.string().nullable(),
    exemption: z.string().nullable(),
  }),
})
export type BankAnswer = z.infer<typeof bankAnswerSchema>

/** A status, bank event, chargeback, refund or observation of an event. Null: the report has no such value. */
export const dataEventSchema = z.object({
  id: z.uuid(),
  kind: z.enum(dataEventKinds),
  /** API name of an observation of a tenant assessment. */
  observation: z.string().nullable(),
  at: time,
  receivedAt: time,
  /** Type of a status or bank event. */
  type: z.string().nullable(),
  status: z.string().nullable(),
  reason: z.string().nullable(),
  /** In `currency`, in its major unit, as it was sent. */
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  /** A status that a review in this product set. */
  review: z.boolean(),
  /** Id of the chargeback, refund or bank event. */
  reference: z.string().nullable(),
  /** Answers of a bank; null for other reports. */
  bank: bankAnswerSchema.nullable(),
})

export const eventDetailSchema = z.object({
  row: eventRowSchema,
  /** Name of its assessment as the customer entered it; the API name if the assessment was deleted. */
  assessment: z.string(),
  /** Names that the customer gave to fields of the assessment, by their path in the request. */
  fieldNames: z.record(z.string(), z.string()),
  correlationId: z.string().nullable(),
  receivedAt: time,
  latencyMs: z.number().nullable(),
  /** The request after normalisation, canonical keys. */
  request: z.record(z.string(), z.unknown()),
  /** The purchase view of the request, whatever the assessment: pages show it. For purchases it equals the request. */
  view: z.record(z.string(), z.unknown()),
  /** The response as it was sent. */
  answer: z.record(z.string(), z.unknown()),
  /** From the response; null where it had none. */
  botScore: z.number().nullable(),
  /** What the rule that decided tells support; empty without a message. */
  supportMessage: z.string(),
  enrichment: z.record(z.string(), z.unknown()),
  explanation: explanationSchema,
  labels: z.array(
    z.object({
      key: z.string(),
      isFraud: z.boolean().nullable(),
      state: z.string().nullable(),
      source: z.string().nullable(),
      reasonCodes: z.string().nullable(),
      processor: z.string().nullable(),
      /** Limits of its effect; null: it has none. */
      effectiveFrom: time.nullable(),
      effectiveUntil: time.nullable(),
      at: time,
      receivedAt: time,
    }),
  ),
  /** The label in effect now that makes the user a fraudster; null without one. */
  userRestriction: z
    .object({
      source: z.string().nullable(),
      reasonCodes: z.string().nullable(),
      at: time,
      /** Null: without an end. */
      until: time.nullable(),
    })
    .nullable(),
  /** What was reported of the event afterwards, the latest first. */
  dataEvents: z.array(dataEventSchema),
  entities: z.array(
    z.object({
      type: entityTypeSchema,
      value: z.string(),
      display: z.string(),
      events: z.number().int(),
      firstSeen: time,
    }),
  ),
})
export type EventDetail = z.infer<typeof eventDetailSchema>
