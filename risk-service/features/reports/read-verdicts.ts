import type { Db } from '../../ports/database.ts'
import type { ReadVerdicts, SignalVerdict } from '../backtests/run/run-types.ts'
import { type DatedSignal, latestSignalOf } from './model/records/fraud-status.ts'
import { instantOf } from './model/records/report-record.ts'
import { laterFieldsOf } from './refresh/later-events.ts'
import { readEntityLabels, readLaterEvents, readOwnLabels } from './refresh/read-transactions.ts'
import { type ReportedType, readReportedTypes } from './refresh/reported-type.ts'

const signals: Partial<Record<DatedSignal['source'], SignalVerdict['signal']>> = {
  Label: 'label',
  Chargeback: 'chargeback',
  Refund: 'refund',
  ChargebackReversed: 'reversal',
}

/**
 * Creates what reads, for the time machine, whether events were fraud: the latest label, chargeback or refund for fraud
 * decides, as in reports. An approval of the bank says nothing here: where nobody labels, most frauds were approved.
 */
export function createVerdictReader(db: Db): ReadVerdicts {
  const types = new Map<string, Promise<ReportedType[]>>()
  function typesOf(environmentId: string): Promise<ReportedType[]> {
    const found = types.get(environmentId) ?? readReportedTypes(db, environmentId)
    types.set(environmentId, found)
    return found
  }
  return async (environmentId, eventType, events) => {
    const type = (await typesOf(environmentId)).find(each => each.eventType === eventType)
    if (type === undefined) return null
    const verdicts = new Map<string, SignalVerdict>()
    const [first, last] = [events[0], events.at(-1)]
    if (first === undefined || last === undefined) return verdicts
    const ids = events.map(({ externalId }) => externalId)
    const later = await readLaterEvents(db, environmentId, type, ids)
    const own = await readOwnLabels(db, environmentId, type, ids)
    const ofEntities = await readEntityLabels(db, environmentId, type, {
      // The times of the database are finer than those of events here.
      from: new Date(first.at),
      to: new Date(last.at + 1),
      only: events.map(({ eventId }) => eventId),
    })
    for (const { eventId, externalId } of events) {
      const labels = [...(own.get(externalId) ?? []), ...(ofEntities.get(eventId) ?? [])]
      const stated = later.get(externalId) ?? []
      if (labels.length === 0 && stated.length === 0) continue
      const latest = latestSignalOf(laterFieldsOf(stated, labels))
      const signal = latest === null ? undefined : signals[latest.source]
      if (latest !== null && signal !== undefined)
        verdicts.set(eventId, { isFraud: latest.isFraud, signal, knownAt: instantOf(latest.time) })
    }
    return verdicts
  }
}
