import { externalCallLimits } from '../contract/resource-limits.ts'
import { createScope, type Readers, type Scope } from '../fql/index.ts'
import type { EventWriter, Ports } from '../ports.ts'
import { storedEnrichment } from './answer.ts'
import type { AssessmentBook } from './assessments.ts'
import type { CallBook, CallContext } from './calls/book.ts'
import type { DeviceBook } from './devices.ts'
import type { CountryOf } from './enrich.ts'
import type { FactProviders } from './enrichment/index.ts'
import { explainedCalls, packExplanation } from './explanation.ts'
import type { Json } from './json.ts'
import type { AssessmentKind, Generation } from './kinds/kind.ts'
import { keptReads, ListWitness } from './reads.ts'
import { routeEvent, routingEvent } from './route-event.ts'
import { noChain, type RuleBook } from './rule-book.ts'
import type { RuleResult } from './rule-result.ts'
import { runChain, withCalls } from './run-rules.ts'
import type { ModelBook } from './scoring/models.ts'
import type { Shadows } from './shadows.ts'
import { packAnswer, unpackAnswer } from './stored-answer.ts'
import { prefix } from './validate.ts'
import { type CountedSet, namesOf, pack, type VelocityStore, velocityEvent } from './velocities/index.ts'

export interface EngineInput {
  environmentId: string
  /** Parsed JSON object as it came. */
  body: Record<string, unknown>
  correlationId: string | null
  receivedAt: Date
}
export interface DecideInput extends EngineInput {
  /**
   * `purchase`, `accountcreation`, `accountlogin`, `signup`, `signin`, or the API name of an assessment of the tenant's
   * own.
   */
  eventType: string
  /** Each generation of a tenant's own assessments has its path, and the product's have theirs; any when absent. */
  of?: Generation | undefined
  /** Id in the path of the call, where it has one: the body has to name the same. */
  pathId?: string | undefined
  /** Runs this branch in place of production: nothing is stored, counted or replayed. */
  branch?: string | undefined
  /**
   * History is being imported (request header `x-assay-backfill: true`): the transaction date is then the merchant's
   * own date of the order, when that lies within the last 13 months and not in the future; else, and always without the
   * header, the time of the assessment.
   */
  backfill: boolean
  diagnostics: boolean
  /** How many assessments called one another up to this one. */
  depth?: number
  /** When the calls of the one that called this one have to have answered, on the clock of `performance.now()`. */
  until?: number | undefined
  /** Nothing is stored, counted or replayed. */
  dry?: boolean
}

export type Experience = 'Evaluate' | 'Protect'

/**
 * `noBranch`, `noAssessment`: there is none of this name. `messages`: the first is the answer's, the rest are further
 * faults. `conflict`: a repeated id in an environment that refuses them.
 */
export type DecideResult =
  | { kind: 'answer'; answer: string; replayed: boolean; experience: Experience }
  | { kind: 'invalid'; messages: string[] }
  | { kind: 'conflict'; message: string }
  | { kind: 'noBranch' }
  | { kind: 'noAssessment' }

export interface DecideDeps extends Pick<Ports, 'clock' | 'newId'> {
  writer: EventWriter
  countryOf: CountryOf
  providers?: FactProviders | undefined
  book: RuleBook
  assessments: AssessmentBook
  devices: DeviceBook
  shadows: Shadows
  readers: Readers
  /** The shipped models score when absent. */
  scoring?: ModelBook | undefined
  /** Without, calls find no definition. */
  calls?: CallBook | undefined
  /** Nothing is counted, and velocities read as 0, when absent. `sets`: those that count an event of an environment. */
  velocities?: { store: VelocityStore; sets: (environmentId: string) => readonly CountedSet[] } | undefined
}

const backfillMonths = 13
const noRules: RuleResult = {
  decision: 'Approve',
  reason: 'NO_RULE_HIT',
  supportMessage: null,
  challengeType: null,
  rule: null,
  clause: null,
  outputs: {},
  response: {},
  traces: [],
  evaluated: [],
  calls: [],
  explanation: { rules: [], runtimeErrors: [] },
}

/** The one way in which an event of any assessment is read, scored, decided, stored and answered. */
export function createDecide(deps: DecideDeps): (input: DecideInput) => Promise<DecideResult> {
  const {
    writer,
    clock,
    newId,
    countryOf,
    providers,
    book,
    assessments,
    devices,
    shadows,
    readers,
    calls,
    velocities,
    scoring,
  } = deps

  return async input => {
    const { environmentId, eventType, receivedAt, correlationId, branch } = input
    let kind = assessments.kindOf(environmentId, eventType)
    if (kind === null) {
      await assessments.newer()
      kind = assessments.kindOf(environmentId, eventType)
    }
    if (kind === null || (input.of !== undefined && kind.generation !== input.of)) return { kind: 'noAssessment' }
    const { value: event, problems } = kind.normalise(input.body)
    const messages = kind.validate(event, problems)
    if (messages.length === 0 && input.pathId !== undefined) messages.push(...pathProblems(kind, event, input.pathId))
    if (messages.length > 0) return { kind: 'invalid', messages }
    const known = kind.rules === 'none' ? noChain : book.chainOf(environmentId, eventType, branch)
    const chain = known instanceof Promise ? await known : known
    if (chain === null) return { kind: 'noBranch' }
    if (kind.rules === 'needed' && chain.sets.length === 0)
      return { kind: 'invalid', messages: [`Assessment '${eventType}' has no active rule`] }

    const eventId = newId()
    const externalId = kind.idOf(event) ?? eventId
    const at = input.backfill ? backfilledTime(kind.merchantTimeOf(event), receivedAt) : receivedAt
    const sessionId = kind.sessionOf(event)
    const found = typeof sessionId === 'string' && sessionId !== '' ? devices.find(environmentId, sessionId, at) : null
    const session = found instanceof Promise ? await found : found
    const deviceReader = devices.readerOf(environmentId, at)
    const around = { at, countryOf, session, providers, devices: deviceReader }
    const ready = scoring?.scorers(environmentId, eventId, session, () => kind.assess(event, around).facts)
    const assessed = kind.assess(event, { ...around, ...(ready instanceof Promise ? await ready : ready) })
    const { facts, scored, scores, seen, deviceAttributes, models } = assessed

    const velocityReader = velocities?.store.reader(at)
    const context: CallContext = {
      correlationId,
      eventType,
      depth: input.depth ?? 0,
      until: input.until ?? performance.now() + externalCallLimits.eventMs,
      dry: branch !== undefined || input.dry === true,
    }
    const listsOf = ({ until }: CallContext) =>
      readers.lists === undefined ? undefined : new ListWitness(readers.lists, until)
    const witness = context.dry === true ? undefined : listsOf(context)
    const scopeOf = (how = context, lists = listsOf(how), of: Json = seen, variables?: Map<string, unknown>): Scope =>
      createScope({
        ...readers,
        ...(variables === undefined ? {} : { variables }),
        ...(velocityReader === undefined ? {} : { velocities: velocityReader }),
        ...(lists === undefined ? {} : { lists }),
        ...(calls === undefined ? {} : { calls: calls.reader(environmentId, how) }),
        devices: deviceReader,
        ...(models === undefined ? {} : { models }),
        event: of,
        now: at,
        ...(correlationId === null ? {} : { correlationId }),
      })
    const scope = scopeOf(context, witness)
    const ran = kind.rules === 'none' ? noRules : runChain(chain, scope, scores)
    const run = ran instanceof Promise ? await ran : ran
    const reads = keptReads(scope, witness, scores.bot)
    const answer = kind.answer({
      event,
      externalId,
      assessed,
      run,
      correlationId,
      eventId,
      clock,
      diagnostics: input.diagnostics,
      environmentPath: assessments.pathOf(environmentId),
    })
    const experience = facts.assessmentType
    if (context.dry === true) return { kind: 'answer', answer, replayed: false, experience }

    const riskScore = assessed.asked?.risk?.scoreValue ?? scored.score
    const routing =
      run.decision === 'Review'
        ? {
            routing: await routeEvent(
              chain,
              scope,
              () =>
                routingEvent(eventType, seen, {
                  merchantRuleDecision: run.decision,
                  merchantRuleReason: run.reason,
                  riskScore,
                  reasonCodes: scored.reasonCodes,
                  rule: run.rule?.name ?? null,
                  clauseName: run.clause,
                  ...(scores.bot === undefined ? {} : { botScore: scores.bot }),
                }),
              run.explanation.runtimeErrors,
            ),
          }
        : {}
    let countedEvent: Json | undefined
    // After the rules: nothing of this event is in what they read.
    const counted =
      velocities === undefined
        ? []
        : await velocities.store.contributions(
            velocities.sets(environmentId),
            namesOf(eventType, kind.generation),
            () =>
              withCalls(
                scope,
                scopeOf(
                  context,
                  undefined,
                  (countedEvent ??= velocityEvent(seen, {
                    decision: run.decision,
                    reason: run.reason,
                    rule: run.rule?.name ?? null,
                    clause: run.clause,
                    riskScore,
                    botScore: scores.bot,
                    reasonCodes: scored.reasonCodes,
                  })),
                  scope.variables,
                ),
              ),
            receivedAt,
          )
    const { entities, enrichment: _found, ...rest } = facts
    const explanation = packExplanation(chain.stored, {
      contributions: assessed.asked?.contributions ?? scored.contributions,
      ...run.explanation,
      ...routing,
      ...(run.calls.length > 0 ? { calls: explainedCalls(run.calls) } : {}),
    })
    const written = await writer.write({
      environmentId,
      eventType,
      externalId,
      eventId,
      at,
      decision: run.decision,
      reason: run.reason,
      riskScore,
      ruleId: run.rule?.id ?? null,
      rule: run.rule?.name ?? null,
      clause: run.clause,
      ruleEnvironmentId: run.rule?.environmentId ?? null,
      facts: rest,
      entities,
      answer,
      ...('chain' in explanation ? { storedAnswer: packAnswer(answer, run.evaluated, explanation) } : {}),
      receivedAt,
      correlationId,
      request: event,
      enrichment: storedEnrichment(facts, scored, deviceAttributes),
      explanation,
      reads: 'chain' in explanation ? reads : undefined,
      velocities: counted.length > 0 ? pack(counted) : null,
    })
    if (!written.replayed && counted.length > 0) velocities?.store.apply(environmentId, eventId, at, counted)
    if (!written.replayed) scoring?.decided(environmentId, eventId, facts, at)
    if (written.replayed && book.rejectsRepeats(environmentId)) {
      return { kind: 'conflict', message: `${kind.name} '${externalId}' already exists` }
    }
    if (chain.shadows.length > 0 && !written.replayed) {
      shadows.offer(chain.shadows, {
        environmentId,
        eventId,
        externalId,
        at,
        decision: run.decision,
        run: ({ chain: other, callExternal }) =>
          runChain(other, scopeOf({ ...context, until: undefined, dry: true, silent: !callExternal }), scores),
      })
    }
    return {
      kind: 'answer',
      answer: unpackAnswer(written.answer, written.rules ?? null),
      replayed: written.replayed,
      experience,
    }
  }
}

/** An id in the path that the body does not have. Exact, after percent-decoding (20 section 10.1). */
export function pathProblems(kind: Pick<AssessmentKind, 'pathIds'>, event: Json, pathId: string): string[] {
  const ids = kind.pathIds?.(event)
  if (ids === undefined || Object.values(ids).includes(pathId)) return []
  return [`${prefix}The id in the path does not equal ${Object.keys(ids).join(' or ')}`]
}

function backfilledTime(merchantTime: unknown, receivedAt: Date): Date {
  const at = new Date(String(merchantTime))
  const earliest = new Date(receivedAt)
  earliest.setUTCMonth(earliest.getUTCMonth() - backfillMonths)
  return Number.isNaN(at.getTime()) || at > receivedAt || at < earliest ? receivedAt : at
}
