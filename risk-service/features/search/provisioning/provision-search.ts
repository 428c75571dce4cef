import { type SearchFailure, searchInputSchema, searchLimits } from '../../../contract/index.ts'
import type { RuleEngine } from '../../../kernel/console-api/context.ts'
import { loadEnvironmentTree } from '../../../kernel/environments/environment-tree.ts'
import { codeOf } from '../../../kernel/errors/error-code.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import { noMasking } from '../../../kernel/personal-data/masking.ts'
import type { Db } from '../../../ports/database.ts'
import type { Logger, Ports } from '../../../ports/index.ts'
import { notify } from '../../notifications/notify.ts'
import { catalogueIn, typesIn } from '../catalogue.ts'
import { type SearchReader, searchEvents } from '../search.ts'
import { endProvisioning, hasInvalidIndex, loadProvisioning, storeProgress } from '../switch/switch-store.ts'

export interface ProvisionServices {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'> & { log: Logger }
  engine: Pick<RuleEngine, 'assessments'>
  live: LiveHub
  /** Checks the indexes of the events; replaced in tests. */
  hasInvalidIndex?: (db: Db) => Promise<boolean>
}

/**
 * Prepares the search of every tenant that has switched it on. Events are indexed as they are stored; what remains is
 * to make sure that they are found: the indexes are valid, and a search of each type answers in each environment. May
 * be stopped and repeated at any time.
 */
export async function provisionSearches(services: ProvisionServices): Promise<void> {
  for (const { tenantId, from } of await loadProvisioning(services.ports.db)) {
    const failure = await prepareTenant(services, tenantId, from)
    await endPreparation(services, tenantId, failure)
  }
}

async function endPreparation(
  { ports, live }: ProvisionServices,
  tenantId: string,
  failure: SearchFailure | null,
): Promise<void> {
  const publish = await ports.db.transaction().execute(async trx => {
    if (!(await endProvisioning(trx, tenantId, failure)) || failure !== null) return null
    return notify(trx, { ports, live }, { tenantId, environmentId: null, event: 'SearchTurnedOn' })
  })
  publish?.()
}

/** Returns what is in the way of the search; null: nothing. */
async function prepareTenant(
  { ports, engine, hasInvalidIndex: findInvalid = hasInvalidIndex }: ProvisionServices,
  tenantId: string,
  from: Date | null,
): Promise<SearchFailure | null> {
  const { db, clock, log } = ports
  try {
    if (await findInvalid(db)) return 'index'
    const environmentIds = [...(await loadEnvironmentTree(db, tenantId)).keys()]
    for (const [index, environmentId] of environmentIds.entries()) {
      const scope = [environmentId]
      for (const { key, search } of typesIn(scope, engine)) {
        if (!search) continue
        const reader: SearchReader = {
          db,
          scope,
          catalogue: catalogueIn(scope, engine, key),
          now: clock(),
          from,
          signal: undefined,
          seconds: searchLimits.seconds,
          masking: noMasking,
        }
        await searchEvents(reader, searchInputSchema.parse({ environmentId, eventType: key, filter: {}, limit: 1 }))
      }
      await storeProgress(db, tenantId, index + 1, environmentIds.length)
    }
    return null
  } catch (error) {
    log.write(2, 'search.not-prepared', { code: codeOf(error) })
    return error instanceof ConflictError && error.data.reason === 'search.timeout' ? 'timeout' : 'store'
  }
}
