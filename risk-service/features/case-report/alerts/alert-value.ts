import type { AlertSettings } from '../../../contract/cases/report/alerts.ts'
import type { Db } from '../../../ports/database.ts'
import { oldestOf } from '../figures/ageing.ts'
import { isByPerson } from '../figures/decision.ts'
import { routingShareOf } from '../figures/flow.ts'
import { type DayRange, dayNumberOf } from '../figures/periods.ts'
import { overturnOf } from '../figures/second-looks.ts'
import { ratio } from '../figures/statistics.ts'
import { slaOf } from '../figures/times.ts'
import { readDecisions, readOpenCases } from '../reads/decision-reads.ts'
import { readMovements } from '../reads/movement-reads.ts'
import { readSystemQueueIds } from '../reads/queue-reads.ts'
import { readSecondLooks } from '../reads/second-look-reads.ts'
import type { ReportFilter } from '../scope/report-scope.ts'

const hourMs = 3_600_000
const periodDays = { '1d': 1, '7d': 7, '30d': 30 } as const

/** Returns the days of an alert: the present one is the last. @param now milliseconds */
function alertRange(period: AlertSettings['period'], now: number): DayRange {
  const today = dayNumberOf(now)
  return { from: today + 1 - periodDays[period], to: today + 1 }
}

/**
 * Returns the figure that an alert watches; null where nothing was counted.
 * @param environmentIds the environment of the alert and those below it
 * @param now milliseconds
 */
export async function readAlertValue(
  db: Db,
  { metric, period, queueIds, reviewerIds }: Pick<AlertSettings, 'metric' | 'period' | 'queueIds' | 'reviewerIds'>,
  environmentIds: readonly string[],
  now: number,
): Promise<number | null> {
  const range = alertRange(period, now)
  const ofQueues: ReportFilter = {
    environmentIds,
    eventTypes: null,
    queueIds: queueIds.length === 0 ? null : queueIds,
    reviewerIds: null,
  }
  const filter = { ...ofQueues, reviewerIds: reviewerIds.length === 0 ? null : reviewerIds }
  switch (metric) {
    case 'overturnRate': {
      const looks = await readSecondLooks(db, filter, range)
      const isChosen = (id: string | null): boolean =>
        reviewerIds.length === 0 || (id !== null && reviewerIds.includes(id))
      return overturnOf(looks.filter(({ firstId }) => isChosen(firstId))).rate
    }
    case 'approveShare':
    case 'rejectShare': {
      const people = (await readDecisions(db, filter, range, ['caseAction', 'via'])).filter(isByPerson)
      const action = metric === 'approveShare' ? 'Approve' : 'Reject'
      return ratio(people.filter(({ caseAction }) => caseAction === action).length, people.length)
    }
    case 'queueSize':
      return (await readOpenCases(db, ofQueues)).length
    case 'oldestAgeHours': {
      const oldest = oldestOf(await readOpenCases(db, ofQueues))
      return oldest === null ? null : (now - Date.parse(oldest)) / hourMs
    }
    case 'slaBreachRate': {
      const [decisions, open] = await Promise.all([
        readDecisions(db, filter, range, ['decidedAt', 'slaResolutionAt']),
        readOpenCases(db, ofQueues),
      ])
      const { within, breached } = slaOf(decisions, open, range, now)
      return ratio(breached, within + breached)
    }
    case 'timeoutRate': {
      const decisions = await readDecisions(db, ofQueues, range, ['via'])
      const timedOut = decisions.filter(({ via }) => via === 'Timeout').length
      return ratio(timedOut, timedOut + decisions.filter(isByPerson).length)
    }
    case 'generalShare': {
      const [movements, general] = await Promise.all([
        readMovements(db, { ...ofQueues, queueIds: null }, range),
        readSystemQueueIds(db, environmentIds),
      ])
      return routingShareOf(
        movements.filter(({ queueId }) => general.has(queueId)),
        movements,
        range,
      )
    }
  }
}

/** Whether an alert fires. */
export const fires = (
  { comparison, value }: Pick<AlertSettings, 'comparison' | 'value'>,
  figure: number | null,
): boolean => figure !== null && (comparison === 'lowerThan' ? figure < value : figure > value)
