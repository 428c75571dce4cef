import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { loadTracedPlaces, type MonitoringEvent, writeMonitoring } from './write-monitoring.ts'

/** A call of the risk API after its answer. */
interface TimedCall {
  /** Null: it was refused before its environment was known. */
  environmentId: string | null
  tenantId: string
  clientId: string
  apiName: string
  experience: string
  isTest: boolean
  status: number
  latencyMs: number
}

/** Gives environments to calls that were refused before theirs was known; others are left out. */
export type PlaceCalls = <Sum extends { environment_id: string | null; tenant_id: string; client_id: string }>(
  db: Db,
  sums: readonly Sum[],
) => Promise<Sum[]>

const windowMs = 20_000
const numberOfBuckets = 10_000
const bucketSize = 10
const counterName = 'RequestLatencyMsDistribution'
const dimensionNames = [
  'EnvironmentId',
  'TenantId',
  'ApiName',
  'ExperienceType',
  'IsTestRequest',
  'RequestType',
  'HttpRequestStatus',
  'HttpStatusCode',
] as const
/** Different dimension sets of one window; a merchant has a few dozen. */
const maxSets = 5000

interface Distribution {
  environment_id: string | null
  tenant_id: string
  client_id: string
  /** First millisecond of the window. */
  start: number
  /** Values of the dimensions after environment and tenant. */
  values: readonly string[]
  /** Samples by the index of their bucket. */
  buckets: Map<number, number>
  samples: number
  min: number
  max: number
}

export interface LatencyEvents {
  add: (call: TimedCall) => void
  /** Writes the windows that have ended, or all of them at the end of the service. */
  flush: (all?: boolean) => Promise<void>
}

/**
 * Counts the calls of the risk API by their latency in windows of 20 seconds, in memory during the call, and writes each
 * window as one event for every set of dimensions, where a subscription contains them. Each process of the service
 * writes its own calls: their samples add up.
 */
export function createLatencyEvents(
  ports: Pick<Ports, 'db' | 'newId' | 'clock' | 'log'>,
  placeCalls: PlaceCalls,
): LatencyEvents {
  const { db, clock, log } = ports
  const pending = new Map<string, Distribution>()
  let dropped = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let flushing: Promise<void> = Promise.resolve()

  async function write(all: boolean): Promise<void> {
    if (dropped > 0) log.write(2, 'events.latencies-dropped', { count: dropped })
    dropped = 0
    const now = clock().getTime()
    const ended = [...pending].filter(([, { start }]) => all || start + windowMs <= now)
    for (const [key] of ended) pending.delete(key)
    try {
      const places = ended.length === 0 ? null : await loadTracedPlaces(db, ['latency'])
      if (places !== null && places.size > 0) {
        const placed = mergeSets(
          await placeCalls(
            db,
            ended.map(([, distribution]) => distribution),
          ),
        )
        await writeMonitoring(ports, placed.map(eventOf), places)
      }
    } catch {
      // The store is unreachable: a later window writes them, as far as the bound allows.
      for (const [key, distribution] of ended)
        if (pending.size < maxSets) pending.set(key, distribution)
        else dropped += distribution.samples
    }
    if (pending.size > 0) schedule()
  }

  function flush(all = false): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    flushing = flushing.then(() => write(all))
    return flushing
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), windowMs - (clock().getTime() % windowMs))
    timer.unref()
  }

  return {
    flush,
    add(call) {
      const { environmentId, tenantId, clientId, latencyMs } = call
      const start = Math.floor(clock().getTime() / windowMs) * windowMs
      const values = valuesOf(call)
      const key = JSON.stringify([environmentId ?? [tenantId, clientId], start, values])
      let distribution = pending.get(key)
      if (distribution === undefined) {
        if (pending.size >= maxSets) {
          dropped += 1
          return
        }
        distribution = {
          environment_id: environmentId,
          tenant_id: tenantId,
          client_id: clientId,
          start,
          values,
          buckets: new Map(),
          samples: 0,
          min: Number.POSITIVE_INFINITY,
          max: 0,
        }
        pending.set(key, distribution)
      }
      const ms = Math.max(0, Math.floor(latencyMs))
      const index = Math.min(numberOfBuckets - 1, Math.floor(ms / bucketSize))
      distribution.buckets.set(index, (distribution.buckets.get(index) ?? 0) + 1)
      distribution.samples += 1
      distribution.min = Math.min(distribution.min, ms)
      distribution.max = Math.max(distribution.max, ms)
      schedule()
    },
  }
}

const valuesOf = ({ apiName, experience, isTest, status }: TimedCall): string[] => [
  apiName,
  experience,
  isTest ? 'True' : 'False',
  'REALTIME',
  status < 400 ? 'Success' : status < 500 ? 'ClientError' : 'ServerError',
  String(status),
]

/** Merges distributions that have the same place now. */
function mergeSets(distributions: readonly Distribution[]): Distribution[] {
  const merged = new Map<string, Distribution>()
  for (const one of distributions) {
    const key = JSON.stringify([one.environment_id, one.start, one.values])
    const into = merged.get(key)
    if (into === undefined) {
      merged.set(key, { ...one, buckets: new Map(one.buckets) })
      continue
    }
    for (const [index, samples] of one.buckets) into.buckets.set(index, (into.buckets.get(index) ?? 0) + samples)
    into.samples += one.samples
    into.min = Math.min(into.min, one.min)
    into.max = Math.max(into.max, one.max)
  }
  return [...merged.values()]
}

/** Returns a time in UTC without its zone, as the counter writes it. */
const zoneless = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

function eventOf({
  environment_id,
  tenant_id,
  start,
  values,
  buckets,
  samples,
  min,
  max,
}: Distribution): MonitoringEvent {
  const environmentId = environment_id ?? ''
  const counted = [...buckets].sort(([a], [b]) => a - b)
  return {
    environmentId,
    kind: 'latency',
    at: new Date(start + windowMs),
    eventType: null,
    members: {
      index: counted.map(([index]) => index),
      bucketSamples: counted.map(([, count]) => count),
      numberOfBuckets,
      bucketSize,
      minimumValue: 0,
      counterName,
      dimensionNames,
      dimensionValues: [environmentId, tenant_id, ...values],
      startTime: zoneless(start),
      endTime: zoneless(start + windowMs),
      samples,
      min,
      max,
    },
  }
}
