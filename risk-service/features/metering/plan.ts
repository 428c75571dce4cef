import { sql } from 'kysely'
import { z } from 'zod'
import { cycleOf, daysBetween, daysPassed, monthsOf } from '../../contract/metering/billing-cycle.ts'
import {
  type MeteredCapability,
  meteredCapabilities,
  reachedMark,
  usageMarks,
} from '../../contract/metering/metering-definitions.ts'
import { type Plan, planSchema } from '../../contract/metering/plan.ts'
import type { StoredPlan } from '../../contract/metering/usage.ts'
import { type AuditContext, auditChange } from '../../kernel/audit.ts'
import { createVersionConflict } from '../../kernel/errors/version-conflict.ts'
import { meteredDayOf } from '../../kernel/metering/metered-units.ts'
import { isSameJson } from '../../kernel/same-json.ts'
import { readSetting, writeSetting } from '../../kernel/store/setting-store.ts'
import type { Db } from '../../ports/database.ts'
import { loadMeteredEnvironments, sumCapabilities } from './store.ts'

/** Setting (scope: tenant id) with the plan of the tenant. */
const planSetting = 'metering.plan'

const versionSchema = z.object({ version: z.number().int().default(0) })
export interface VersionedPlan {
  /** 0 before the first change. */
  version: number
  plan: Plan
}

/** The plan of an installation for which nobody has agreed on anything: calendar years without a limit. */
const defaultPlan = (today: string): Plan => ({
  name: '',
  startsOn: `${today.slice(0, 4)}-01-01`,
  cycleMonths: 12,
  endsOn: null,
  purchased: { purchase: null, account: null, lossPrevention: null },
  monthlyCost: null,
})

export async function loadPlan(db: Db, tenantId: string, today: string): Promise<VersionedPlan> {
  const value = await readSetting(db, tenantId, planSetting)
  return value === undefined
    ? { version: 0, plan: defaultPlan(today) }
    : { version: versionSchema.parse(value).version, plan: planSchema.parse(value) }
}

export const cycleRuleOf = ({ startsOn, cycleMonths }: Plan) => ({ startsOn, months: cycleMonths })

interface PlanReader {
  db: Db
  tenantId: string
  now: Date
}

/** Returns the plan with its running cycle, and what the running month is priced by. */
export async function readPlan({ db, tenantId, now }: PlanReader): Promise<StoredPlan> {
  const today = meteredDayOf(now)
  const [{ version, plan }, environments] = await Promise.all([
    loadPlan(db, tenantId, today),
    loadMeteredEnvironments(db, tenantId),
  ])
  const cycle = cycleOf(cycleRuleOf(plan), today)
  const month = today.slice(0, 7)
  const [calendarMonth] = monthsOf({ from: `${month}-01`, to: today })
  const used = await sumCapabilities(
    db,
    environments.map(({ id }) => id),
    { from: calendarMonth?.from ?? today, to: today },
  )
  return {
    version,
    plan,
    cycle: { ...cycle, daysLeft: daysBetween(cycle.from, cycle.to) - daysPassed(cycle, today) - 1 },
    month: { month, units: unitsByCapability(used) },
    roots: environments
      .filter(({ parentId, isDeleted }) => parentId === null && !isDeleted)
      .map(({ id, name }) => ({ id, name })),
  }
}

export const unitsByCapability = (
  used: readonly { capability: MeteredCapability; units: number }[],
): Record<MeteredCapability, number> =>
  Object.fromEntries(
    meteredCapabilities.map(each => [each, used.find(({ capability }) => capability === each)?.units ?? 0]),
  ) as Record<MeteredCapability, number>

/** Replaces the plan of the tenant. @throws ConflictError `version.conflict` */
export async function savePlan(
  { db, tenantId, now }: PlanReader,
  actor: AuditContext,
  { baseVersion, plan }: { baseVersion: number; plan: Plan },
): Promise<void> {
  await db.transaction().execute(async trx => {
    // Also where the setting does not exist yet: two saves wait for each other.
    await trx.selectFrom('tenant').select('id').where('id', '=', tenantId).forUpdate().execute()
    const stored = await loadPlan(trx, tenantId, meteredDayOf(now))
    if (stored.version > 0 && isSameJson(stored.plan, plan)) return
    if (stored.version !== baseVersion)
      throw createVersionConflict('Somebody else changed the plan meanwhile.', { version: stored.version })
    await writeSetting(trx, tenantId, planSetting, { ...plan, version: stored.version + 1 })
    await removeNotices(trx, { tenantId, now }, plan)
    await auditChange(
      trx,
      actor,
      { type: 'Subscription', id: tenantId, name: 'Plan' },
      { operation: 'Update', before: stored.plan, after: plan },
    )
  })
}

/** Removes notices of the running cycle whose marks a raised entitlement has moved out of reach: they come again. */
async function removeNotices(trx: Db, { tenantId, now }: Omit<PlanReader, 'db'>, plan: Plan): Promise<void> {
  const cycle = cycleOf(cycleRuleOf(plan), meteredDayOf(now))
  const environments = await loadMeteredEnvironments(trx, tenantId)
  const ids = environments.map(({ id }) => id)
  const used = unitsByCapability(await sumCapabilities(trx, ids, cycle))
  for (const capability of meteredCapabilities) {
    const reached = reachedMark(used[capability], plan.purchased[capability])
    const open = usageMarks.filter(mark => reached === null || mark > reached).map(String)
    await sql`delete from plan_notice where tenant_id = ${tenantId}::uuid and cycle_start = ${cycle.from}::date
      and subject = ${capability} and mark = any(${open}::text[])`.execute(trx)
  }
}
