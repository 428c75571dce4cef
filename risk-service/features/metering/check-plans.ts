import { sql } from 'kysely'
import { cycleOf, daysBetween } from '../../contract/metering/billing-cycle.ts'
import { meteredCapabilities, reachedMark, usageMarks } from '../../contract/metering/metering-definitions.ts'
import type { NotificationEvent } from '../../contract/notifications/notification-topics.ts'
import type { LiveHub } from '../../kernel/live/live-hub.ts'
import { meteredDayOf } from '../../kernel/metering/metered-units.ts'
import type { Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'
import { notify } from '../notifications/notify.ts'
import { cycleRuleOf, loadPlan, unitsByCapability } from './plan.ts'
import { loadMeteredEnvironments, sumCapabilities } from './store.ts'

export interface PlanCheck {
  ports: Pick<Ports, 'db' | 'clock' | 'newId'>
  live: Pick<LiveHub, 'publish'>
}

/** What is announced of a plan: each once in a cycle. */
interface PlanNotice {
  /** A capability, or the plan itself. */
  subject: string
  mark: string
  event: NotificationEvent
  params: Record<string, string | number>
}

/** Days before the end of a plan on which it is announced. */
const expiryDays = [30, 7, 1] as const

/** Announces which entitlements have reached a mark, and which plans end, each once in a billing cycle. */
export async function checkPlans(check: PlanCheck): Promise<void> {
  const tenants = await check.ports.db.selectFrom('tenant').select('id').execute()
  for (const { id } of tenants) await checkPlan(check, id)
}

async function checkPlan(check: PlanCheck, tenantId: string): Promise<void> {
  const { db, clock } = check.ports
  const today = meteredDayOf(clock())
  const { version, plan } = await loadPlan(db, tenantId, today)
  // Nothing was agreed on.
  if (version === 0) return
  const cycle = cycleOf(cycleRuleOf(plan), today)
  const environments = await loadMeteredEnvironments(db, tenantId)
  const used = unitsByCapability(
    await sumCapabilities(
      db,
      environments.map(({ id }) => id),
      cycle,
    ),
  )
  const notices: PlanNotice[] = []
  for (const capability of meteredCapabilities) {
    const reached = reachedMark(used[capability], plan.purchased[capability])
    for (const mark of usageMarks)
      if (reached !== null && mark <= reached)
        notices.push({
          subject: capability,
          mark: String(mark),
          event: 'PlanUsed',
          params: { capability, share: mark / 100 },
        })
  }
  for (const notice of notices) await announce(check, { tenantId, cycleStart: cycle.from }, notice)
  const { endsOn } = plan
  // Its end belongs to no cycle.
  if (endsOn !== null)
    for (const notice of expiryNotices(endsOn, today)) await announce(check, { tenantId, cycleStart: endsOn }, notice)
}

/** What is due of a plan that ends: the nearest announcement, or that it is over. */
function expiryNotices(endsOn: string, today: string): PlanNotice[] {
  if (today > endsOn) return [{ subject: 'plan', mark: 'expired', event: 'PlanExpired', params: {} }]
  const left = daysBetween(today, endsOn) - 1
  const due = expiryDays.findLast(days => left <= days)
  return due === undefined
    ? []
    : [{ subject: 'plan', mark: `expires-${due}`, event: 'PlanExpires', params: { days: left } }]
}

interface NoticePlace {
  tenantId: string
  cycleStart: string
}

/** Notifies in the transaction that records it: of two processes, one records it. */
async function announce(
  { ports, live }: PlanCheck,
  { tenantId, cycleStart }: NoticePlace,
  { subject, mark, event, params }: PlanNotice,
): Promise<void> {
  const publish = await ports.db
    .transaction()
    .execute(async trx =>
      (await isFirst(trx, { tenantId, cycleStart, subject, mark, at: ports.clock() }))
        ? notify(trx, { ports, live }, { tenantId, environmentId: null, event, params })
        : null,
    )
  publish?.()
}

async function isFirst(
  trx: Db,
  { tenantId, cycleStart, subject, mark, at }: NoticePlace & Pick<PlanNotice, 'subject' | 'mark'> & { at: Date },
): Promise<boolean> {
  const { rows } = await sql`insert into plan_notice (tenant_id, cycle_start, subject, mark, at)
    values (${tenantId}::uuid, ${cycleStart}::date, ${subject}, ${mark}, ${at}::timestamptz)
    on conflict do nothing returning mark`.execute(trx)
  return rows.length > 0
}
