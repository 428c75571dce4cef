import { runClause, testCondition } from '../runtime/scope.ts'
import { windowStart } from '../runtime/windows.ts'
import type { ClauseOutcome } from '../types/outcome-types.ts'
import type { VelocityWindow } from '../types/resource-readers.ts'
import type { Scope } from '../types/scope-types.ts'
import type { CompiledVelocity, CompiledVelocitySet } from './compile-velocity-set.ts'

export interface VelocityMemory {
  /**
   * Adds the contributions of an event. `type` is the assessment, or `assessment:observation`. A repeated id adds
   * nothing.
   */
  update: (
    sets: readonly CompiledVelocitySet[],
    type: string,
    at: number,
    scope: () => Scope,
    id?: string,
  ) => Promise<void>
  read: (name: string, key: string, window: VelocityWindow, now: number) => number
}

/**
 * Creates the reference implementation of velocity counts: exact, in memory, without expiry. Stores are tested against
 * it.
 */
export function createVelocityMemory(): VelocityMemory {
  const seen = new Set<string>()
  /** By velocity, then group. */
  const series = new Map<
    string,
    { aggregate: CompiledVelocity['aggregate']; groups: Map<string, { at: number; value: string | number | null }[]> }
  >()

  function add(
    velocity: CompiledVelocity,
    at: number,
    { group, value }: { group: string; value: string | number | null },
  ): void {
    if (group === '' || (velocity.aggregate === 'distinct' && value === '')) return
    const name = velocity.name.toLowerCase()
    const own = series.get(name) ?? { aggregate: velocity.aggregate, groups: new Map() }
    series.set(name, own)
    const list = own.groups.get(group)
    if (list === undefined) own.groups.set(group, [{ at, value }])
    else list.push({ at, value })
  }

  return {
    async update(sets, type, at, scopeOf, id) {
      if (id !== undefined && seen.has(id)) return
      if (id !== undefined) seen.add(id)
      // When one velocity reads another, this event is not included yet.
      const found: [CompiledVelocity, NonNullable<ClauseOutcome['contribution']>][] = []
      for (const set of sets) {
        const matching = set.velocities.filter(velocity =>
          velocity.events.some(
            event =>
              (event.observation === null
                ? event.assessment
                : `${event.assessment}:${event.observation}`
              ).toLowerCase() === type.toLowerCase(),
          ),
        )
        if (matching.length === 0) continue
        const scope = scopeOf()
        if (!(await testCondition(set.rule, scope))) continue
        for (const velocity of matching) {
          const { contribution } = await runClause(velocity.clause, scope)
          if (contribution !== undefined) found.push([velocity, contribution])
        }
      }
      for (const [velocity, contribution] of found) add(velocity, at, contribution)
    },
    read(name, key, window, now) {
      const own = series.get(name.toLowerCase())
      const from = windowStart(now, window)
      const found = (own?.groups.get(key) ?? []).filter(({ at }) => at >= from && at <= now)
      if (own?.aggregate === 'distinct') return new Set(found.map(({ value }) => value)).size
      return own?.aggregate === 'sum' ? found.reduce((sum, { value }) => sum + Number(value), 0) : found.length
    },
  }
}
