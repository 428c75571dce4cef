import { randomUUID } from 'node:crypto'
import { type CompiledVelocitySet, compileVelocitySet, createScope } from '../../../fql/index.ts'
import type { PublishedVelocity } from '../../resources/types.ts'
import type { CountedSet } from '../events/contribution-types.ts'

/** Velocities over an event `{ u, a, x }` for tests, as active sets of an environment. */
export const testVelocities = [
  'SELECT Count() AS n FROM Purchase GROUPBY @"u"',
  'SELECT Sum(@"a") AS spend FROM Purchase, Login GROUPBY @"u"',
  'SELECT DistinctCount(@"x") AS kinds FROM Purchase WHEN @"a" > 2 GROUPBY @"u"',
  'SELECT Count() AS visits FROM Login GROUPBY @"x"',
]

export function testSet(
  environmentId: string,
  velocities: readonly string[] = testVelocities,
  condition = '',
): CountedSet & { infos: ReadonlyMap<string, PublishedVelocity>; compiled: CompiledVelocitySet } {
  const compiled = compileVelocitySet({ condition, velocities }, { attributes: new Map(), kind: 'velocity' })
  const infos = compiled.velocities.map(
    ({ name, aggregate }): PublishedVelocity => ({ name, id: randomUUID(), environmentId, aggregate }),
  )
  return {
    environmentId,
    compiled,
    velocities: infos.map(info => ({ info })),
    infos: new Map(infos.map(info => [info.name, info])),
  }
}

export const testScope = (event: unknown, now: Date) => () => createScope({ event, now })
