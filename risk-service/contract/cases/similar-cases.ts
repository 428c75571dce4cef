import { z } from 'zod'
import { assessmentKeySchema, uuid } from '../common/entities.ts'
import { caseActions, decisionOrigins } from './case-definitions.ts'

const time = z.iso.datetime()

/** Kinds of entities by which a decided case is similar to another case. */
export const similarityKinds = ['user', 'payment', 'device', 'email', 'address'] as const

/** A decided case that is similar to another one, with what became known of it later. */
export const similarCaseSchema = z.object({
  environmentId: uuid,
  eventType: assessmentKeySchema,
  externalId: z.string(),
  /** Kinds of the entities that both events have. */
  shared: z.array(z.enum(similarityKinds)),
  sameRule: z.boolean(),
  sameScoreBand: z.boolean(),
  sameAmountBand: z.boolean(),
  decision: z.string(),
  caseAction: z.enum(caseActions),
  reason: z.string(),
  decidedAt: time,
  via: z.enum(decisionOrigins),
  /** The latest stage of a chargeback that is in force; one for fraud before others. */
  chargeback: z.object({ reason: z.string().nullable(), at: time }).nullable(),
  /** The effective label, unless a review wrote it. */
  label: z.object({ isFraud: z.boolean(), at: time }).nullable(),
})
export type SimilarCase = z.infer<typeof similarCaseSchema>
