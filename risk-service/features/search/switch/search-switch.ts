import type { SearchSwitch, SearchSwitchDetails } from '../../../contract/index.ts'
import { auditChange } from '../../../kernel/audit.ts'
import type { EnvironmentCallContext } from '../../../kernel/console-api/context.ts'
import { rootIdOf } from '../../../kernel/environments/environment-tree.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import { beginProvisioning, countSearchable, findSwitch, lockSwitch, switchOf } from './switch-store.ts'

/** Returns whether a tenant has the search. */
export async function readSwitch(db: Db, tenantId: string): Promise<SearchSwitch> {
  return switchOf(await findSwitch(db, tenantId))
}

/**
 * Returns the time from which a tenant's events are found; null: all of them.
 * @throws ConflictError `search.off` while the tenant has no search
 */
export async function loadSearchStart(db: Db, tenantId: string): Promise<Date | null> {
  const { state, from } = await readSwitch(db, tenantId)
  if (state !== 'On')
    throw new ConflictError(
      state === 'Off'
        ? 'The search is off. A Product admin can turn it on under Admin settings.'
        : 'The search is being prepared. Try again in a moment.',
      { reason: 'search.off' },
    )
  return from === null ? null : new Date(from)
}

/** Returns the search of the caller's tenant as its administrators see it. */
export async function describeSwitch({
  db,
  principal,
  tree,
  engine,
}: EnvironmentCallContext): Promise<SearchSwitchDetails> {
  const row = await findSwitch(db, principal.tenantId)
  const assessments = [...tree.values()].flatMap(environment =>
    engine
      .assessments(environment.id)
      .filter(({ search }) => !search)
      .map(assessment => ({ environment, assessment })),
  )
  const searchable = switchOf(row)
  const { events, newestAt } =
    searchable.state === 'On'
      ? await countSearchable(
          db,
          [...tree.keys()],
          row?.from_at ?? null,
          assessments.map(({ environment, assessment }) => ({
            environmentId: environment.id,
            eventType: assessment.key,
          })),
        )
      : { events: 0, newestAt: null }
  return {
    ...searchable,
    by: row?.requested_by_name ?? null,
    prepared: row?.prepared ?? 0,
    environments: row?.environments ?? 0,
    failure: row?.failure ?? null,
    events,
    newestAt: newestAt?.toISOString() ?? null,
    // A root environment made them, and the ones below it have them, too.
    excluded: assessments
      .filter(({ environment }) => environment.parentId === null)
      .map(({ environment, assessment: { id, name } }) => ({
        id,
        name,
        environmentId: environment.id,
        environment: environment.friendlyName,
      })),
  }
}

/**
 * Switches the search on: events that are processed from now on will be found as soon as it is prepared. A search that
 * is on, or being prepared, stays as it is; one whose preparation failed begins anew.
 */
export async function enableSearch(context: EnvironmentCallContext, environmentId: string): Promise<SearchSwitch> {
  const { db, ports, principal, actorRoles, correlationId, tree } = context
  const { tenantId } = principal
  await db.transaction().execute(async trx => {
    const { state } = await lockSwitch(trx, tenantId)
    if (state !== 'Off') return
    await beginProvisioning(trx, tenantId, { from: ports.clock(), by: principal, environments: tree.size })
    await auditChange(
      trx,
      // The switch is the tenant's: its entry in the log stands with the root.
      { ports, principal, roles: actorRoles, correlationId, environmentId: rootIdOf(tree, environmentId) },
      { type: 'SearchSwitch', id: tenantId, name: 'Search' },
      { operation: 'Activate', before: { state }, after: { state: 'Provisioning' } },
    )
  })
  context.search.wake()
  return readSwitch(db, tenantId)
}
