import { addDays } from '../../contract/common/days.ts'
import { growthDays, leastMeasuredCalls, projectNeeds } from '../../contract/metering/capacity.ts'
import type { Outlook } from '../../contract/metering/outlook.ts'
import { priceMonth } from '../../contract/metering/price-table.ts'
import { summaryInputSchema } from '../../contract/reports/reports.ts'
import type { EnvironmentCallContext } from '../../kernel/console-api/context.ts'
import { scopeOf } from '../../kernel/environments/environment-tree.ts'
import { meteredDayOf } from '../../kernel/metering/metered-units.ts'
import { loadSummary } from '../reports/summary/load-summary.ts'
import { listReportedAssessments } from '../reports/summary/report-scope.ts'
import { busiestHour, isOnlyTenant, measureStore, sumByMonth, sumCalls } from './outlook-store.ts'
import { loadPlan, unitsByCapability } from './plan.ts'
import { loadMeteredEnvironments } from './store.ts'

type OutlookCall = Pick<EnvironmentCallContext, 'db' | 'ports' | 'principal' | 'tree' | 'engine' | 'metering'>

/** Calendar months that are over and still in reports. */
const costMonths = 3

/** Reads what a stopped fraud has cost, and what the installation needs in 90 days at its growth. */
export async function readOutlook(call: OutlookCall): Promise<Outlook> {
  const today = meteredDayOf(call.ports.clock())
  const [cost, capacity] = [await readCost(call, today), await readCapacity(call, today)]
  return { cost, capacity }
}

async function readCost(call: OutlookCall, today: string): Promise<Outlook['cost']> {
  const { db, principal } = call
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  const names = Array.from({ length: costMonths }, (_, index) =>
    new Date(Date.UTC(year, month - 1 - costMonths + index, 1)).toISOString().slice(0, 7),
  )
  const range = { from: `${names[0] ?? ''}-01`, to: addDays(`${today.slice(0, 7)}-01`, -1) }
  const { plan } = await loadPlan(db, principal.tenantId, today)
  const environments = await loadMeteredEnvironments(db, principal.tenantId)
  const units = await sumByMonth(
    db,
    environments.map(({ id }) => id),
    range,
  )
  const months = names.map(name => ({
    month: name,
    dollars: plan.monthlyCost ?? priceMonth(unitsByCapability(units.filter(each => each.month === name))),
  }))
  const dollars = Math.round(months.reduce((sum, each) => sum + each.dollars, 0) * 10_000) / 10_000
  const stoppedFrauds = await countStoppedFrauds(call, range)
  return {
    months,
    dollars,
    source: plan.monthlyCost === null ? 'prices' : 'plan',
    stoppedFrauds,
    perStoppedFraud: stoppedFrauds === 0 ? null : dollars / stoppedFrauds,
  }
}

/** Counts the fraud of a range that was rejected, in the reports of all production roots. */
async function countStoppedFrauds(call: OutlookCall, range: { from: string; to: string }): Promise<number> {
  let frauds = 0
  const roots = [...call.tree.values()].filter(({ parentId, kind }) => parentId === null && kind === 'production')
  for (const { id: environmentId } of roots) {
    const reportCall = { ...call, scope: scopeOf(call.tree, environmentId) }
    for (const { eventType, reported } of listReportedAssessments(reportCall, environmentId)) {
      if (!reported) continue
      const input = summaryInputSchema.parse({
        environmentId,
        assessment: eventType,
        grain: 'month',
        ruleDecisions: ['Reject'],
        ...range,
      })
      frauds += (await loadSummary(reportCall, input)).kpis.fraudVolume
    }
  }
  return frauds
}

async function readCapacity({ db, metering, principal }: OutlookCall, today: string): Promise<Outlook['capacity']> {
  if (!(await isOnlyTenant(db, principal.tenantId))) return null
  // Whole days: today is not over.
  const to = addDays(today, -1)
  const from = addDays(to, 1 - growthDays)
  const before = { from: addDays(from, -growthDays), to: addDays(from, -1) }
  const [calls, callsBefore, peakHour, { events, bytes }] = [
    await sumCalls(db, { from, to }),
    await sumCalls(db, before),
    await busiestHour(db, { from, to }),
    await measureStore(db),
  ]
  const measured = metering.processor()
  const processorMs =
    measured === null || measured.calls < leastMeasuredCalls ? null : measured.milliseconds / measured.calls
  const bytesPerEvent = events === 0 ? null : bytes / events
  const { growth, ...later } = projectNeeds({
    calls,
    callsBefore,
    peakHour,
    processorMs,
    storedBytes: bytes,
    bytesPerEvent,
  })
  return {
    days: growthDays,
    calls,
    callsBefore,
    growth,
    peakHour,
    processorMs,
    measuredCalls: measured?.calls ?? 0,
    storedEvents: events,
    storedBytes: bytes,
    bytesPerEvent,
    later,
  }
}
