import { z } from 'zod'
import { dataEventKinds } from '../common/constants.ts'
import { assessmentKeySchema, decisionSchema, explanationSchema, uuid } from '../common/entities.ts'
import { environmentInput, environmentRoute, procedure } from '../common/procedure.ts'

/*
 * The flight recorder: everything that is stored of one call, from the request to who looked at its event. What was not
 * stored is null, and never a guess.
 */

const time = z.iso.datetime({ offset: true })

/** Bounds of an answer. */
export const recorderLimits = {
  matches: 20,
  /** Reads of resources; the rules of one event make a hundred or so. */
  reads: 300,
  /** Entries of each log: the history of the case, deliveries, reports, viewers. */
  entries: 200,
  /** Characters of a test case. */
  testCase: 900_000,
} as const

/** How an id led to its match: as an id of the service or the merchant, or as the correlation id of a call. */
const foundBy = ['eventId', 'externalId', 'correlationId', 'reportCorrelationId'] as const

const recorderMatchSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    by: z.enum(foundBy),
    environmentId: uuid,
    eventType: z.string(),
    externalId: z.string(),
    eventId: uuid,
    at: time,
  }),
  /** A call that was answered with an error: its body is not stored. */
  z.object({
    kind: z.literal('refusal'),
    by: z.literal('correlationId'),
    id: uuid,
    environmentId: uuid,
    at: time,
    apiName: z.string(),
    status: z.number().int(),
    /** The faults with the paths of their fields, without values of the request. */
    faults: z.array(z.string()),
    correlationId: z.string(),
  }),
])
export type RecorderMatch = z.infer<typeof recorderMatchSchema>
export type RecorderRefusal = Extract<RecorderMatch, { kind: 'refusal' }>

/** A value that a rule read from a resource when the event was decided. */
const recorderReadSchema = z.object({
  kind: z.enum(['velocity', 'list', 'support', 'lookup', 'model', 'call']),
  resource: z.string(),
  /** Window of a velocity, such as `7d`. */
  window: z.string().nullable(),
  /** What was looked up: the key of a velocity, column and key of a list, the arguments of a call. */
  args: z.array(z.string()),
  /** As text; null: nothing was found. */
  result: z.string().nullable(),
})
export type RecorderRead = z.infer<typeof recorderReadSchema>

/**
 * Whether the rules of that time can run again, which names the values that they read. `ready`: they come to the stored
 * decision. `noRules`: no rule ran. `ruleChanged`: a version of a rule no longer exists. `notReproduced`: they come to
 * another decision, for example because a rule was snoozed; reads are left out then.
 */
const replayStates = ['ready', 'noRules', 'ruleChanged', 'notReproduced'] as const

const milliseconds = z.number().nonnegative().nullable()
const base = { at: time, durationMs: milliseconds }

const recorderStepSchema = z.discriminatedUnion('kind', [
  z.object({
    ...base,
    kind: z.literal('received'),
    correlationId: z.string().nullable(),
    /** The API client; null: not recorded. */
    clientId: z.string().nullable(),
    /** Size of the body as the caller declared it; null: not recorded. */
    receivedBytes: z.number().int().nullable(),
    /** Size of the normalised request as JSON, which is what is stored. */
    storedBytes: z.number().int(),
  }),
  z.object({ ...base, kind: z.literal('validated') }),
  z.object({ ...base, kind: z.literal('enriched'), hasDeviceSession: z.boolean(), facts: z.number().int() }),
  z.object({
    ...base,
    kind: z.literal('scored'),
    riskScore: z.number().int(),
    botScore: z.number().nullable(),
    reasonCodes: z.string(),
    contributions: explanationSchema.shape.contributions,
  }),
  z.object({
    ...base,
    kind: z.literal('reads'),
    state: z.enum(replayStates),
    reads: z.array(recorderReadSchema),
    omitted: z.number().int(),
  }),
  z.object({
    ...base,
    kind: z.literal('rules'),
    rules: explanationSchema.shape.rules,
    runtimeErrors: explanationSchema.shape.runtimeErrors,
    calls: z.array(explanationSchema.shape.calls.unwrap().element),
  }),
  z.object({
    ...base,
    kind: z.literal('answered'),
    decision: decisionSchema,
    reason: z.string(),
    rule: z.string().nullable(),
    clause: z.string().nullable(),
  }),
  /** `latencyMs`: from the request until the decision was passed to the store; null: not recorded. */
  z.object({ ...base, kind: z.literal('committed'), latencyMs: milliseconds, eventId: uuid }),
  z.object({
    ...base,
    kind: z.literal('routed'),
    queue: z.string(),
    rule: z.string().nullable(),
    clause: z.string().nullable(),
  }),
  z.object({
    ...base,
    kind: z.literal('case'),
    id: z.string(),
    change: z.string(),
    by: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
  }),
  z.object({
    ...base,
    kind: z.literal('delivery'),
    subscription: z.string(),
    sink: z.string(),
    state: z.enum(['waiting', 'delivered', 'failed']),
    /** Null: not recorded for what was delivered. */
    attempts: z.number().int().nullable(),
    failure: z.string().nullable(),
  }),
  z.object({
    ...base,
    kind: z.literal('report'),
    id: uuid,
    report: z.enum(dataEventKinds),
    type: z.string().nullable(),
    status: z.string().nullable(),
    correlationId: z.string().nullable(),
  }),
  z.object({
    ...base,
    kind: z.literal('label'),
    id: z.string(),
    isFraud: z.boolean().nullable(),
    source: z.string().nullable(),
  }),
  /** Somebody opened the event; `at` is the first time. */
  z.object({ ...base, kind: z.literal('viewed'), by: z.string(), views: z.number().int(), lastAt: time }),
  /** Somebody had personal data of the event shown. */
  z.object({ ...base, kind: z.literal('revealed'), id: uuid, by: z.string(), reason: z.string() }),
])
export type RecorderStep = z.infer<typeof recorderStepSchema>

/** Logs that the caller has no right to see; nothing of them is in the timeline. */
const hiddenLogs = ['case', 'delivery'] as const

const recorderTimelineSchema = z.object({
  environmentId: uuid,
  eventType: z.string(),
  externalId: z.string(),
  eventId: uuid,
  /** In the order in which they happened. */
  steps: z.array(recorderStepSchema),
  hidden: z.array(z.enum(hiddenLogs)),
})
export type RecorderTimeline = z.infer<typeof recorderTimelineSchema>

const outcomeSchema = z.object({
  decision: decisionSchema,
  reason: z.string(),
  supportMessage: z.string().nullable(),
  rule: z.string().nullable(),
  clause: z.string().nullable(),
})
export type RerunOutcome = z.infer<typeof outcomeSchema>

const changeSchema = z.object({
  name: z.string(),
  /** As text; null: it was not set. */
  then: z.string().nullable(),
  now: z.string().nullable(),
})
export type RerunChange = z.infer<typeof changeSchema>

/** The event under today's published rules. Nothing is stored, counted or called. */
const rerunSchema = z.object({
  then: outcomeSchema,
  /** Null: the assessment no longer exists. */
  now: outcomeSchema.nullable(),
  differs: z.boolean(),
  /** Whether the rules of that time could run for comparison; without it there are no differences of variables. */
  replay: z.enum(replayStates),
  /**
   * The inputs of today's rules: `recorded` with the decision; `today`: a value that was not read then was read now;
   * `missing`: a value that was not recorded and cannot be read now, so that the result may be wrong.
   */
  inputs: z.enum(['recorded', 'today', 'missing']),
  /** Scores are those of the decision: models do not run again. */
  riskScore: z.number().int(),
  botScore: z.number().nullable(),
  /** Variables and outputs that differ. */
  variables: z.array(changeSchema),
  outputs: z.array(changeSchema),
  /** Rules that apply to the event in one of the runs alone. */
  rules: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  /** Parts of today's rules that failed. */
  runtimeErrors: explanationSchema.shape.runtimeErrors,
})
export type Rerun = z.infer<typeof rerunSchema>

/** A case of the query language made of an event; see docs/query-language.md. */
const eventTestCaseSchema = z.object({
  /** `ready`: the case passes. `notPossible`: today's rules cannot run as a case; `problem` says why. */
  state: z.enum(['ready', 'notPossible']),
  /** A file for `npm run --silent fql -- cases FILE.json`; empty when there is none. */
  file: z.string(),
  /** Personal data in it is masked, as the caller's roles say. */
  masked: z.boolean(),
  /** The case comes to the same decision as today's rules with the unmasked event. */
  agrees: z.boolean(),
  problem: z.string().nullable(),
})
export type EventTestCase = z.infer<typeof eventTestCaseSchema>

const eventInput = environmentInput.extend({ eventType: assessmentKeySchema, id: z.string().min(1).max(128) })
const eventPath = `${environmentRoute}/events/{eventType}/{id}` as const

export const recorderContract = {
  find: procedure
    .route({
      method: 'GET',
      path: `${environmentRoute}/recorder`,
      summary: 'Events and refused calls by an id of the service or the merchant, or by a correlation id',
    })
    .input(environmentInput.extend({ id: z.string().min(1).max(128) }))
    .output(z.object({ matches: z.array(recorderMatchSchema) })),
  timeline: procedure
    .route({
      method: 'POST',
      path: `${eventPath}/timeline`,
      summary: 'Everything that was recorded of an event; that the caller looked is recorded, too',
    })
    .input(eventInput)
    .output(recorderTimelineSchema),
  rerun: procedure
    .route({
      method: 'GET',
      path: `${eventPath}/rerun`,
      summary: 'What today’s rules would decide about an event, without any effect',
    })
    .input(eventInput)
    .output(rerunSchema),
  testCase: procedure
    .route({
      method: 'GET',
      path: `${eventPath}/test-case`,
      summary: 'An event as a case of the query language, with today’s rules',
    })
    .input(eventInput)
    .output(eventTestCaseSchema),
}
