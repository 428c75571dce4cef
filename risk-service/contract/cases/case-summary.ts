import { z } from 'zod'
import { decisionSchema } from '../common/entities.ts'
import { environmentRoute, procedure } from '../common/procedure.ts'
import { caseInput } from './case-inputs.ts'

/** Cards of the page of an event on which a sentence of a summary can rest. */
export const summaryCards = [
  'explanation',
  'transaction',
  'lines',
  'account',
  'payment',
  'device',
  'ip',
  'addresses',
  'reports',
  'similar',
] as const

/** Where the page shows what a sentence rests on. `field`: path in the event, or the name of a result. */
const citationSchema = z.object({ card: z.enum(summaryCards), field: z.string().min(1) })
export type SummaryCitation = z.infer<typeof citationSchema>

const count = z.number().int().nonnegative()
const cites = z.array(citationSchema).min(1)

/** One fact of an event, as a sentence of its summary; every one names the fields that it rests on. */
export const summaryFactSchema = z.discriminatedUnion('fact', [
  z.object({
    fact: z.literal('decided'),
    cites,
    decision: decisionSchema,
    /** Null: no rule decided. */
    rule: z.string().nullable(),
    clause: z.string().nullable(),
    /** Null: the event has no score. */
    score: z.number().int().nullable(),
  }),
  /** The largest contribution that raised the score. */
  z.object({
    fact: z.literal('strongest'),
    cites,
    code: z.string(),
    value: z.union([z.string(), z.number(), z.null()]),
    points: z.number(),
  }),
  /** `amount` in minor units of `currency`. */
  z.object({
    fact: z.literal('amount'),
    cites,
    amount: z.number().int(),
    currency: z.string(),
    items: count.nullable(),
  }),
  /** Age of the account when the event happened, in milliseconds. */
  z.object({ fact: z.literal('account'), cites, ageMs: z.number().nonnegative() }),
  /** Other events of the user in 90 days. */
  z.object({ fact: z.literal('earlier'), cites, events: count }),
  z.object({ fact: z.literal('restricted'), cites }),
  /** Other users of the same device or instrument in 90 days; `more`: not all of them were counted. */
  z.object({ fact: z.enum(['device', 'instrument']), cites, users: count, more: z.boolean() }),
  /** Countries of IP address, billing and shipping; null where the event has none. */
  z.object({
    fact: z.literal('countries'),
    cites,
    ip: z.string().nullable(),
    billing: z.string().nullable(),
    shipping: z.string().nullable(),
    same: z.boolean(),
  }),
  /** The latest report of what happened to the event. */
  z.object({
    fact: z.literal('reported'),
    cites,
    kind: z.string(),
    status: z.string().nullable(),
    at: z.iso.datetime({ offset: true }),
  }),
  /** What people decided in similar cases, and in how many fraud became known later. */
  z.object({ fact: z.literal('similar'), cites, cases: count, rejected: count, fraud: count }),
])
export type SummaryFact = z.infer<typeof summaryFactSchema>

/** What a summary can fail to know. */
export const summaryGaps = [
  'score',
  'accountAge',
  'earlier',
  'device',
  'instrument',
  'ipCountry',
  'reports',
  'similar',
] as const
export type SummaryGap = (typeof summaryGaps)[number]

/** What is worth asking next; each follows from a fact of the summary. */
export const summaryQuestions = ['newAccount', 'countries', 'device', 'instrument'] as const

export const caseSummarySchema = z.object({
  facts: z.array(summaryFactSchema),
  unknown: z.array(z.enum(summaryGaps)),
  questions: z.array(z.object({ question: z.enum(summaryQuestions), cites })),
  /** What the caller said of it; null: nothing. */
  helpful: z.boolean().nullable(),
})
export type CaseSummary = z.infer<typeof caseSummarySchema>

const summaryPath = `${environmentRoute}/casemanagement/cases/{eventType}/{id}/summary`

export const summaryProcedures = {
  summary: procedure
    .route({
      method: 'GET',
      path: summaryPath,
      summary: 'A summary of the event of a case by fixed rules; every sentence names its fields',
      description: 'Not found where the queue of the case has no summaries. No model is asked, and nothing leaves.',
    })
    .input(caseInput)
    .output(caseSummarySchema),
  rateSummary: procedure
    .route({ method: 'PUT', path: summaryPath, summary: 'Say whether the summary of a case helped' })
    .input(
      caseInput.extend({
        /** Null takes the answer back. */
        helpful: z.boolean().nullable(),
      }),
    )
    .output(z.object({ helpful: z.boolean().nullable() })),
}
