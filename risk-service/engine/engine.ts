import { runInSlices } from '../contract/cooperative.ts'
import { defined } from '../contract/defined.ts'
import type { FunctionDiagnostic } from '../contract/functions.ts'
import type {
  Evaluation,
  RoutingEvaluation,
  RuleBody,
  RuleDiagnostic,
  RuleType,
  RuleVocabulary,
} from '../contract/index.ts'
import type { CheckEnvironment, CompileOptions, ResourceReaders } from '../fql/index.ts'
import type { EventWriter, Ports, UnavailableError } from '../ports/index.ts'
import { type AssessmentRegistry, createAssessmentRegistry } from './assessment-types/assessment-registry.ts'
import { createEventReader, type EventReader } from './assessment-types/read-event.ts'
import { type AssessmentInfo, createRoutingVocabulary } from './assessments/assessment-info.ts'
import type { TenantAssessment } from './assessments/tenant-assessment.ts'
import { createAssessmentCaller } from './calls/assessment-caller.ts'
import type { CallRegistry } from './calls/types.ts'
import { createStoredDecisions, type StoredDecisions } from './counterfactual/stored-decisions.ts'
import { createDataEventVelocities } from './data-events/data-event-velocities.ts'
import { createDataEventIngest } from './data-events/ingest-data-event.ts'
import { createLabelIngest } from './data-events/ingest-label.ts'
import { createDecide } from './decide/decide.ts'
import { createEventActions, type EventActions } from './decide/event-actions.ts'
import { createExperimentRunner } from './decide/experiment-runner.ts'
import { type DeviceRegistry, emptyDeviceRegistry } from './enrich/device-sessions.ts'
import { type CountryOf, normaliseIp } from './enrich/enrich-purchase.ts'
import { binReader, defaultProviders, type FactProviders, type GeoProvider, geoReader } from './enrich/index.ts'
import type { ListUpload } from './lists/read-list-upload.ts'
import type { RuleLists } from './lists/types.ts'
import { createSampleResources, type FindSampleResources } from './replay/sample-resources.ts'
import { createReruns, type Reruns } from './rerun/reruns.ts'
import {
  checkFunctionInSteps,
  checkVelocitySetInSteps,
  type FunctionTrial,
  functionCheckEnvironment,
  namesOfVelocitySet,
  type VelocitySetTrial,
} from './resources/check-resources.ts'
import { createResourceRegistry } from './resources/resource-registry.ts'
import type { ResourceRegistry } from './resources/types.ts'
import type { FunctionEvaluation } from './rules/evaluate-function.ts'
import { checkRuleBodyInSteps } from './rules/evaluate-rule.ts'
import { createRuleRegistry } from './rules/rule-registry.ts'
import { createModelRegistry } from './score/model-registry.ts'
import { createTrialRun, type RunTrial, type Trial } from './trials/trial.ts'
import type { DataEventInput, DecideInput, DecideResult, IngestResult, LabelInput } from './types/inputs-and-results.ts'
import {
  createEventRebuilder,
  createVelocityAccess,
  type VelocityAccess,
  type VelocityStore,
} from './velocities/index.ts'

export interface EngineDeps extends Ports {
  writer: EventWriter
  countryOf: CountryOf
  /** Sources of facts that are not in events; the shipped ones when absent. */
  providers?: FactProviders | undefined
  /** The assessments of the store when absent. */
  assessments?: AssessmentRegistry
  /** Nothing is fingerprinted when absent. */
  devices?: DeviceRegistry
  lists?: RuleLists | undefined
  /** External calls and assessments; none when absent. */
  calls?: CallRegistry | undefined
  /** When absent, nothing is counted, and velocities read as 0. Closed with the engine. */
  velocities?: VelocityStore | undefined
  /** Milliseconds for which a decision waits for the histories that a trained model reads. */
  historyTimeoutMs?: number
  /** Whether other processes decide, too; absent: none does. */
  isShared?: () => boolean
  /** Milliseconds for which a data event waits for the purchase that it refers to; 500 ms when absent. */
  purchaseTimeoutMs?: number | undefined
  /** Checks and runs the texts that users are editing; in the same thread when absent. */
  runTrial?: RunTrial
  /** How rules are compiled; `code` unless the page forbids code generation. */
  mode?: CompileOptions['mode']
}

export interface Engine extends StoredDecisions, Reruns, EventActions, EventReader {
  /** Durable when it resolves. Rejects with `UnavailableError` under overload and without a database. */
  decide: (input: DecideInput) => Promise<DecideResult>
  ingestLabel: (input: LabelInput) => Promise<IngestResult>
  /**
   * Statuses, bank events, chargebacks, refunds, updates and observations: upserts, in any order relative to their
   * subject.
   */
  ingestDataEvent: (input: DataEventInput) => Promise<IngestResult>
  /** Called after a publish, a change of status, order or rule setting, and for a new environment. */
  reloadRules: (environmentId?: string) => Promise<void>
  /** Has decisions follow the keys of contained attacks. */
  reloadContainments: () => Promise<void>
  /** Checks a rule while decisions go on. `lists`: other lists than the environment's own. */
  checkRule: (
    environmentId: string,
    eventType: string,
    body: RuleBody,
    type?: RuleType,
    lists?: CheckEnvironment['lists'],
  ) => Promise<RuleDiagnostic[]>
  evaluate: (environmentId: string, eventType: string, body: RuleBody, type?: RuleType) => Promise<Evaluation>
  evaluateRouting: (environmentId: string, eventType: string, body: RuleBody) => Promise<RoutingEvaluation>
  sampleResources: FindSampleResources
  /** Returns the diagnostics of a velocity set with this text. */
  checkVelocitySet: (trial: VelocitySetTrial) => Promise<RuleDiagnostic[]>
  /** The same for a text that is being edited: in a thread of its own, with a time limit. */
  tryVelocitySet: (trial: VelocitySetTrial) => Promise<RuleDiagnostic[]>
  /** Returns the diagnostics of a function, and the values of its properties on its sample. */
  checkFunction: (trial: FunctionTrial) => Promise<FunctionDiagnostic[]>
  evaluateFunction: (trial: FunctionTrial) => Promise<FunctionEvaluation>
  /** Reads the file of a list: in a thread of its own, with a time limit. */
  readListUpload: (upload: Omit<Trial<'listFile'>, 'kind'>) => Promise<ListUpload>
  /** Velocities, functions and calls of every environment. */
  resources: ResourceRegistry
  velocities: VelocityAccess
  /** The names that rules of this assessment can use. */
  vocabulary: (environmentId: string, eventType: string, type?: RuleType) => RuleVocabulary
  /** Null when the environment has none with this name. */
  assessment: (environmentId: string, eventType: string) => AssessmentInfo | null
  assessments: (environmentId: string) => readonly AssessmentInfo[]
  /** The tenant assessments of an environment. */
  tenantAssessments: (environmentId: string) => readonly TenantAssessment[]
  /** The purchase view of an event; empty when the assessment no longer exists. */
  purchaseView: (environmentId: string, eventType: string, request: Record<string, unknown>) => Record<string, unknown>
  /** Positions of IP addresses and places. */
  geo: GeoProvider
  /** Queues that the routing rules of an environment can name. */
  queues: (environmentId: string) => readonly string[]
  /**
   * Number of reads of entities' histories that failed or timed out since the start: scores were computed without them.
   */
  failedHistoryReads: () => number
  /** Returns why work would be refused now, null when it would be accepted. */
  unavailableReason: () => UnavailableError | null
  close: () => Promise<void>
}

/**
 * Creates the decision engine: reads published rules once, then decides without reading them from the store, and writes
 * before it answers.
 */
export async function createEngine(deps: EngineDeps): Promise<Engine> {
  const {
    writer,
    clock,
    newId,
    countryOf,
    mode = 'code',
    assessments = createAssessmentRegistry(deps),
    devices = emptyDeviceRegistry,
    lists,
    calls,
    velocities,
    runTrial = createTrialRun(countryOf),
  } = deps
  const resources = createResourceRegistry({ ...deps, assessments }, mode)
  const ruleRegistry = createRuleRegistry({ ...deps, assessments, resources }, mode)
  const experimentRunner = createExperimentRunner(deps)
  const { providers = defaultProviders(countryOf) } = deps
  // Samples are evaluated with sample responses; events have readers of their own.
  const readers: ResourceReaders = {
    ...(calls === undefined ? {} : { calls: calls.samples }),
    geo: geoReader(providers.geo, normaliseIp),
    bins: binReader(providers.bins),
    ...(lists === undefined ? {} : { lists: lists.reader }),
  }
  await Promise.all([lists?.reload(), assessments.reload()])
  await ruleRegistry.reload()
  const modelRegistry = createModelRegistry(deps, deps.historyTimeoutMs, deps.isShared)
  await modelRegistry.reload()
  const decide = createDecide({
    ...deps,
    models: modelRegistry,
    rules: ruleRegistry,
    assessments,
    devices,
    experiments: experimentRunner,
    readers,
    ...(velocities === undefined
      ? { velocities: undefined }
      : { velocities: { store: velocities, sets: resources.velocitySets } }),
  })
  const rebuildEvent = createEventRebuilder({ assessments, countryOf, providers })
  const counts =
    velocities === undefined
      ? undefined
      : createDataEventVelocities({
          db: deps.db,
          store: velocities,
          sets: resources.velocitySets,
          rebuildEvent,
          readers,
          devices,
          calls,
          purchaseTimeoutMs: deps.purchaseTimeoutMs,
        })
  const ingestDataEvent = createDataEventIngest({ writer, newId, assessments, counts })
  calls?.setAssessmentCaller(createAssessmentCaller({ engine: { decide, ingestDataEvent }, clock }))

  const storedDeps = { lists, assessments, rules: ruleRegistry, devices, velocities, readers, countryOf, providers }

  /** Trial runs read velocities and add nothing to them. */
  const readersAt = (now: Date): ResourceReaders =>
    velocities === undefined ? readers : { ...readers, velocities: velocities.reader(now) }

  async function trialContext(environmentId: string, eventType: string, type: RuleType, body: RuleBody) {
    const assessment = assessments.find(environmentId, eventType)
    const check = ruleRegistry.checkOf(environmentId, eventType, type)
    if (assessment === null || check === null) throw new Error('There is no such assessment.')
    await lists?.loadForTrial(environmentId, [body])
    const { legacyScores } = assessment.check
    return {
      environmentId,
      assessment: { key: assessment.key, check: defined({ legacyScores }) },
      check,
      now: clock(),
      mode,
    }
  }

  return {
    decide,
    ingestLabel: createLabelIngest({ writer, assessments }),
    ingestDataEvent,
    async reloadRules(environmentId) {
      await Promise.all([lists?.reload(environmentId), assessments.reload()])
      await Promise.all([ruleRegistry.reload(), modelRegistry.reload(environmentId)])
    },
    reloadContainments: () => ruleRegistry.reloadContainments(),
    async checkRule(environmentId, eventType, body, type = 'decision', otherLists = undefined) {
      const check = ruleRegistry.checkOf(environmentId, eventType, type)
      if (check === null) throw new Error('There is no such assessment.')
      return runInSlices(checkRuleBodyInSteps(body, otherLists === undefined ? check : { ...check, lists: otherLists }))
    },
    async evaluate(environmentId, eventType, body, type = 'decision') {
      const context = await trialContext(environmentId, eventType, type, body)
      return runTrial({ kind: 'rule', body, type, ...context }, readersAt(context.now))
    },
    async evaluateRouting(environmentId, eventType, body) {
      const context = await trialContext(environmentId, eventType, 'routing', body)
      return runTrial({ kind: 'routing', body, ...context }, readersAt(context.now))
    },
    sampleResources: createSampleResources({ rules: ruleRegistry, assessments, countryOf, lists }),
    checkVelocitySet: trial => runInSlices(checkVelocitySetInSteps(namesOfVelocitySet(resources, trial), trial.body)),
    tryVelocitySet(trial) {
      const { environmentId, body } = trial
      return runTrial({ kind: 'velocitySet', environmentId, body, ...namesOfVelocitySet(resources, trial) }, readers)
    },
    checkFunction: trial => runInSlices(checkFunctionInSteps(functionCheckEnvironment(resources, trial), trial.body)),
    async evaluateFunction(trial) {
      await lists?.loadForTrial(trial.environmentId, [
        {
          condition: '',
          clauses: trial.body.properties.map(({ name, code }) => ({ name, section: 'prior', text: code })),
        },
      ])
      const now = clock()
      const check = functionCheckEnvironment(resources, trial)
      const { environmentId, body } = trial
      return runTrial({ kind: 'function', environmentId, body, check, now, mode }, readersAt(now))
    },
    readListUpload: upload => runTrial({ kind: 'listFile', ...upload }, {}),
    resources,
    velocities: createVelocityAccess({ store: velocities, resources, readers, rebuildEvent }),
    vocabulary(environmentId, eventType, type = 'decision') {
      const assessment = assessments.find(environmentId, eventType)
      if (assessment === null) return { attributes: [] }
      return type === 'routing'
        ? createRoutingVocabulary(assessment, ruleRegistry.queuesOf(environmentId))
        : assessment.vocabulary
    },
    assessment: (environmentId, eventType) => assessments.find(environmentId, eventType),
    assessments: environmentId => assessments.list(environmentId),
    tenantAssessments: environmentId => assessments.ownOf(environmentId),
    geo: providers.geo,
    purchaseView: (environmentId, eventType, request) =>
      assessments.storedTypeOf(environmentId, eventType)?.view(request) ?? {},
    queues: environmentId => ruleRegistry.queuesOf(environmentId),
    ...createEventActions({ ...deps, rules: ruleRegistry, readers, devices, calls, rebuildEvent, mode }),
    ...createStoredDecisions(storedDeps),
    ...createReruns(storedDeps),
    ...createEventReader(assessments),
    failedHistoryReads: () => modelRegistry.failedReads(),
    unavailableReason: () => writer.unavailableReason(),
    async close() {
      await experimentRunner.close()
      await writer.close()
      await velocities?.close()
    },
  }
}
