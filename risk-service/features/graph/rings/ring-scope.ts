import { ringLimits } from '../../../contract/index.ts'
import type { RuleEngine } from '../../../kernel/console-api/context.ts'
import type { Db } from '../../../ports/database.ts'
import { typesIn } from '../../search/catalogue.ts'
import { readSwitch } from '../../search/switch/search-switch.ts'
import type { GraphScope } from '../store/graph-scope.ts'

/** Returns the events of an environment that rings are made of; null where its tenant has no search. */
export type RingScopes = (environmentId: string) => Promise<GraphScope | null>

/** Returns the types of events of an environment that no search finds. */
export type UnsearchedTypes = (environmentId: string) => string[] | Promise<string[]>

/** Creates the reader of these types from the assessments of the engine. */
export const createUnsearchedTypes =
  (engine: Pick<RuleEngine, 'assessments'>): UnsearchedTypes =>
  environmentId =>
    typesIn([environmentId], engine)
      .filter(({ search }) => !search)
      .map(({ key }) => key)

const day = 86_400_000

/** The day before which events are too old for a ring. */
export const oldestAt = (now: Date): Date => new Date(now.getTime() - ringLimits.days * day)

/** Creates the reader of scopes for one run: each is read once. Rings are made of what a search finds, too. */
export function createRingScopes(db: Db, unsearchedTypes: UnsearchedTypes, now: Date): RingScopes {
  const scopes = new Map<string, Promise<GraphScope | null>>()
  const read = async (environmentId: string): Promise<GraphScope | null> => {
    const environment = await db
      .selectFrom('environment')
      .select('tenant_id')
      .where('id', '=', environmentId)
      .executeTakeFirst()
    if (environment === undefined) return null
    const { state, from } = await readSwitch(db, environment.tenant_id)
    if (state !== 'On') return null
    const oldest = oldestAt(now)
    return {
      environmentIds: [environmentId],
      from: from !== null && new Date(from) > oldest ? new Date(from) : oldest,
      to: null,
      excludedTypes: await unsearchedTypes(environmentId),
      conditions: [],
    }
  }
  return environmentId => {
    const scope = scopes.get(environmentId) ?? read(environmentId)
    scopes.set(environmentId, scope)
    return scope
  }
}
