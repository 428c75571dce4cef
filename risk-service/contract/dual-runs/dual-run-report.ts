import { z } from 'zod'
import { decisionSchema } from '../common/entities.ts'

const time = z.iso.datetime({ offset: true })
const count = z.number().int().min(0)

/** Most groups of a report, and examples of a group. */
export const dualRunReportLimits = { groups: 200, examples: 10, lines: 20, words: 50 } as const

/** Why a decision differs: the one input whose replacement gives the decision of the former system. */
export const dualRunCauses = ['score', 'list', 'velocity', 'order', 'field', 'rule', 'unexplained'] as const
export type DualRunCause = (typeof dualRunCauses)[number]

/** What was replaced, or what the rules show without a replacement. */
export const dualRunDetails = [
  'formerScore',
  'requiredScore',
  'formerList',
  'listEntry',
  'window',
  'ruleOrder',
  'clauseOrder',
  'evaluation',
  'absentField',
  'absentRule',
  'absentClause',
  'ruleText',
  'additionalRule',
  'none',
] as const
export type DualRunDetail = (typeof dualRunDetails)[number]

const outcome = z.object({
  decision: decisionSchema,
  rule: z.string().nullable(),
  clause: z.string().nullable(),
  riskScore: z.number().nullable(),
})
const plainValue = z.union([z.string(), z.number(), z.boolean()]).nullable()

export const dualRunExampleSchema = z.object({
  /** The merchant's id. */
  eventId: z.string(),
  eventType: z.string(),
  environmentId: z.uuid(),
  at: time,
  amountUsd: count.nullable(),
  former: outcome,
  own: outcome,
  /** What the rules read, and what they have to read for the decision of the former system; null for neither. */
  actual: plainValue,
  required: plainValue,
})
export type DualRunExample = z.infer<typeof dualRunExampleSchema>

const totals = z.object({ events: count, amountUsd: count })

export const dualRunGroupSchema = totals.extend({
  cause: z.enum(dualRunCauses),
  detail: z.enum(dualRunDetails),
  /** The list, velocity, field or rule; null for the score. */
  subject: z.string().nullable(),
  /** The rule that ran first here, of a group about the order. */
  other: z.string().nullable(),
  /** The score of the former system is required too. */
  withScore: z.boolean(),
  examples: z.array(dualRunExampleSchema),
})
export type DualRunGroup = z.infer<typeof dualRunGroupSchema>

/** How the events were written. */
export const dualRunFormats = ['eventTracing', 'searchExport', 'apiLog', 'mixed'] as const
export type DualRunFormat = (typeof dualRunFormats)[number]

/** What was not replayed, and why. */
export const dualRunSkippedSchema = z.object({
  /** Statuses, bank events, labels and the like: they have no decision. */
  dataEvents: count,
  noAnswer: count,
  noTime: count,
  duplicates: count,
  /** Events that the risk API refuses. */
  invalid: count,
  unknownType: count,
  otherEnvironment: count,
  /** Lines that are no JSON, and the numbers of the first. */
  unreadable: count,
  unreadableLines: z.array(count),
  /** Words of the former system that are no decision here. */
  words: z.array(z.object({ word: z.string(), events: count })),
})
export type DualRunSkipped = z.infer<typeof dualRunSkippedSchema>

/** Inputs that the replay does not have as they were. */
export const dualRunNotes = ['calls', 'devices', 'random', 'otherEvents', 'remoteLists'] as const

/** Amounts in US cents. The same file and the same rules give the same report. */
export const dualRunReportSchema = z.object({
  file: z.object({ name: z.string(), bytes: count, sha256: z.string(), format: z.enum(dualRunFormats) }),
  /** Digest of the texts of the published rules, velocities and functions, and of the versions of lists and models. */
  ruleSet: z.object({
    sha256: z.string(),
    rules: count,
    /** The trained models; the shipped ones score where there is none. Absent in reports of earlier versions. */
    models: z.array(z.object({ environmentId: z.uuid(), kind: z.enum(['risk', 'bot']), version: count })).optional(),
  }),
  from: time,
  to: time,
  /** Events that were not in order of time. */
  outOfOrder: count,
  compared: totals,
  same: totals,
  /** Of them, decided by a rule of the same name. */
  sameRule: count,
  differing: totals,
  /** Percent with two decimals, rounded down: 100 means that no decision differs. */
  parity: z.number().min(0).max(100),
  matrix: z.array(totals.extend({ former: decisionSchema, own: decisionSchema })),
  groups: z.array(dualRunGroupSchema),
  skipped: dualRunSkippedSchema,
  notes: z.array(z.enum(dualRunNotes)),
})
export type DualRunReport = z.infer<typeof dualRunReportSchema>
