import { riskFeatures, type ScoringInput } from '../features/risk-features.ts'
import { createInMemoryHistory, type EntityValues, historyKinds, type PastEvent } from '../history/entity-history.ts'
import type { Sample } from './train-scorecard.ts'

/** An event of a stream that is replayed for a training. */
export interface StreamEvent extends ScoringInput {
  /** False for events that only add to histories, such as a sign-up. */
  scored: boolean
  /** Null: no label yet. */
  fraud: boolean | null
  /** Arrival of the label, in milliseconds. */
  labelAt: number
}

/** Returns the event in the form of histories. */
export const pastEventOf = ({
  id,
  at,
  amount,
  entities,
  card,
  fraud,
  labelAt,
}: Omit<StreamEvent, 'own' | 'scored'>): PastEvent => ({
  id,
  at,
  amount,
  fraud,
  labelAt,
  user: entities.user ?? null,
  device: entities.device ?? null,
  card,
})

/**
 * Creates a sampler, which reads events in the order of time and adds the labelled ones to a sample, each with the
 * histories before it.
 */
export function createSampler(): { add: (event: StreamEvent) => void; sample: () => Sample; rows: () => number } {
  const replay = createInMemoryHistory()
  const columns: number[][] = riskFeatures.map(() => [])
  const labels: number[] = []
  return {
    add(event) {
      if (event.scored && event.fraud !== null) {
        const pasts = replay.histories(event.entities)
        riskFeatures.forEach(({ value }, index) => columns[index]?.push(value(event, pasts) ?? Number.NaN))
        labels.push(Number(event.fraud))
      }
      replay.add(event.entities, pastEventOf(event))
    },
    rows: () => labels.length,
    sample: () => ({
      features: riskFeatures,
      columns: columns.map(column => Float64Array.from(column)),
      labels: Uint8Array.from(labels),
    }),
  }
}

/**
 * Returns a group for each event, so that events which share a value of one of the kinds are in one group (union-find).
 */
export function componentsOf(entities: readonly EntityValues[]): string[] {
  const parents = entities.map((_, index) => index)
  const rootOf = (index: number): number => {
    let root = index
    while (parents[root] !== root) root = parents[root] as number
    for (let next = index; next !== root; ) {
      const parent = parents[next] as number
      parents[next] = root
      next = parent
    }
    return root
  }
  const firstRows = new Map<string, number>()
  entities.forEach((values, index) => {
    for (const kind of historyKinds) {
      const value = values[kind]
      if (value == null) continue
      const first = firstRows.get(`${kind}\n${value}`)
      if (first === undefined) firstRows.set(`${kind}\n${value}`, index)
      else parents[rootOf(index)] = rootOf(first)
    }
  })
  return entities.map((_, index) => `component ${rootOf(index)}`)
}
