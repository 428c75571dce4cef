import { externalCallLimits } from '../../contract/common/resource-limits.ts'
import type { MaybePromise, ResourceReaders } from '../../fql/index.ts'
import type { EventWriter, Ports } from '../../ports/index.ts'
import type { AssessmentRegistry } from '../assessment-types/assessment-registry.ts'
import type { AssessedEvent, AssessmentType } from '../assessment-types/assessment-type.ts'
import { contain, findContainment } from '../attacks/containments.ts'
import { isControl } from '../booster/held-out.ts'
import type { CallContext, CallRegistry, TracedCall } from '../calls/types.ts'
import type { DeviceRegistry, DeviceSession } from '../enrich/device-sessions.ts'
import type { CountryOf } from '../enrich/enrich-purchase.ts'
import type { FactProviders } from '../enrich/index.ts'
import { pathIssues } from '../ingest/path-issues.ts'
import { validateBody } from '../ingest/validate-body.ts'
import type { Json } from '../lib/json.ts'
import { serialiseInputs } from '../replay/recorded-inputs.ts'
import { emptyChain, type PublishedChain } from '../rules/published-chain.ts'
import type { RuleRegistry } from '../rules/rule-registry.ts'
import type { RuleResult } from '../rules/rule-result.ts'
import { runChain } from '../rules/run-rules.ts'
import { explainSnoozed, findSnoozed, withoutSnoozed } from '../rules/snoozes.ts'
import type { ModelRegistry } from '../score/model-registry.ts'
import type { DecideInput, DecideResult } from '../types/inputs-and-results.ts'
import { backfillTime } from './backfill-time.ts'
import { type ExperimentRunner, sampledExperiments } from './experiment-runner.ts'
import { PhaseClock } from './phase-clock.ts'
import { readPriorVelocities } from './prior-velocities.ts'
import { type CountingVelocities, createDecisionRecorder } from './record-decision.ts'
import { createListRecorder, createScopeFactory } from './scope-factory.ts'
import { expandAnswer } from './stored-answer.ts'
import type { GatheredEvent, RecordedDecision, RuleRun } from './types.ts'

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
  /** Without them, rules find no definition of a call. */
  calls?: CallRegistry | undefined
  /** When absent, nothing is counted, and velocities read as 0. */
  velocities?: CountingVelocities | undefined
}

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
  ruleTraces: [],
  evaluated: [],
  calls: [],
  explanation: { rules: [], runtimeErrors: [] },
}

/**
 * Creates the one function that decides events of all assessments: validate, gather, score, run the rules, record,
 * publish. Each step is a function below. A step waits only for data that is not in memory: most events reach the
 * writer without yielding to others.
 */
export function createDecide(deps: DecideDeps): (input: DecideInput) => Promise<DecideResult> {
  const { clock, newId, countryOf, providers, rules, assessments, devices, experiments, readers, calls, velocities } =
    deps
  const { models } = deps
  const record = createDecisionRecorder(deps)

  return async input => {
    const phases = new PhaseClock()
    const lookup = findType(input)
    const type = lookup instanceof Promise ? await lookup : lookup
    if (type === null) return { kind: 'noAssessment' }
    const { event, ...issues } = validate(type, input)
    if (issues.messages.length > 0) return { kind: 'invalid', ...issues }
    const loading = loadChain(type, input)
    const chain = loading instanceof Promise ? await loading : loading
    if (chain === null) return { kind: 'noBranch' }
    if (type.rules === 'needed' && chain.sets.length === 0)
      return { kind: 'invalid', messages: [`Assessment '${input.eventType}' has no active rule`] }

    phases.mark()
    const gathering = gather(input, type, chain, event, phases)
    const gathered = gathering instanceof Promise ? await gathering : gathering
    phases.mark()
    const scoring = score(gathered)
    const assessed = scoring instanceof Promise ? await scoring : scoring
    phases.mark()
    const running = runRules(gathered, assessed)
    const run = running instanceof Promise ? await running : running
    phases.mark()
    const answer = createAnswer(gathered, assessed, run)
    if (run.context.skipRecording === true)
      return { kind: 'answer', answer, replayed: false, experience: assessed.facts.assessmentType }
    const recorded = await record(gathered, assessed, run, answer)
    // Read beside the write, and mostly in memory: this seldom waits.
    if (run.prior?.ready !== undefined) await run.prior.ready
    return publish(gathered, assessed, run, recorded)
  }

  /** Finds the assessment of the event; null when the environment has none of this name and generation. */
  function findType({ environmentId, eventType, generation }: DecideInput): MaybePromise<AssessmentType | null> {
    const find = (): AssessmentType | null => assessments.typeOf(environmentId, eventType)
    const ofGeneration = (type: AssessmentType | null): AssessmentType | null =>
      generation !== undefined && type?.generation !== generation ? null : type
    const type = find()
    return type === null ? assessments.reloadIfStale().then(() => ofGeneration(find())) : ofGeneration(type)
  }

  /** Reads the body; the event is valid when there are no messages. */
  function validate(type: AssessmentType, { body, pathId }: DecideInput) {
    const { value: event, issues } = type.normalise(body)
    const found = validateBody(type, event, issues)
    if (found.messages.length === 0 && pathId !== undefined) found.messages.push(...pathIssues(type, event, pathId))
    return { event, ...found }
  }

  /** Returns the rules of the event; null for an unknown branch. */
  function loadChain(
    type: AssessmentType,
    { environmentId, eventType, branch }: DecideInput,
  ): MaybePromise<PublishedChain | null> {
    return type.rules === 'none' ? emptyChain : rules.loadChain(environmentId, eventType, branch)
  }

  /** Assigns id and time to the event, and finds the device session that it names. */
  function gather(
    input: DecideInput,
    type: AssessmentType,
    chain: PublishedChain,
    event: Json,
    phases: PhaseClock,
  ): MaybePromise<GatheredEvent> {
    const { environmentId, receivedAt } = input
    const eventId = newId()
    const externalId = type.idOf(event) ?? eventId
    const at = input.backfill ? backfillTime(type.merchantTimeOf(event), receivedAt) : receivedAt
    const sessionId = type.sessionOf(event)
    const found = typeof sessionId === 'string' && sessionId !== '' ? devices.find(environmentId, sessionId, at) : null
    const withSession = (session: DeviceSession | null): GatheredEvent => ({
      input,
      type,
      chain,
      event,
      eventId,
      externalId,
      at,
      session,
      devices: devices.readerOf(environmentId, at),
      phases,
    })
    return found instanceof Promise ? found.then(withSession) : withSession(found)
  }

  /** Enriches and scores the event, with the environment's own models if any. */
  function score({
    input,
    type,
    event,
    eventId,
    at,
    session,
    devices: deviceReader,
  }: GatheredEvent): MaybePromise<AssessedEvent> {
    const context = { at, countryOf, session, providers, devices: deviceReader }
    const scorers = models?.scorers(input.environmentId, eventId, session, () => type.assess(event, context).facts)
    return scorers instanceof Promise
      ? scorers.then(loaded => type.assess(event, { ...context, ...loaded }))
      : type.assess(event, { ...context, ...scorers })
  }

  function runRules(
    { input, type, chain, externalId, at, devices: deviceReader }: GatheredEvent,
    { scores, ruleInput, models: modelReader, facts }: AssessedEvent,
  ): MaybePromise<RuleRun> {
    const { environmentId, correlationId, eventType } = input
    const velocityReader = velocities?.store.reader(at)
    const made: TracedCall[] = []
    const context: CallContext = {
      correlationId,
      eventType,
      depth: input.depth ?? 0,
      until: input.until ?? performance.now() + externalCallLimits.eventMs,
      skipRecording: input.branch !== undefined || input.skipRecording === true,
      collectCall: call => made.push(call),
    }
    const scopeFor = createScopeFactory({
      environmentId,
      correlationId,
      at,
      context,
      ruleInput,
      readers,
      calls,
      velocities: velocityReader,
      devices: deviceReader,
      models: modelReader,
    })
    const lists = context.skipRecording === true ? undefined : createListRecorder(readers, context)
    const scope = scopeFor({ lists })
    const snoozes = rules.snoozesIn(environmentId)
    const snoozed = snoozes === undefined ? [] : findSnoozed(snoozes, facts.entities, input.receivedAt)
    const active = snoozed.length === 0 ? chain : withoutSnoozed(chain, snoozed)
    const ran = type.rules === 'none' ? undecidedResult : runChain(active, scope, scores)
    const containments = context.skipRecording === true ? undefined : rules.containmentsIn(environmentId)
    const contained =
      containments === undefined ? null : findContainment(containments, eventType, facts, input.receivedAt)
    const sampled =
      // Experiments run without snoozes and containments: an event that one concerns would count as their difference.
      chain.experiments.length === 0 || context.skipRecording === true || active !== chain || contained !== null
        ? []
        : sampledExperiments(chain.experiments, externalId, clock())
    const finish = (result: RuleResult): RuleRun => ({
      result: contain(active === chain ? result : explainSnoozed(result, snoozed), contained),
      scope,
      context,
      scopeFor,
      made,
      recordedInputs: serialiseInputs(scope, lists, scores.bot),
      experiments: sampled,
      prior:
        sampled.length === 0 || velocityReader === undefined
          ? undefined
          : readPriorVelocities(velocityReader, sampled, scope, scopeFor()),
    })
    return ran instanceof Promise ? ran.then(finish) : finish(ran)
  }

  function createAnswer(
    { input, type, event, eventId, externalId }: GatheredEvent,
    assessed: AssessedEvent,
    { result }: RuleRun,
  ): string {
    return type.answer({
      event,
      externalId,
      heldOut: isControl(rules.sharingIn(input.environmentId), externalId, assessed.facts),
      assessed,
      run: result,
      correlationId: input.correlationId,
      eventId,
      clock,
      diagnostics: input.diagnostics,
      environmentPath: assessments.pathOf(input.environmentId),
    })
  }

  /**
   * Makes a written event visible to later events and to experiments, and answers it. A repeated event changes nothing.
   */
  function publish(
    { input, type, eventId, externalId, at }: GatheredEvent,
    { facts, scores }: AssessedEvent,
    { result, context, scopeFor, made, experiments: sampled, prior }: RuleRun,
    { written, contributions }: RecordedDecision,
  ): DecideResult {
    const { environmentId } = input
    if (!written.replayed) {
      if (contributions.length > 0)
        velocities?.store.apply(environmentId, eventId, at, contributions, written.transaction ?? 0)
      models?.recordDecision(environmentId, eventId, facts, at)
      if (made.length > 0) calls?.trace(made.map(call => ({ ...call, correlationId: call.correlationId ?? eventId })))
    } else if (rules.rejectsDuplicates(environmentId))
      return { kind: 'conflict', message: `${type.name} '${externalId}' already exists` }
    if (sampled.length > 0 && !written.replayed) {
      experiments.enqueue(sampled, {
        environmentId,
        eventId,
        at,
        decision: result.decision,
        run: ({ chain: branchChain, callExternal }) =>
          runChain(
            branchChain,
            scopeFor({
              context: { ...context, until: undefined, skipRecording: true, skipCalls: !callExternal },
              velocities: prior?.velocities,
            }),
            scores,
          ),
      })
    }
    return {
      kind: 'answer',
      answer: expandAnswer(written.answer, written.rules ?? null),
      replayed: written.replayed,
      experience: facts.assessmentType,
    }
  }
}
