import {
  type LossEntityKind,
  type LossLevel,
  type LossReason,
  lossLevels,
  lossLimits,
  lossReasons,
} from '../../../contract/index.ts'
import type { StoredLossReason } from '../../../ports/tables/review/loss-prevention.ts'
import { type CountedReason, levelOf } from './reason-verdict.ts'

/** Somebody whose month was scored. */
interface ScoredEntity {
  id: string
  unit: string
  place: string
  score: number
  reasons: Readonly<Record<LossReason, CountedReason>>
}
/** A month of somebody beside that of all, and of the peers among them. */
interface Comparison {
  populationScore: number
  /** Null: too few peers. */
  peerScore: number | null
  peerGroup: 'terminal' | 'store' | null
  peerCount: number
  level: LossLevel
  reasons: Record<LossReason, StoredLossReason>
}

const measures = ['score', ...lossReasons] as const
type Measure = (typeof measures)[number]
const valueOf = (entity: ScoredEntity, measure: Measure): number =>
  measure === 'score' ? entity.score : entity.reasons[measure].value

/** Sums over a group, from which the averages of the others in it follow. */
class Group {
  count = 0
  readonly #sums = new Map<Measure, number>()

  add(entity: ScoredEntity): void {
    this.count++
    for (const measure of measures) this.#sums.set(measure, (this.#sums.get(measure) ?? 0) + valueOf(entity, measure))
  }

  average(measure: Measure): number {
    return (this.#sums.get(measure) ?? 0) / this.count
  }

  /** The average without a member. */
  averageBeside(entity: ScoredEntity, measure: Measure): number {
    return ((this.#sums.get(measure) ?? 0) - valueOf(entity, measure)) / (this.count - 1)
  }
}

function groupsBy(entities: readonly ScoredEntity[], keyOf: (entity: ScoredEntity) => string): Map<string, Group> {
  const groups = new Map<string, Group>()
  for (const entity of entities) {
    const key = keyOf(entity)
    const group = groups.get(key) ?? new Group()
    group.add(entity)
    groups.set(key, group)
  }
  return groups
}

/**
 * Compares everybody of one kind in a month with all, and with those with the same work: at the same terminal, or else
 * in the same store.
 */
export function compareEntities(
  kind: LossEntityKind,
  entities: readonly ScoredEntity[],
): ReadonlyMap<string, Comparison> {
  const all = groupsBy(entities, () => '').get('')
  const places = groupsBy(entities, ({ place }) => place)
  const units = groupsBy(entities, ({ unit }) => unit)
  const comparisons = new Map<string, Comparison>()
  for (const entity of entities) {
    const hasPeers = (group: Group | undefined): group is Group =>
      group !== undefined && group.count - 1 >= lossLimits.peers
    const [atPlace, inUnit] = [places.get(entity.place), units.get(entity.unit)]
    const group =
      kind === 'staff' && hasPeers(atPlace)
        ? ({ name: 'terminal', of: atPlace } as const)
        : hasPeers(inUnit)
          ? ({ name: 'store', of: inUnit } as const)
          : null
    const averagesOf = (measure: Measure) => ({
      population: all?.average(measure) ?? 0,
      peers: group === null ? null : group.of.averageBeside(entity, measure),
    })
    const reasons = Object.fromEntries(
      lossReasons.map(reason => {
        const [counted, averages] = [entity.reasons[reason], averagesOf(reason)]
        return [reason, { ...counted, ...averages, level: levelOf(reason, counted, averages) }]
      }),
    ) as Record<LossReason, StoredLossReason & { level: LossLevel }>
    const score = averagesOf('score')
    comparisons.set(entity.id, {
      populationScore: score.population,
      peerScore: score.peers,
      peerGroup: group?.name ?? null,
      peerCount: group === null ? 0 : group.of.count - 1,
      level: strongestOf(Object.values(reasons).map(({ level }) => level)),
      reasons,
    })
  }
  return comparisons
}

/** Returns the strongest of some levels. */
const strongestOf = (levels: readonly LossLevel[]): LossLevel =>
  lossLevels.find(level => levels.includes(level)) ?? 'usual'
