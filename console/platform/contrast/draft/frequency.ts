import {
  type ContrastEntry,
  type ContrastWindow,
  type VelocityEntity,
  velocityKeyPaths,
} from '@assay/risk-service/contract'

/** An entity whose events a rule counts, with the attribute that it counts them by. */
export interface CountedEntity {
  entity: VelocityEntity
  path: string
}

const entities = Object.entries(velocityKeyPaths) as [VelocityEntity, readonly string[]][]

/** The entities among chosen values whose events the velocities of every environment count, each once. */
export function countedEntities(values: readonly Pick<ContrastEntry, 'attribute' | 'rule'>[]): CountedEntity[] {
  const found = new Map<VelocityEntity, string>()
  for (const { attribute, rule } of values) {
    // Domain and network are read from an address, and are no entity of their own.
    if (attribute === 'emailDomain' || attribute === 'ipNetwork') continue
    for (const [entity, paths] of entities) {
      // Rules cross a list without an index, a key is that of its first row.
      const path = paths.find(each => each.replaceAll('[0]', '') === rule?.path)
      if (path !== undefined) found.set(entity, path)
    }
  }
  return [...found].map(([entity, path]) => ({ entity, path }))
}

/** The condition that an entity has had so many events before. @param least number of earlier events, at least 1 */
export const frequencyCondition = ({ entity, path }: CountedEntity, window: ContrastWindow, least: number): string =>
  `Velocity.${entity}Attempts(@"${path}", ${window}) >= ${least}`
