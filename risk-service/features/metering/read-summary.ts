import {
  type BillingCycle,
  cycleOf,
  cyclesBetween,
  daysBetween,
  daysPassed,
  monthsOf,
  projectUse,
  shareByMonth,
} from '../../contract/metering/billing-cycle.ts'
import {
  type MeteredCapability,
  meteredApiOf,
  meteredCapabilities,
} from '../../contract/metering/metering-definitions.ts'
import type { CapabilityUse, UsageSummary } from '../../contract/metering/usage.ts'
import { meteredDayOf } from '../../kernel/metering/metered-units.ts'
import type { Db } from '../../ports/database.ts'
import { cycleRuleOf, loadPlan } from './plan.ts'
import { firstMeteredDay, type MonthUse, sumMonths } from './store.ts'
import { idsOf, type UseScope } from './use-scope.ts'

export interface UseRequest {
  db: Db
  tenantId: string
  now: Date
  signal: AbortSignal | undefined
  scope: UseScope
}

/** Reads what the environments have used in a billing cycle, beside what the tenant has purchased. */
export async function readSummary(
  { db, tenantId, now, signal, scope }: UseRequest,
  { day }: { day?: string | undefined },
): Promise<UsageSummary> {
  const today = meteredDayOf(now)
  const { plan } = await loadPlan(db, tenantId, today)
  const rule = cycleRuleOf(plan)
  const cycle = cycleOf(rule, day ?? today)
  const tenantIds = idsOf(scope.tenant)
  const [uses, first] = await Promise.all([
    sumMonths(db, { tenantIds, environmentIds: idsOf(scope.environments), ...cycle, signal }),
    firstMeteredDay(db, tenantIds),
  ])
  const isCurrent = cycle.from <= today && today <= cycle.to
  return {
    updatedAt: now.toISOString(),
    cycles: cyclesBetween(rule, first ?? today, today),
    cycle: {
      ...cycle,
      isCurrent,
      daysLeft: isCurrent ? daysBetween(cycle.from, cycle.to) - daysPassed(cycle, today) - 1 : 0,
    },
    capabilities: meteredCapabilities.map(capability =>
      describeUse(
        capability,
        plan.purchased[capability],
        uses.filter(each => each.capability === capability),
        { cycle, today, isCurrent },
      ),
    ),
  }
}

function describeUse(
  capability: MeteredCapability,
  purchased: number | null,
  uses: readonly MonthUse[],
  { cycle, today, isCurrent }: { cycle: BillingCycle; today: string; isCurrent: boolean },
): CapabilityUse {
  const months = monthsOf(cycle)
  const shares = purchased === null ? null : shareByMonth(purchased, months)
  const used = sumOf(uses, ({ units }) => units)
  const tenantUsed = sumOf(uses, ({ tenantUnits }) => tenantUnits)
  const project = (units: number): number | null => (isCurrent ? projectUse(units, cycle, today) : null)
  return {
    capability,
    purchased,
    used,
    tenantUsed,
    projected: project(used),
    tenantProjected: project(tenantUsed),
    apiNames: [
      ...new Set(
        uses
          .filter(({ apiName, units }) => units > 0 && meteredApiOf(apiName)?.kind === 'tenant')
          .map(({ apiName }) => apiName),
      ),
    ].sort(),
    months: months.map((month, index) => ({
      ...month,
      state: month.from > today ? 'future' : month.to < today ? 'past' : 'running',
      purchased: shares?.[index] ?? null,
      used: sumOf(
        uses.filter(each => each.month === month.month),
        ({ units }) => units,
      ),
    })),
  }
}

const sumOf = <Item>(items: readonly Item[], unitsOf: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + unitsOf(item), 0)
