import type { DriftFinding, MonitorDrift, MonitorTimescale } from '../../../contract/index.ts'
import { type DriftFinding as FoundDrift, findDrift } from '../../../engine/drift/drift.ts'
import { groupedMedian } from '../../../engine/drift/grouped-median.ts'
import { sumOf } from '../../../engine/drift/stability-index.ts'
import type { Db } from '../../../ports/database.ts'
import { readFills } from '../../ontology/drops/read-fills.ts'
import type { CountDimension, StepCount } from '../counts/count-events.ts'
import { countSteps } from '../counts/step-counts.ts'
import { type MonitorScope, ruleEnvironments, ruleNames } from '../counts/store.ts'
import { countsOf, type DriftKey, driftSubjects, volumeOf } from './drift-subjects.ts'
import { driftWindows, hoursOf } from './drift-windows.ts'
import { SharedReadings } from './shared-readings.ts'

interface DriftRequest extends MonitorScope {
  name: string
  timescale: MonitorTimescale
  /** Time zone of the hours of the week. */
  timeZone: string
  now: Date
}

const bucketWidth = 100
const fromEvents: readonly CountDimension[] = [
  'decision',
  'score',
  'rule',
  'ipCountry',
  'paymentType',
  'cardType',
  'currency',
  'billingCountry',
  'shippingCountry',
]

/** Of all environments: whoever reaches them has been authorised for the one that they belong to. */
export const sharedDrift = new SharedReadings<MonitorDrift>()

/** Returns what is unusual in a window, from one reading of those who ask for it in the same minute. */
export function loadDrift(db: Db, { signal, ...request }: DriftRequest): Promise<MonitorDrift> {
  const { environmentIds, eventType, name, timescale, timeZone, now } = request
  // Most time zones have the same weeks at most times.
  const [recent, ...weeks] = driftWindows(timescale, now, timeZone)
  const starts = weeks.map(({ start }) => recent.start - start)
  const key = JSON.stringify([timescale, eventType, name, environmentIds.toSorted(), starts])
  const load = (shared: AbortSignal) => readDrift(db, { ...request, signal: shared })
  return sharedDrift.read(db, { key, now, load, signal })
}

/**
 * Loads what is unusual in a window, against the same hours of the weeks before. Bot scores are compared where hours are
 * stored: they stand in the bodies of events, and those of five hours take too long to read.
 */
async function readDrift(db: Db, request: DriftRequest): Promise<MonitorDrift> {
  const { eventType, name, timescale, timeZone, now } = request
  const windows = driftWindows(timescale, now, timeZone)
  const [recent] = windows
  const dimensions = timescale === '1h' || eventType === 'purchase' ? fromEvents : [...fromEvents, 'bot' as const]
  const fields = await readFills(db, request, windows.map(hoursOf))
  // One after the other: together they would take nearly all connections of the service.
  const counted: StepCount[][] = []
  for (const window of windows) counted.push(await countSteps(db, { ...request, dimensions, together: true }, window))
  const events = counted.map(countsOf)
  const [transactions = 0, ...before] = events.map(volumeOf)
  const drift = findDrift(driftSubjects({ events, fields }))
  const ruleIds = drift.findings.flatMap(({ key }) => (key.kind === 'rule' ? [key.ruleId] : []))
  const earliest = new Date(Math.min(...windows.map(({ start }) => start)))
  const [names, places] = await Promise.all([
    ruleNames(db, request, ruleIds, earliest),
    ruleEnvironments(db, request, ruleIds),
  ])
  return {
    eventType,
    name,
    now: now.toISOString(),
    from: new Date(recent.start).toISOString(),
    transactions,
    before: sumOf(before),
    weeks: before.filter(volume => volume > 0).length,
    comparisons: drift.comparisons,
    tooFew: drift.tooFew,
    findings: drift.findings.map(finding => describe(finding, names, places)),
  }
}

function describe(
  { key, recent, usual, cell }: FoundDrift<DriftKey>,
  names: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, string>,
): DriftFinding {
  const shares = { recent: recent ?? 0, usual: usual ?? 0 }
  switch (key.kind) {
    case 'rule':
      return { ...key, ...shares, rule: names.get(key.ruleId) ?? '', environmentId: places.get(key.ruleId) ?? null }
    case 'score':
      return {
        kind: key.kind,
        score: key.score,
        recent: groupedMedian(key.recent, bucketWidth),
        usual: groupedMedian(key.before, bucketWidth),
        bucket: { index: cell ?? 0, ...cellShares(key, cell) },
      }
    case 'value':
      return {
        kind: key.kind,
        attribute: key.attribute,
        value: key.values[cell ?? 0] ?? null,
        ...cellShares(key, cell),
      }
    case 'decision':
    case 'field':
    case 'noScore':
    case 'volume':
      return { ...key, ...shares } as DriftFinding
  }
}

const cellShares = ({ recent, before }: { recent: number[]; before: number[] }, cell: number | null) => ({
  recent: (recent[cell ?? 0] ?? 0) / sumOf(recent),
  usual: (before[cell ?? 0] ?? 0) / sumOf(before),
})
