import { externalCallLimits } from '../../contract/resource-limits.ts'
import { createScope, type ResourceReaders, type Scope } from '../../fql/index.ts'
import type { EventWriter, Ports } from '../../ports/index.ts'
import type { AssessmentGeneration, AssessmentType } from '../assessment-types/assessment-type.ts'
import type { AssessmentRegistry } from '../assessments/assessment-registry.ts'
import type { CallContext, CallRegistry } from '../calls/call-registry.ts'
import type { DeviceRegistry } from '../enrich/device-sessions.ts'
import type { CountryOf } from '../enrich/enrich-purchase.ts'
import type { FactProviders } from '../enrich/index.ts'
import { compactExplanation, explainCalls } from '../explain/explanation.ts'
import { validationPrefix } from '../ingest/validate.ts'
import type { Json } from '../lib/json.ts'
import { RecordingListReader, serialiseInputs } from '../replay/recorded-inputs.ts'
import { emptyChain, type RuleRegistry } from '../rules/rule-registry.ts'
import type { RuleResult } from '../rules/rule-result.ts'
import { mergeCalls, runChain } from '../rules/run-rules.ts'
import type { ModelRegistry } from '../score/model-registry.ts'
import {
  type CountedSet,
  createVelocityEvent,
  serialiseContributions,
  type VelocityStore,
  velocityEventNames,
} from '../velocities/index.ts'
import type { ExperimentRunner } from './experiment-runner.ts'
import { storedEnrichment } from './purchase-answer.ts'
import { createRoutingEvent, routeEvent } from './route-event.ts'
import { compactAnswer, expandAnswer } from './stored-answer.ts'

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
  generation?: AssessmentGeneration | undefined
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
 * `noBranch`, `missingAssessmentIssue`: there is none of this name. `messages`: the first is the answer's, the rest are
 * further faults. `conflict`: a repeated id in an environment that refuses them.
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
  rules: RuleRegistry
  assessments: AssessmentRegistry
  devices: DeviceRegistry
  experiments: ExperimentRunner
  readers: ResourceReaders
  /** The shipped models score when absent. */
  models?: ModelRegistry | undefined
  /** Without, calls find no definition. */
  calls?: CallRegistry | undefined
  /** Nothing is counted, and velocities read as 0, when absent. `sets`: those that count an event of an environment. */
  velocities?: { store: VelocityStore; sets: (environmentId: string) => readonly CountedSet[] } | undefined
}

const backfillMonths = 13
const undecidedResult: RuleResult = {
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
    rules: book,
    assessments,
    devices,
    experiments: shadows,
    readers,
    calls,
    velocities,
    models: scoring,
  } = deps

  return async input => {
    const { environmentId, eventType, receivedAt, correlationId, branch } = input
    let kind = assessments.typeOf(environmentId, eventType)
    if (kind === null) {
      await assessments.reloadIfStale()
      kind = assessments.typeOf(environmentId, eventType)
    }
    if (kind === null || (input.generation !== undefined && kind.generation !== input.generation))
      return { kind: 'noAssessment' }
    const { value: event, issues: problems } = kind.normalise(input.body)
    const messages = kind.validate(event, problems)
    if (messages.length === 0 && input.pathId !== undefined) messages.push(...pathIssues(kind, event, input.pathId))
    if (messages.length > 0) return { kind: 'invalid', messages }
    const known = kind.rules === 'none' ? emptyChain : book.loadChain(environmentId, eventType, branch)
    const chain = known instanceof Promise ? await known : known
    if (chain === null) return { kind: 'noBranch' }
    if (kind.rules === 'needed' && chain.sets.length === 0)
      return { kind: 'invalid', messages: [`Assessment '${eventType}' has no active rule`] }

    const eventId = newId()
    const externalId = kind.idOf(event) ?? eventId
    const at = input.backfill ? backfillTime(kind.merchantTimeOf(event), receivedAt) : receivedAt
    const sessionId = kind.sessionOf(event)
    const found = typeof sessionId === 'string' && sessionId !== '' ? devices.find(environmentId, sessionId, at) : null
    const session = found instanceof Promise ? await found : found
    const deviceReader = devices.readerOf(environmentId, at)
    const around = { at, countryOf, session, providers, devices: deviceReader }
    const ready = scoring?.scorers(environmentId, eventId, session, () => kind.assess(event, around).facts)
    const assessed = kind.assess(event, { ...around, ...(ready instanceof Promise ? await ready : ready) })
    const { facts, scored, scores, ruleInput: seen, deviceAttributes, models } = assessed

    const velocityReader = velocities?.store.reader(at)
    const context: CallContext = {
      correlationId,
      eventType,
      depth: input.depth ?? 0,
      until: input.until ?? performance.now() + externalCallLimits.eventMs,
      dry: branch !== undefined || input.dry === true,
    }
    const listsOf = ({ until }: CallContext) =>
      readers.lists === undefined ? undefined : new RecordingListReader(readers.lists, until)
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
    const ran = kind.rules === 'none' ? undecidedResult : runChain(chain, scope, scores)
    const run = ran instanceof Promise ? await ran : ran
    const reads = serialiseInputs(scope, witness, scores.bot)
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

    const riskScore = assessed.requestedScores?.risk?.scoreValue ?? scored.score
    const routing =
      run.decision === 'Review'
        ? {
            routing: await routeEvent(
              chain,
              scope,
              () =>
                createRoutingEvent(eventType, seen, {
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
            velocityEventNames(eventType, kind.generation),
            () =>
              mergeCalls(
                scope,
                scopeOf(
                  context,
                  undefined,
                  (countedEvent ??= createVelocityEvent(seen, {
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
    const explanation = compactExplanation(chain.storedChainId, {
      contributions: assessed.requestedScores?.contributions ?? scored.contributions,
      ...run.explanation,
      ...routing,
      ...(run.calls.length > 0 ? { calls: explainCalls(run.calls) } : {}),
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
      ...('chain' in explanation ? { storedAnswer: compactAnswer(answer, run.evaluated, explanation) } : {}),
      receivedAt,
      correlationId,
      request: event,
      enrichment: storedEnrichment(facts, scored, deviceAttributes),
      explanation,
      reads: 'chain' in explanation ? reads : undefined,
      velocities: counted.length > 0 ? serialiseContributions(counted) : null,
    })
    if (!written.replayed && counted.length > 0) velocities?.store.apply(environmentId, eventId, at, counted)
    if (!written.replayed) scoring?.recordDecision(environmentId, eventId, facts, at)
    if (written.replayed && book.rejectsDuplicates(environmentId)) {
      return { kind: 'conflict', message: `${kind.name} '${externalId}' already exists` }
    }
    if (chain.experiments.length > 0 && !written.replayed) {
      shadows.enqueue(chain.experiments, {
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
      answer: expandAnswer(written.answer, written.rules ?? null),
      replayed: written.replayed,
      experience,
    }
  }
}

/** An id in the path that the body does not have. Exact, after percent-decoding. */
export function pathIssues(kind: Pick<AssessmentType, 'pathIds'>, event: Json, pathId: string): string[] {
  const ids = kind.pathIds?.(event)
  if (ids === undefined || Object.values(ids).includes(pathId)) return []
  return [`${validationPrefix}The id in the path does not equal ${Object.keys(ids).join(' or ')}`]
}

function backfillTime(merchantTime: unknown, receivedAt: Date): Date {
  const at = new Date(String(merchantTime))
  const earliest = new Date(receivedAt)
  earliest.setUTCMonth(earliest.getUTCMonth() - backfillMonths)
  return Number.isNaN(at.getTime()) || at > receivedAt || at < earliest ? receivedAt : at
}
