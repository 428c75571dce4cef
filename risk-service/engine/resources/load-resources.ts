import { sql } from 'kysely'
import type { FunctionBody } from '../../contract/functions.ts'
import type { VelocitySetBody } from '../../contract/velocities/velocities.ts'
import type { FunctionProperty, VelocitySetSource } from '../../fql/index.ts'
import type { Ports } from '../../ports/index.ts'
import type { DefaultSetCache } from './default-velocity-sets.ts'
import { parseDeclaredValue } from './function-definition.ts'
import type { PublishedVelocity } from './types.ts'
import { parseVelocity } from './velocity-text.ts'

/** `shared`: a default set, which is the same program everywhere. */
export interface PublishedVelocitySet {
  id: string
  shared?: string
  version: number
  status: 'active' | 'inactive'
  source: VelocitySetSource
  names: readonly PublishedVelocity[]
}
interface PublishedFunction {
  id: string
  version: number
  body: FunctionBody
  former: readonly FunctionProperty[]
}
/** A property in its last form before it was removed or changed its type. */
interface FormerPropertyRow {
  resource_id: string
  name: string
  type: FunctionProperty['type']
  default: string
}
export interface EnvironmentResources {
  sets: readonly PublishedVelocitySet[]
  functions: readonly PublishedFunction[]
  velocities: ReadonlyMap<string, PublishedVelocity>
}
export interface LoadedResources {
  paths: ReadonlyMap<string, readonly string[]>
  own: ReadonlyMap<string, EnvironmentResources>
}

export const noResources: EnvironmentResources = { sets: [], functions: [], velocities: new Map() }
export const velocitySetSource = ({ condition, velocities }: VelocitySetBody): VelocitySetSource => ({
  condition,
  velocities: velocities.map(({ text }) => text),
})

/**
 * Reads the published velocity sets and functions of every environment, and the paths from the roots to the
 * environments.
 */
export async function loadResources(db: Ports['db'], systemSets: DefaultSetCache): Promise<LoadedResources> {
  const [environments, sets, functions, ids, former] = await Promise.all([
    db.selectFrom('environment').select(['id', 'parent_id']).execute(),
    db
      .selectFrom('velocity_set')
      .select(['id', 'environment_id', 'status', 'version', 'body'])
      .orderBy('environment_id')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('function')
      .select(['id', 'environment_id', 'version', 'body'])
      .orderBy('environment_id')
      .orderBy('id')
      .execute(),
    db.selectFrom('velocity').select(['environment_id', 'name', 'id']).execute(),
    sql<FormerPropertyRow>`select distinct on (v.resource_id, lower(p ->> 'name')) v.resource_id, p ->> 'name' as name, p ->> 'type' as type, p ->> 'default' as "default"
      from function_version v join function f on f.id = v.resource_id cross join lateral jsonb_array_elements(v.body -> 'properties') p
      where v.version < f.version and not exists (
        select 1 from jsonb_array_elements(f.body -> 'properties') c where lower(c ->> 'name') = lower(p ->> 'name') and c ->> 'type' = p ->> 'type')
      order by v.resource_id, lower(p ->> 'name'), v.version desc`.execute(db),
  ])
  const formerOf = Map.groupBy(former.rows, row => row.resource_id)
  const parents = new Map(environments.map(row => [row.id, row.parent_id]))
  const paths = new Map(
    environments.map(({ id }) => {
      const path: string[] = []
      for (let at: string | null | undefined = id; at != null && !path.includes(at); at = parents.get(at))
        path.unshift(at)
      return [id, path] as const
    }),
  )
  const idsBy = new Map(ids.map(row => [`${row.environment_id}\n${row.name}`, row.id]))
  const [setsIn, functionsIn] = [
    Map.groupBy(sets, row => row.environment_id),
    Map.groupBy(functions, row => row.environment_id),
  ]
  const own = new Map<string, EnvironmentResources>()
  for (const { id: environmentId } of environments) {
    const system = (await systemSets.load(environmentId)).map(
      ({ id, set, names }): PublishedVelocitySet => ({
        id,
        shared: set.name,
        version: 1,
        status: 'active',
        source: { condition: set.condition, velocities: set.velocities.map(({ text }) => text) },
        names,
      }),
    )
    const published = (setsIn.get(environmentId) ?? []).map(({ id, version, status, body }): PublishedVelocitySet => {
      const source = velocitySetSource(body as VelocitySetBody)
      const names = source.velocities.flatMap((text): PublishedVelocity[] => {
        const found = parseVelocity(text)
        const velocityId = found && idsBy.get(`${environmentId}\n${found.name.toLowerCase()}`)
        return found && velocityId !== undefined && velocityId !== null
          ? [{ id: velocityId, name: found.name, environmentId, aggregate: found.aggregate }]
          : []
      })
      return { id, version, status, source, names }
    })
    const all = [...system, ...published]
    own.set(environmentId, {
      sets: all,
      functions: (functionsIn.get(environmentId) ?? []).map(({ id, version, body }) => ({
        id,
        version,
        body: body as FunctionBody,
        former: (formerOf.get(id) ?? []).map(({ name, type, default: text }) => ({
          name,
          type,
          default: parseDeclaredValue(text, type) ?? text,
          code: '',
        })),
      })),
      velocities: new Map(all.flatMap(({ names }) => names.map(info => [info.name.toLowerCase(), info]))),
    })
  }
  return { paths, own }
}
