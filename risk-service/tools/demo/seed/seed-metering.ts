import { sql } from 'kysely'
import { cycleOf } from '../../../contract/metering/billing-cycle.ts'
import type { Plan } from '../../../contract/metering/plan.ts'
import { meteredDayOf } from '../../../kernel/metering/metered-units.ts'
import { writeSetting } from '../../../kernel/store/setting-store.ts'
import type { Db } from '../../../ports/database.ts'

/** A cycle that began before the history of the demo. */
const cycleRule = { startsOn: '2026-01-12', months: 12 }

/**
 * Counts the history as if its events had been calls: they were decided without any. What is called while the demo is
 * being set up counts by itself, and is newer than the history.
 */
export async function seedMetering(db: Db, tenantId: string, now: Date): Promise<void> {
  await sql`
    insert into metered_day (environment_id, day, capability, api_name, experience, response, units)
    select e.environment_id, (e.at at time zone 'UTC')::date, c.capability, c.api_name, e.assessment_type, '2xx', count(*)
    from event e join environment n on n.id = e.environment_id and n.tenant_id = ${tenantId}::uuid
    cross join lateral (select
      case when e.event_type = 'purchase' then 'purchase'
        when a.template in ('CardPayment', 'MoneyTransfer') then 'purchase'
        when a.template in ('LoyaltyProgram', 'SoftwarePiracy') then 'lossPrevention' else 'account' end as capability,
      case e.event_type when 'purchase' then 'v1.0/MerchantServices/Events/Purchase'
        when 'accountcreation' then 'v1.0/Action/Create' when 'accountlogin' then 'v1.0/Action/Login'
        else 'v1.0/Assessment/' || e.event_type end as api_name
      from (select 1) as one left join assessment a on lower(a.api_name) = lower(e.event_type)) c
    where e.at < ${now}::timestamptz group by 1, 2, 3, 4, 5, 6
    on conflict do nothing`.execute(db)
  const { from } = cycleOf(cycleRule, meteredDayOf(now))
  const { rows } = await sql<{ capability: string; units: number }>`
    select d.capability, sum(d.units)::bigint as units from metered_day d join environment n on n.id = d.environment_id
    where n.tenant_id = ${tenantId}::uuid and n.kind = 'production' and d.day >= ${from}::date group by 1`.execute(db)
  const usedOf = (capability: string) => rows.find(each => each.capability === capability)?.units ?? 0
  /** So much that a share of it is used, in whole thousands. */
  const purchasedFor = (used: number, share: number) => Math.max(1, Math.round(used / share / 1000)) * 1000
  const plan: Plan = {
    name: 'Business',
    startsOn: cycleRule.startsOn,
    cycleMonths: cycleRule.months,
    endsOn: null,
    purchased: {
      purchase: purchasedFor(usedOf('purchase'), 0.84),
      account: purchasedFor(usedOf('account'), 0.65),
      lossPrevention: 100_000,
    },
    monthlyCost: null,
  }
  await writeSetting(db, tenantId, 'metering.plan', { ...plan, version: 1 })
}
