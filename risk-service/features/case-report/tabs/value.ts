import type { ReportInput } from '../../../contract/cases/report/report-input.ts'
import type { ReportValue } from '../../../contract/cases/report/report-tabs.ts'
import { loadReportCosts } from '../../cases/store/settings-store.ts'
import { byPeriod } from '../figures/periods.ts'
import { valueOf } from '../figures/value.ts'
import { queueOf, readQueues } from '../reads/queue-reads.ts'
import { equals, linksOf } from '../scope/links.ts'
import { frameOf, openReport, type ReportCall, startOf } from '../scope/report-scope.ts'
import { outcomesOf } from './outcomes.ts'
import { assessmentsOf, readBoth } from './range-facts.ts'

/** Fields of decisions of this tab. */
const decisionFields = ['queueId', 'amountUsd', 'decision'] as const

/** Returns the amounts of decisions, fraud stopped and missed, and what review costs. */
export async function loadValue(call: ReportCall, input: ReportInput, signal?: AbortSignal): Promise<ReportValue> {
  const scope = await openReport(call, input)
  const [[current, previous], costs] = await Promise.all([
    readBoth(call, scope, decisionFields, signal),
    loadReportCosts(call.db, call.principal.tenantId),
  ])
  const { decisions, times } = current
  const byQueue = Map.groupBy(decisions, each => each.queueId)
  const queues = await readQueues(call, scope, byQueue.keys())
  const sorted = byPeriod(scope.periods, decisions, each => each.decidedAt)
  const links = linksOf(scope, input.environmentId, assessmentsOf(decisions))
  const groups = outcomesOf(decisions, links)
  return {
    ...frameOf(scope),
    costs,
    total: valueOf(decisions, times, costs),
    previous: previous === null ? null : valueOf(previous.decisions, previous.times, costs),
    periods: scope.periods.map((period, index) => ({
      start: startOf(period),
      ...valueOf(sorted[index] ?? [], times, costs),
    })),
    queues: queues.map(queue => ({
      queue: queueOf(queue),
      ...valueOf(byQueue.get(queue.id) ?? [], times, costs),
      link: queue.deleted
        ? null
        : links.decided([equals('queueName', queue.name)], { environmentId: queue.environmentId }),
    })),
    links: {
      approved: groups.find(({ group }) => group === 'approved')?.link ?? null,
      rejected: groups.find(({ group }) => group === 'rejected')?.link ?? null,
      timedOut: links.decided([equals('decidedVia', 'Timeout')]),
    },
  }
}
