import { z } from 'zod'
import {
  authoredNameMessage,
  authoredNamePattern,
  clauseSections,
  ruleLimits,
  ruleStatuses,
  ruleTypes,
} from '../common/constants.ts'
import { decisionSchema, explanationSchema, ruleDiagnosticSchema, uuid } from '../common/entities.ts'

const time = z.iso.datetime({ offset: true })

export const clauseSchema = z.object({
  name: z.string().trim().min(1).max(60),
  section: z.enum(clauseSections),
  text: z.string().max(100_000),
  /**
   * True: built from conditions. False: it was, until its text was edited by hand; from then on it is shown as code
   * alone.
   */
  visual: z.boolean().optional(),
})
export const ruleBodySchema = z.object({
  name: z.string().regex(authoredNamePattern, authoredNameMessage),
  description: z.string().max(500),
  condition: z.string().max(100_000),
  clauses: z.array(clauseSchema).min(1).max(ruleLimits.clauses),
  /** Sample of payload and scores, stored with the rule; a bot score only where the assessment has one. */
  sample: z.object({
    payload: z.record(z.string(), z.unknown()),
    riskScore: z.number().int().min(0).max(999),
    botScore: z.number().int().min(0).max(999).optional(),
  }),
})
export type RuleBody = z.infer<typeof ruleBodySchema>

export const ruleSummarySchema = z.object({
  id: uuid,
  environmentId: uuid,
  type: z.enum(ruleTypes),
  /** The assessment that the rule belongs to. */
  eventType: z.string(),
  branch: z.string(),
  /** Inherited from an ancestor: shown, not editable here. */
  inherited: z.boolean(),
  name: z.string(),
  description: z.string(),
  condition: z.string(),
  status: z.enum(ruleStatuses),
  hasDraft: z.boolean(),
  position: z.number().int().nullable(),
  version: z.number().int(),
  clauseCount: z.number().int(),
  updatedBy: z.string(),
  updatedAt: time,
  /** Events that the rule decided in the last 24 hours. */
  decided24h: z.number().int(),
  /** Of routing rules. */
  routing: z
    .object({
      /** The queues that its clauses name. */
      queues: z.array(z.string()),
      /** Those of them that the environment does not have: their cases go to the system's queue. */
      missingQueues: z.array(z.string()),
      /** Cases that the rule sent to a queue, in the environment and those below it. */
      hits24h: z.number().int(),
      hits7d: z.number().int(),
      /** Events for which a part of the rule failed, and counted as false. */
      errors7d: z.number().int(),
    })
    .optional(),
})
export type RuleSummary = z.infer<typeof ruleSummarySchema>

export const ruleSchema = z.object({
  id: uuid,
  environmentId: uuid,
  type: z.enum(ruleTypes),
  /** The assessment that the rule belongs to. */
  eventType: z.string(),
  branch: z.string(),
  status: z.enum(ruleStatuses),
  version: z.number().int(),
  position: z.number().int().nullable(),
  published: ruleBodySchema.nullable(),
  publishedBy: z.string().nullable(),
  publishedAt: time.nullable(),
  draft: ruleBodySchema.extend({ baseVersion: z.number().int(), savedAt: time }).nullable(),
})
export type Rule = z.infer<typeof ruleSchema>

/** Names that rules of an event type can use; arrays are crossed without an index. */
export const ruleVocabularySchema = z.object({
  attributes: z.array(
    z.object({
      path: z.string(),
      type: z.enum(['string', 'number', 'boolean', 'date-time', 'object', 'array']),
      description: z.string().optional(),
      /** Declared values; comparing with a text then ignores case. */
      values: z.array(z.string()).optional(),
    }),
  ),
  /** Names of queues, for routing rules. */
  queues: z.array(z.string()).optional(),
})
export type RuleVocabulary = z.infer<typeof ruleVocabularySchema>

export const evaluationSchema = z.object({
  problems: z.array(ruleDiagnosticSchema),
  /** Null while an error blocks evaluation. */
  result: z
    .object({
      selected: z.boolean(),
      decision: decisionSchema,
      reason: z.string(),
      supportMessage: z.string().nullable(),
      challengeType: z.string().nullable(),
      clause: z.string().nullable(),
      outputs: z.record(z.string(), z.unknown()),
      traces: z.array(z.record(z.string(), z.unknown())),
      explanation: explanationSchema,
    })
    .nullable(),
})
export type Evaluation = z.infer<typeof evaluationSchema>
