import { openCaseStates } from '../../../contract/cases/case-definitions.ts'
import type { ReportInput } from '../../../contract/cases/report/report-input.ts'
import type { ReportAgeing } from '../../../contract/cases/report/report-tabs.ts'
import { agesOf, oldestOf } from '../figures/ageing.ts'
import { slaOf } from '../figures/times.ts'
import { readOpenCases } from '../reads/decision-reads.ts'
import { queueOf, readQueues } from '../reads/queue-reads.ts'
import { equals, linksOf } from '../scope/links.ts'
import { frameOf, openReport, type ReportCall } from '../scope/report-scope.ts'
import { assessmentsOf } from './range-facts.ts'

const priorities = [
  { from: 0, to: 24 },
  { from: 25, to: 49 },
  { from: 50, to: 74 },
  { from: 75, to: 100 },
] as const
/** Targets that passed before the range are late, too. */
const always = { from: 0, to: Number.MAX_SAFE_INTEGER }

/** Returns the open cases by age. */
export async function loadAgeing(call: ReportCall, input: ReportInput, signal?: AbortSignal): Promise<ReportAgeing> {
  const scope = await openReport(call, input)
  const { now } = scope
  const open = await readOpenCases(call.db, scope.filter, signal)
  const byQueue = Map.groupBy(open, each => each.queueId ?? '')
  const queues = await readQueues(
    call,
    scope,
    [...byQueue.keys()].filter(id => id !== ''),
  )
  const links = linksOf(scope, input.environmentId, assessmentsOf(open))
  const { ages, open: count } = agesOf(open, now)
  return {
    ...frameOf(scope),
    total: ages,
    open: count,
    oldestEnteredAt: oldestOf(open),
    queues: queues.map(queue => {
      const own = byQueue.get(queue.id) ?? []
      const link = links.open([equals('queueName', queue.name)], { environmentId: queue.environmentId })
      return { queue: queueOf(queue), ...agesOf(own, now), oldestEnteredAt: oldestOf(own), link }
    }),
    states: openCaseStates.map(state => ({
      state,
      ...agesOf(
        open.filter(each => each.state === state),
        now,
      ),
      link: links.open([equals('caseState', state)]),
    })),
    priorities: priorities.map(({ from, to }) => ({
      from,
      to,
      ...agesOf(
        open.filter(({ priority }) => priority >= from && priority <= to),
        now,
      ),
    })),
    link: links.open(),
    sla: slaOf([], open, always, now),
  }
}
