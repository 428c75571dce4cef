import type { FunctionProblem } from '../contract/functions.ts'
import type {
  Evaluation,
  Flips,
  RoutingEvaluation,
  RuleBody,
  RuleProblem,
  RuleType,
  RuleVocabulary,
} from '../contract/index.ts'
import type { CheckEnvironment, CompileOptions, Readers } from '../fql/index.ts'
import type { Unavailable } from '../ports.ts'
import { type EventWriter, type Ports } from '../ports.ts'
import { type AssessmentBook, createAssessmentBook } from './assessments.ts'
import { createAssessmentCaller } from './calls/assessments.ts'
import type { CallBook } from './calls/book.ts'
import { createDataCounts } from './data-counts.ts'
import type { DataEventName } from './data-events.ts'
import { createDecide, type DecideInput, type DecideResult, type EngineInput, pathProblems } from './decide.ts'
import { type DeviceBook, noDevices } from './devices.ts'
import { type CountryOf, normaliseIp } from './enrich.ts'
import { binReader, type FactProviders, geoReader, shippedProviders } from './enrichment/index.ts'
import { checkBody, type Evaluated, evaluateBody, evaluateRouting } from './evaluate.ts'
import { readerOf, schemas } from './event-schemas.ts'
import { flipsOf, type StoredDecision } from './flips.ts'
import { evaluateFunction, type FunctionEvaluation } from './function-evaluate.ts'
import { objectOf } from './json.ts'
import { accountLabel, labelWrite } from './label.ts'
import { createObserve } from './observe.ts'
import type { OwnAssessment } from './own-assessment.ts'
import { createResourceBook, type ResourceBook } from './resource-book.ts'
import { checkFunction, checkVelocitySet, type TriedFunction, type TriedSet } from './resource-check.ts'
import { type RuleAssessment, routingVocabulary } from './rule-assessments.ts'
import { createRuleBook, type RuleLists } from './rule-book.ts'
import { normaliseLabel, validateLabel } from './schemas.ts'
import { createModelBook } from './scoring/models.ts'
import { createShadows } from './shadows.ts'
import { createVelocityAccess, storedEvents, type VelocityAccess, type VelocityStore } from './velocities/index.ts'

export type { DataEventName } from './data-events.ts'
export type { DecideInput, DecideResult, EngineInput, Experience } from './decide.ts'
export type { DeviceBook } from './devices.ts'

export { builtInAssessments } from './rule-assessments.ts'
export { queuesSetting, type RuleLists } from './rule-book.ts'

interface LabelInput extends EngineInput {
  /** Which of the families of labels; the purchase side's when absent. */
  family?: 'purchase' | 'account'
  pathId?: string | undefined
}
/**
 * `assessment` and `observation`: of the tenant's own assessments, as they are written in the path; `observation` null
 * is a label.
 */
export type DataEventInput = EngineInput & {
  pathId?: string | undefined /** How many assessments called one another up to this one. */
  depth?: number
} & ({ event: DataEventName } | { assessment: string; observation: string | null })
/** `event` as it was read, `id` its own. `unknown`: there is no such assessment or observation. */
export type LabelResult =
  | { kind: 'accepted'; event: Record<string, unknown>; id: string }
  | { kind: 'invalid'; messages: string[] }
  | { kind: 'unknown' }

export interface EngineDeps extends Ports {
  writer: EventWriter
  countryOf: CountryOf
  /** Where facts come from that are not in events; what ships with the product when absent. */
  providers?: FactProviders | undefined
  /** Those of the store when absent. */
  assessments?: AssessmentBook
  /** Nothing is fingerprinted when absent. */
  devices?: DeviceBook
  lists?: RuleLists | undefined
  /** External calls and assessments; there are none when absent. */
  calls?: CallBook | undefined
  /** Nothing is counted, and velocities read as 0, when absent. Closed with the engine. */
  velocities?: VelocityStore | undefined
  /** How long a decision waits for the histories that a fitted model looks at. */
  historyPatienceMs?: number
  /** How rules are compiled; `code` unless the page forbids code generation. */
  mode?: CompileOptions['mode']
}

export interface Engine {
  /** Durable when it resolves. Rejects with `Unavailable` under overload and without a database. */
  decide: (input: DecideInput) => Promise<DecideResult>
  label: (input: LabelInput) => Promise<LabelResult>
  /**
   * Statuses, bank events, chargebacks, refunds, updates and observations: upserts, in any order to what they speak of.
   */
  observe: (input: DataEventInput) => Promise<LabelResult>
  /** After a publish, a status or order change, a new environment or a changed rule setting. */
  reloadRules: (environmentId?: string) => Promise<void>
  /** `lists`: others than the environment's own. */
  checkRule: (
    environmentId: string,
    eventType: string,
    body: RuleBody,
    type?: RuleType,
    lists?: CheckEnvironment['lists'],
  ) => RuleProblem[]
  evaluate: (environmentId: string, eventType: string, body: RuleBody, type?: RuleType) => Promise<Evaluation>
  evaluateRouting: (environmentId: string, eventType: string, body: RuleBody) => Promise<RoutingEvaluation>
  /** Problems of a velocity set as it would be with this text. */
  checkVelocitySet: (tried: TriedSet) => RuleProblem[]
  /** Problems of a function, and what its properties come to on its sample. */
  checkFunction: (tried: TriedFunction) => FunctionProblem[]
  evaluateFunction: (tried: TriedFunction) => Promise<FunctionEvaluation>
  /** Velocities, functions and calls of every environment. */
  resources: ResourceBook
  velocities: VelocityAccess
  /** What rules of this assessment can name. */
  vocabulary: (environmentId: string, eventType: string, type?: RuleType) => RuleVocabulary
  /** Null when the environment has none of this name. */
  assessment: (environmentId: string, eventType: string) => RuleAssessment | null
  assessments: (environmentId: string) => readonly RuleAssessment[]
  /** The assessments that the tenant of an environment made. */
  ownAssessments: (environmentId: string) => readonly OwnAssessment[]
  /** An event of an assessment in the words of a purchase; empty when the assessment is gone. */
  viewOf: (environmentId: string, eventType: string, request: Record<string, unknown>) => Record<string, unknown>
  /** What would have changed a decision. */
  flips: (stored: StoredDecision) => Promise<Flips>
  /** Queues that its routing rules can name. */
  queues: (environmentId: string) => readonly string[]
  /**
   * Reads of entities' histories that failed or took too long, since the start: their scores were made without them.
   */
  unreadHistories: () => number
  /** Why work would be refused now, null when it would be taken. */
  refusal: () => Unavailable | null
  close: () => Promise<void>
}

/**
 * The decision engine: reads published rules once, then decides without asking the store, and writes before it answers.
 */
export async function createEngine(deps: EngineDeps): Promise<Engine> {
  const {
    writer,
    clock,
    newId,
    countryOf,
    mode = 'code',
    assessments = createAssessmentBook(deps),
    devices = noDevices,
    lists,
    calls,
    velocities,
  } = deps
  const resources = createResourceBook({ ...deps, assessments }, mode)
  const book = createRuleBook({ ...deps, assessments, resources }, mode)
  const shadows = createShadows(deps)
  const { providers = shippedProviders(countryOf) } = deps
  // Samples are tried with sample responses; events have readers of their own.
  const readers: Readers = {
    ...(calls === undefined ? {} : { calls: calls.samples }),
    geo: geoReader(providers.geo, normaliseIp),
    bins: binReader(providers.bins),
    ...(lists === undefined ? {} : { lists: lists.reader }),
  }
  await Promise.all([lists?.reload(), assessments.reload()])
  await book.reload()
  const scoring = createModelBook(deps, deps.historyPatienceMs)
  await scoring.reload()
  const decide = createDecide({
    ...deps,
    scoring,
    book,
    assessments,
    devices,
    shadows,
    readers,
    ...(velocities === undefined
      ? { velocities: undefined }
      : { velocities: { store: velocities, sets: resources.velocitySets } }),
  })
  const again = storedEvents({ assessments, countryOf, providers })
  const counts =
    velocities === undefined
      ? undefined
      : createDataCounts({
          db: deps.db,
          store: velocities,
          sets: resources.velocitySets,
          again,
          readers,
          devices,
          calls,
        })
  const observe = createObserve({ writer, newId, assessments, counts })
  calls?.connect(createAssessmentCaller({ engine: { decide, observe }, clock }))

  /** What is tried reads velocities as they are and adds nothing. */
  const readersAt = (now: Date): Readers =>
    velocities === undefined ? readers : { ...readers, velocities: velocities.reader(now) }

  async function evaluated(
    environmentId: string,
    eventType: string,
    type: RuleType,
    body: RuleBody,
  ): Promise<Evaluated> {
    const assessment = assessments.find(environmentId, eventType)
    const check = book.checkOf(environmentId, eventType, type)
    if (assessment === null || check === null) throw new Error('There is no such assessment.')
    await lists?.borrow(environmentId, [body])
    const now = clock()
    return { environmentId, assessment, check, readers: readersAt(now), now, countryOf, mode }
  }

  return {
    decide,
    async label({ environmentId, body, receivedAt, pathId, family = 'purchase' }) {
      const { normalise, validate } = family === 'purchase' ? purchaseLabel : accountLabelReader
      const { value, problems } = normalise(body)
      const messages = validate(value, problems)
      if (messages.length === 0 && family === 'account' && pathId !== undefined) {
        messages.push(
          ...pathProblems(
            { pathIds: event => ({ 'metadata.userId': objectOf(event.metadata).userId }) },
            value,
            pathId,
          ),
        )
      }
      if (messages.length > 0) return { kind: 'invalid', messages }
      await writer.label(
        labelWrite(
          environmentId,
          family === 'purchase' ? value : accountLabel(value),
          receivedAt,
          assessments.ownNames(environmentId),
        ),
      )
      return { kind: 'accepted', event: value, id: '' }
    },
    observe,
    async reloadRules(environmentId) {
      await Promise.all([lists?.reload(environmentId), assessments.reload()])
      await Promise.all([book.reload(), scoring.reload(environmentId)])
    },
    checkRule(environmentId, eventType, body, type = 'decision', otherLists = undefined) {
      const check = book.checkOf(environmentId, eventType, type)
      if (check === null) throw new Error('There is no such assessment.')
      return checkBody(body, otherLists === undefined ? check : { ...check, lists: otherLists })
    },
    evaluate: async (environmentId, eventType, body, type = 'decision') =>
      evaluateBody(body, type, await evaluated(environmentId, eventType, type, body)),
    evaluateRouting: async (environmentId, eventType, body) =>
      evaluateRouting(body, await evaluated(environmentId, eventType, 'routing', body)),
    checkVelocitySet: tried => checkVelocitySet(resources, tried),
    checkFunction: tried => checkFunction(resources, tried),
    async evaluateFunction(tried) {
      await lists?.borrow(tried.environmentId, [
        {
          condition: '',
          clauses: tried.body.properties.map(({ name, code }) => ({ name, section: 'prior', text: code })),
        },
      ])
      const now = clock()
      return evaluateFunction(resources, tried, { readers: readersAt(now), now, countryOf, mode })
    },
    resources,
    velocities: createVelocityAccess({ store: velocities, resources, readers, again }),
    vocabulary(environmentId, eventType, type = 'decision') {
      const assessment = assessments.find(environmentId, eventType)
      if (assessment === null) return { attributes: [] }
      return type === 'routing' ? routingVocabulary(assessment, book.queuesOf(environmentId)) : assessment.vocabulary
    },
    assessment: (environmentId, eventType) => assessments.find(environmentId, eventType),
    assessments: environmentId => assessments.list(environmentId),
    ownAssessments: environmentId => assessments.ownOf(environmentId),
    viewOf: (environmentId, eventType, request) => assessments.kindOf(environmentId, eventType)?.view(request) ?? {},
    queues: environmentId => book.queuesOf(environmentId),
    async flips(stored) {
      for (const [environmentId, rules] of Map.groupBy(stored.rules, rule => rule.environmentId))
        await lists?.borrow(
          environmentId,
          rules.flatMap(rule => rule.body ?? []),
        )
      return flipsOf(stored, {
        kind: assessments.kindOf(stored.environmentId, stored.eventType),
        checkOf: environmentId => book.checkOf(environmentId, stored.eventType, 'decision'),
        readers: {
          ...readers,
          devices: devices.readerOf(stored.environmentId, stored.at),
          ...(velocities === undefined ? {} : { velocities: velocities.reader(stored.at) }),
        },
        countryOf,
        providers,
      })
    },
    unreadHistories: () => scoring.unread(),
    refusal: () => writer.refusal(),
    async close() {
      await shadows.close()
      await writer.close()
      await velocities?.close()
    },
  }
}

const purchaseLabel = { normalise: normaliseLabel, validate: validateLabel }
const accountLabelReader = readerOf(schemas.accountLabel)
