import type { EnvironmentFailure, EnvironmentStatus } from '../../contract/environments/environment-definitions.ts'
import { recordAudit, serviceActor, serviceActorId } from '../../kernel/audit.ts'
import type { EnvironmentEvents } from '../../kernel/environments/environment-events.ts'
import type { EnvironmentRow } from '../../kernel/environments/environment-tree.ts'
import type { Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'
import { insertDefaultRules } from '../rules/defaults/default-rules.ts'
import { TemplateApplicationError } from '../templates/apply-template.ts'
import { findApplication, findEnvironmentRow, purgeEnvironment, removalStatuses, removeAccess } from './store.ts'
import { changeStatus, type TransitionOptions } from './transitions.ts'
import { findTreeFault } from './tree-health.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Time without progress after which an environment has failed. */
const statusTimeoutsMs = { New: 15 * minute, Creating: 60 * minute, SoftDeleting: 60 * minute } as const
/** Delays before a failed removal is retried: after the first failure, the second, and every further one. */
const purgeRetryDelaysMs = [hour, 4 * hour, 24 * hour] as const
/** Calls that were accepted before the removal have ended after this time. */
const drainMs = 10 * second

export interface ProvisioningContext extends Ports {
  environments: EnvironmentEvents
  /** Reloads the engine after an environment was created or removed. */
  reloadRules: () => Promise<void>
  /** Prepares the data of an environment; replaced in tests. */
  prepare?: (db: Db, row: EnvironmentRow) => Promise<void>
  /** Applies the template of an environment; returns true when it has one. */
  applyTemplate?: (row: EnvironmentRow) => Promise<boolean>
  purge?: (db: Db, id: string) => Promise<unknown>
  /** Removes the uploaded files of an environment; absent: there are none. */
  removeFiles?: (id: string) => Promise<void>
}

/**
 * Advances every environment as far as possible: creates the new ones, ends access to and purges the removed ones,
 * fails those that exceed a time-out, and checks for faults. Its whole state is in the rows, so that a stop at any
 * point only delays it. Returns the seconds until more is due, if that is soon.
 */
export async function advanceEnvironments(service: ProvisioningContext): Promise<{ again: number | null }> {
  await checkHealth(service)
  const rows = await service.db
    .selectFrom('environment')
    .selectAll()
    .where('status', 'not in', ['Active', 'Error', 'CreateFailed', 'Deleted'])
    .orderBy('status_at')
    .orderBy('id')
    .execute()
  let again: number | null = null
  for (const row of rows) {
    let at: EnvironmentRow | null = row
    while (at !== null) {
      const step: EnvironmentRow | number | null = await advanceEnvironment(service, at)
      if (typeof step === 'number') again = again === null ? step : Math.min(again, step)
      at = typeof step === 'number' ? null : step
    }
  }
  return { again }
}

/** Advances an environment by one step. Returns its new row, the seconds to wait, or null when its status is final. */
async function advanceEnvironment(
  service: ProvisioningContext,
  row: EnvironmentRow,
): Promise<EnvironmentRow | number | null> {
  const age = service.clock().getTime() - row.status_at.getTime()
  switch (row.status as EnvironmentStatus) {
    case 'New':
      return age > statusTimeoutsMs.New
        ? moveTo(service, row, 'CreateFailed', { failure: 'timedOut' })
        : moveTo(service, row, 'Creating')
    case 'Creating':
      if (age > statusTimeoutsMs.Creating) return moveTo(service, row, 'CreateFailed', { failure: 'timedOut' })
      return attemptStep(service, row, 'CreateFailed', 'provisioning', async () => {
        await (service.prepare ?? prepareEnvironment)(service.db, row)
        const applied = (await service.applyTemplate?.(row)) ?? false
        // Environments below inherit them. A template contains the rules that its original had.
        if (row.parent_id === null && !applied)
          await insertDefaultRules(service.db, service, { id: serviceActorId, name: 'Assay' }, row.id)
        await service.reloadRules()
        return moveTo(service, row, 'Active', {}, trx => grantApplication(trx, service, row))
      })
    case 'SoftDeleting':
      if (age > statusTimeoutsMs.SoftDeleting) return moveTo(service, row, 'Error', { failure: 'timedOut' })
      if (age < drainMs) return Math.ceil((drainMs - age) / second)
      return attemptStep(service, row, 'Error', 'removal', () =>
        moveTo(service, row, 'Deleting', {}, trx => removeAccess(trx, row)),
      )
    case 'Deleting':
      return removeStep(service, row)
    case 'DeleteFailed':
      return row.retry_at !== null && row.retry_at <= service.clock()
        ? moveTo(service, row, 'Deleting', { attempts: row.attempts })
        : null
    default:
      return null
  }
}

/**
 * Tries a step. Without the database the failure cannot be stored either: then the run ends, and the next one retries.
 */
async function attemptStep(
  service: ProvisioningContext,
  row: EnvironmentRow,
  failed: EnvironmentStatus,
  failure: EnvironmentFailure,
  step: () => Promise<EnvironmentRow | null>,
): Promise<EnvironmentRow | null> {
  try {
    return await step()
  } catch (error) {
    service.log.write(3, 'environments.step-failed', {
      environmentId: row.id,
      status: row.status,
      cause:
        error instanceof TemplateApplicationError ? error.message : error instanceof Error ? error.name : 'unknown',
    })
    return moveTo(service, row, failed, { failure: error instanceof TemplateApplicationError ? 'template' : failure })
  }
}

async function removeStep(service: ProvisioningContext, row: EnvironmentRow): Promise<EnvironmentRow | null> {
  try {
    await (service.purge ?? purgeEnvironment)(service.db, row.id)
    await service.removeFiles?.(row.id)
    await service.reloadRules()
    return await moveTo(service, row, 'Deleted')
  } catch (error) {
    const attempts = row.attempts + 1
    const wait = purgeRetryDelaysMs[Math.min(attempts, purgeRetryDelaysMs.length) - 1] ?? 24 * hour
    const next = await moveTo(service, row, 'DeleteFailed', {
      attempts,
      retryAt: new Date(service.clock().getTime() + wait),
    })
    service.log.write(4, 'environments.purge-failed', {
      environmentId: row.id,
      attempts,
      cause: error instanceof Error ? error.name : 'unknown',
    })
    return next
  }
}

/**
 * Changes the status in a transaction of its own, and notifies after the commit. Null when another process changed it
 * in the meantime.
 */
async function moveTo(
  service: ProvisioningContext,
  row: EnvironmentRow,
  to: EnvironmentStatus,
  options: TransitionOptions = {},
  work?: (trx: Db) => Promise<void>,
): Promise<EnvironmentRow | null> {
  const current = await findEnvironmentRow(service.db, row.id)
  if (current?.status !== row.status) return null
  const change = await service.db.transaction().execute(async trx => {
    await work?.(trx)
    return changeStatus(trx, service, serviceActor(row.tenant_id, service.newId()), row, to, options)
  })
  service.environments.onEnvironmentChange(change)
  return findEnvironmentRow(service.db, row.id)
}

/**
 * Checks the tables of events, which are shared and partitioned by month: it is enough that they can be read for this
 * environment.
 */
async function prepareEnvironment(db: Db, row: EnvironmentRow): Promise<void> {
  if (findTreeFault(row, await loadFamily(db, row.tenant_id)) !== null)
    throw new Error('The environment has no sound place in its tree.')
  await db.selectFrom('event').select('event_id').where('environment_id', '=', row.id).limit(1).execute()
  await db.selectFrom('event_hour').select('hour').where('environment_id', '=', row.id).limit(1).execute()
}

/** Assigns the application that was named at creation its role here. */
async function grantApplication(trx: Db, service: ProvisioningContext, row: EnvironmentRow): Promise<void> {
  if (row.application_id === null) return
  const principal = await findApplication(trx, row.tenant_id, row.application_id)
  if (principal === null) throw new Error('The application is gone.')
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('role_assignment')
    .values({
      tenant_id: row.tenant_id,
      environment_id: row.id,
      principal_id: principal,
      role: 'RiskApi',
      created_at: service.clock(),
    })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return
  await recordAudit(trx, serviceActor(row.tenant_id, service.newId()), {
    id: service.newId(),
    at: service.clock(),
    environmentId: row.id,
    resource: { type: 'ApplicationAccess', id: principal, name: row.application_id },
    operation: 'Create',
    before: [],
    after: ['Risk_API'],
  })
}

async function loadFamily(db: Db, tenantId: string): Promise<Map<string, EnvironmentRow>> {
  const rows = await db.selectFrom('environment').selectAll().where('tenant_id', '=', tenantId).execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** Fails an environment with a permanent fault; after a repair, the environment is Active again. */
async function checkHealth(service: ProvisioningContext): Promise<void> {
  const rows = await service.db
    .selectFrom('environment')
    .selectAll()
    .where('status', 'not in', removalStatuses)
    .execute()
  for (const [tenantId, own] of Map.groupBy(rows, row => row.tenant_id)) {
    const suspects = own.filter(
      row => row.status === 'Active' || (row.status === 'Error' && row.failure === 'brokenTree'),
    )
    const family = new Map(own.map(row => [row.id, row]))
    for (const row of suspects) {
      const fault = findTreeFault(row, family)
      if (fault !== null && row.status === 'Active') {
        service.log.write(3, 'environments.fault', { environmentId: row.id, tenantId, fault })
        await moveTo(service, row, 'Error', { failure: 'brokenTree' })
      }
      if (fault === null && row.status === 'Error') await moveTo(service, row, 'Active')
    }
  }
}
