import { allows, type RoleId } from '../../../contract/index.ts'
import { levelIn } from '../../../kernel/access/authorize.ts'
import { type EnvironmentTree, loadEnvironmentTree, scopeOf } from '../../../kernel/environments/environment-tree.ts'
import type { LiveHub } from '../../../kernel/live/live-hub.ts'
import type { Ports } from '../../../ports/index.ts'
import { notify } from '../../notifications/notify.ts'
import { dayNumberOf } from '../figures/periods.ts'
import { claimDueAlerts, pauseAlert, type StoredAlert, writeCheck } from './alert-store.ts'
import { fires, readAlertValue } from './alert-value.ts'

/** Alerts are checked every 15 minutes; a job that starts a little early must not leave one out. */
const checkedAgainMs = 14 * 60_000

export interface AlertServices {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  live: LiveHub
}

/**
 * Checks the alerts of all environments that are due. The owner is notified at most once a day of UTC; an alert whose
 * owner may not read the report any more is switched off.
 */
export async function checkAlerts(services: AlertServices): Promise<void> {
  const { db, clock } = services.ports
  const now = clock()
  const due = await claimDueAlerts(db, now, new Date(now.getTime() - checkedAgainMs))
  const tenants = new Map<string, EnvironmentTree>()
  for (const alert of due) {
    const tenantId = await findTenant(services, alert.environment_id)
    const tree = tenants.get(tenantId) ?? (await loadEnvironmentTree(db, tenantId))
    tenants.set(tenantId, tree)
    if (await mayRead(services, alert, tenantId, tree)) await checkAlert(services, alert, { tenantId, tree, now })
    else await pauseAlert(db, alert.id, now)
  }
}

async function findTenant({ ports }: AlertServices, environmentId: string): Promise<string> {
  const row = await ports.db
    .selectFrom('environment')
    .select('tenant_id')
    .where('id', '=', environmentId)
    .executeTakeFirstOrThrow()
  return row.tenant_id
}

/** Whether the stored assignments of the owner allow the report; those of a directory cannot be checked here. */
async function mayRead(
  { ports }: AlertServices,
  { owner_id, owner_by_directory, environment_id }: StoredAlert,
  tenantId: string,
  tree: EnvironmentTree,
): Promise<boolean> {
  if (owner_by_directory) return true
  const rows = await ports.db
    .selectFrom('role_assignment')
    .select(['role', 'environment_id'])
    .where('tenant_id', '=', tenantId)
    .where('principal_id', '=', owner_id)
    .execute()
  const assignments = rows.map(row => ({ role: row.role as RoleId, environmentId: row.environment_id }))
  return allows(levelIn({ wids: [], assignments }, environment_id, 'cases.report', tree), 'read')
}

async function checkAlert(
  services: AlertServices,
  alert: StoredAlert,
  { tenantId, tree, now }: { tenantId: string; tree: EnvironmentTree; now: Date },
): Promise<void> {
  const { db } = services.ports
  const { environment_id: environmentId, settings, notified_at: notifiedAt } = alert
  const figure = await readAlertValue(db, settings, scopeOf(tree, environmentId), now.getTime())
  const isFirstToday = notifiedAt === null || dayNumberOf(notifiedAt.getTime()) < dayNumberOf(now.getTime())
  const notifies = isFirstToday && fires(settings, figure)
  const publish = await db.transaction().execute(async trx => {
    await writeCheck(trx, alert.id, figure, notifies ? now : null)
    if (!notifies) return null
    const params = { name: alert.name }
    return notify(trx, services, { tenantId, environmentId, event: 'ReportAlert', userId: alert.owner_id, params })
  })
  publish?.()
}
