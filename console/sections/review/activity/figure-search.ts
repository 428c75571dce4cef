import type {
  ActivityFigures,
  ActivityMeasure,
  ActivityWindow,
  EventRow,
  SearchCondition,
} from '@assay/risk-service/contract'
import { environmentParameter } from '../../../platform/environments/environments.tsx'
import { searchParameters } from '../../../platform/search-url/search-url.ts'

const hour = 3_600_000
const lengths: Record<ActivityWindow, number | null> = { hour, day: 24 * hour, week: 7 * 24 * hour, all: null }
const statusOf: Partial<Record<ActivityMeasure, string>> = {
  successfulCount: 'Approved',
  successfulSum: 'Approved',
  failedCount: 'Failed',
  failedSum: 'Failed',
  rejectedCount: 'Rejected',
  rejectedSum: 'Rejected',
}
const ofInstrument: readonly ActivityMeasure[] = ['instrumentCount', 'instrumentSum']
/** Types whose merchants send statuses that a search knows. */
const typesWithStatus = ['purchase', 'accountcreation', 'accountlogin', 'signup']

/**
 * Query of the search that finds the events behind a figure: every attempt of an order, and all that arrived until now.
 * Null where search has no such field.
 */
export function figureSearch(
  { environmentId, eventType, externalId }: Pick<EventRow, 'environmentId' | 'eventType' | 'externalId'>,
  { userId, instruments, at }: Pick<ActivityFigures, 'userId' | 'instruments' | 'at'>,
  measure: ActivityMeasure,
  window: ActivityWindow,
): URLSearchParams | null {
  if (userId === null) return null
  const length = lengths[window]
  const until: SearchCondition =
    length === null
      ? { column: 'merchantAt', op: 'lte', value: at }
      : { column: 'merchantAt', op: 'between', value: [new Date(Date.parse(at) - length).toISOString(), at] }
  const conditions: SearchCondition[] = [
    { column: 'userId', op: 'eq', value: userId },
    { column: 'externalId', op: 'neq', value: externalId },
    until,
  ]
  const status = statusOf[measure]
  if (status !== undefined) {
    if (!typesWithStatus.includes(eventType)) return null
    conditions.push({ column: 'latestStatus.statusType', op: 'in', value: [status] })
  }
  if (ofInstrument.includes(measure)) {
    if (eventType !== 'purchase' || instruments.length === 0) return null
    conditions.push({
      column: 'paymentInstrumentList.merchantPaymentInstrumentId',
      op: 'in',
      value: [...instruments],
    })
  }
  const query = searchParameters({ eventType, filter: { period: 'all', conditions } })
  query.set(environmentParameter, environmentId)
  return query
}
