import type { DualRunReport } from '../../../contract/dual-runs/dual-run-report.ts'
import type { AssessmentType } from '../../../engine/assessment-types/assessment-type.ts'
import { listNames } from '../../../engine/counterfactual/counterfactuals.ts'
import { loadCandidateRules } from '../../backtests/run/candidate-chain.ts'
import { createVelocityCounting } from '../../backtests/run/count-velocities.ts'
import { loadEnvironmentScope, type RecordedEvent } from '../../backtests/run/past-events.ts'
import { loadPastLists, type PastLists } from '../../backtests/run/past-lists.ts'
import { createPastReaders, type PastReaders } from '../../backtests/run/past-readers.ts'
import { notesOf, requiredPartsOf, textsOf } from '../../backtests/run/required-inputs.ts'
import { loadEnvironmentPaths, openRegistries } from '../../backtests/run/run-scope.ts'
import { NoEventsError, type RunDeps } from '../../backtests/run/run-types.ts'
import { createVelocityReplay } from '../../backtests/run/velocity-replay.ts'
import { createProbe, type Probe } from '../replay/probe.ts'
import { createReplayedRules, type ReplayedRules } from '../replay/replayed-rules.ts'
import { createOwnScores, type ScoreEvent } from './own-scores.ts'
import { digestRuleSet, loadModels } from './rule-set-digest.ts'

/** The product as it is now, ready to decide events of the former system: rules, lists, models, empty velocities. */
export interface Replay {
  past: PastReaders
  probe: Probe
  lists: PastLists
  listName: (list: string) => string
  score: ScoreEvent
  /** Returns the environment in which an event is decided; null for one of another environment of the installation. */
  placeOf: (environment: string | null) => string | null
  typeOf: (environmentId: string, eventType: string) => AssessmentType | null
  rulesOf: (eventType: string) => ReplayedRules
  /** Counts an event for the velocities of its environment. */
  count: (event: RecordedEvent) => void
  ruleSet: DualRunReport['ruleSet']
  /** Returns the digest of what decides at this moment, which differs from that of `ruleSet` once something changed. */
  digest: () => Promise<string>
  notes: DualRunReport['notes']
}

interface ReplayScope {
  eventTypes: readonly string[]
  /** Time of the first event. */
  from: Date
  /** Events happen while they are replayed: lists are read as of now, not of the beginning. */
  isLive?: boolean
}

/** @throws NoEventsError when no rule is active */
export async function openReplay(
  deps: RunDeps,
  environmentId: string,
  { eventTypes, from, isLive = false }: ReplayScope,
): Promise<Replay> {
  const { db, countryOf, clock, mode = 'code' } = deps
  const today = clock()
  const { assessments, resources, book } = await openRegistries(deps, mode)
  const types = eventTypes.filter(eventType => assessments.typeOf(environmentId, eventType) !== null)
  const loaded = new Map(
    await Promise.all(
      types.map(async eventType => {
        const subject = { environmentId, eventType, ruleId: null, branch: null, body: null }
        return [eventType, await loadCandidateRules(db, book, subject, mode)] as const
      }),
    ),
  )
  const all = [...loaded.values()]
  const below = await loadEnvironmentScope(db, environmentId)
  const rules = new Set(
    all.flatMap(each =>
      below.flatMap(id => each.chainsOf(id).before.flatMap(set => set.rules.map(({ rule }) => rule.id))),
    ),
  )
  if (rules.size === 0) throw new NoEventsError()
  const texts = all.map(each => textsOf(each, resources)).join('\n')
  const reads = all.flatMap(each => each.reads)
  const checks = all.flatMap(each => each.checks)
  const environmentIds = [...new Set(all.flatMap(each => each.environmentIds))]
  const digest = (): Promise<string> => digestRuleSet(db, [...new Set([...environmentIds, ...below])])
  const velocities = createVelocityReplay()
  const counting = createVelocityCounting(reads, resources, velocities, mode)
  const { derived } = requiredPartsOf([...reads, ...(counting?.reads ?? [])], counting, texts)
  const lists = await loadPastLists(db, checks, environmentIds, texts, from, today)
  let probe: Probe | undefined
  const past = createPastReaders({ assessments, countryOf, derived }, now => {
    probe = createProbe(lists, counting === null ? null : velocities.reader(now), now, () =>
      (isLive ? clock() : today).getTime(),
    )
    return { lists: probe.listReader, velocities: probe.velocityReader }
  })
  if (probe === undefined) throw new Error('The readers were not created.')
  const names = listNames(checks)
  const replayed = new Map(
    [...loaded].map(([eventType, each]) => [
      eventType,
      createReplayedRules(each, assessments.find(environmentId, eventType)?.check.legacyScores),
    ]),
  )
  const pathOf = await loadEnvironmentPaths(db)
  const places = await loadPlaces(deps, new Set(below))

  return {
    past,
    probe,
    lists,
    listName: list => names.get(list) ?? list,
    score: await createOwnScores(db, below, countryOf),
    placeOf: environment => {
      const place = environment === null ? undefined : places.get(environment.toLowerCase())
      return place === undefined ? environmentId : place
    },
    typeOf: (place, eventType) => (replayed.has(eventType) ? assessments.typeOf(place, eventType) : null),
    rulesOf(eventType) {
      const found = replayed.get(eventType)
      if (found === undefined) throw new Error('There are no rules of this assessment.')
      return found
    },
    count(event) {
      if (counting === null) return
      past.selectEvent(event)
      const counted = past.counted()
      if (counted !== null) counting.add(pathOf(event.environmentId), counted.types, counted.scope, event.at)
    },
    ruleSet: { sha256: await digest(), rules: rules.size, models: await loadModels(db, below) },
    digest,
    notes: notesOf(texts, lists.missing, counting).flatMap((note): DualRunReport['notes'] =>
      note === 'listVersions' ? ['remoteLists'] : note === 'supportLists' || note === 'models' ? [] : [note],
    ),
  }
}

/**
 * Loads the environments by their ids, in lower case. Null: not in the scope of the run. The ids of the former system
 * are unknown here, or the ids that the environment moved in with.
 */
async function loadPlaces({ db }: RunDeps, scope: ReadonlySet<string>): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db.selectFrom('environment').select(['id', 'api_id']).execute()
  return new Map(
    rows.flatMap(({ id, api_id }) =>
      [id, api_id].flatMap(name => (name === null ? [] : [[name.toLowerCase(), scope.has(id) ? id : null] as const])),
    ),
  )
}
