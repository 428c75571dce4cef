import { sql } from 'kysely'
import { latencyBandOf, latencyBounds } from '../../../contract/common/latency-bands.ts'
import { createPendingSums, minuteMs, minuteOf } from '../../../engine/lib/pending-sums.ts'
import type { Ports } from '../../../ports/index.ts'
import { type CallPlace, placeCalls } from './call-places.ts'

export interface LoggedCall extends CallPlace {
  /** Name and version of the caller's program; empty: it sends none. */
  clientVersion: string
  apiName: string
  experience: string
  status: number
  latencyMs: number
}

const hour = 60 * minuteMs

interface CallSum {
  environment_id: string | null
  tenant_id: string
  client_id: string
  client_version: string
  api_name: string
  experience: string
  status: number
  at: number
  calls: number
  latency_ms: number
  longest_ms: number
  latency_bands: number[]
}

/**
 * Counts the calls of the risk API by environment, API, experience, status, caller and minute, and by hour for the long
 * term. Counted in memory during the call, written every few seconds; without personal data: only names and numbers.
 */
export function createCallLog({ db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>): {
  add: (call: LoggedCall) => void
  flush: () => Promise<void>
} {
  const sums = createPendingSums<CallSum>({
    log,
    event: 'api-calls.not-written',
    merge: addSum,
    write: async pending => {
      const batch = await placeCalls(db, pending)
      await db.transaction().execute(async trx => {
        for (const [table, span, column] of [
          ['api_call_minute', minuteMs, 'minute'],
          ['api_call_hour', hour, 'hour'],
        ] as const) {
          const rows = JSON.stringify(groupBySpan(batch, span))
          await sql`insert into ${sql.table(table)} as t (${sql.ref(column)}, environment_id, api_name, experience, status, client_id, client_version, calls, latency_ms, longest_ms, latency_bands)
          select to_timestamp(at / 1000.0), environment_id, api_name, experience, status, client_id, client_version, calls, latency_ms, longest_ms, latency_bands
          from jsonb_to_recordset(${rows}::jsonb) as x(at bigint, environment_id uuid, api_name text, experience text, status smallint, client_id text,
            client_version text, calls bigint, latency_ms double precision, longest_ms real, latency_bands bigint[])
          order by environment_id, at, api_name, experience, status, client_id, client_version
          on conflict (environment_id, ${sql.ref(column)}, api_name, experience, status, client_id, client_version) do update set calls = t.calls + excluded.calls,
            latency_ms = t.latency_ms + excluded.latency_ms, longest_ms = greatest(t.longest_ms, excluded.longest_ms),
            latency_bands = (select array_agg(coalesce(a, 0) + coalesce(b, 0) order by n) from unnest(t.latency_bands, excluded.latency_bands) with ordinality as z(a, b, n))`.execute(
            trx,
          )
        }
      })
    },
  })
  return {
    flush: sums.flush,
    add({ environmentId, tenantId, clientId, clientVersion, apiName, experience, status, latencyMs }) {
      const at = minuteOf(clock())
      const key = `${environmentId ?? tenantId} ${at} ${status} ${experience} ${clientId} ${clientVersion} ${apiName}`
      const sum = sums.getOrCreate(key, () => ({
        environment_id: environmentId,
        tenant_id: tenantId,
        client_id: clientId,
        client_version: clientVersion,
        api_name: apiName,
        experience,
        status,
        at,
        calls: 0,
        latency_ms: 0,
        longest_ms: 0,
        latency_bands: new Array<number>(latencyBounds.length + 1).fill(0),
      }))
      if (sum === null) return
      sum.calls += 1
      sum.latency_ms += latencyMs
      if (latencyMs > sum.longest_ms) sum.longest_ms = latencyMs
      const band = latencyBandOf(latencyMs)
      sum.latency_bands[band] = (sum.latency_bands[band] ?? 0) + 1
    },
  }
}

function addSum(into: CallSum, sum: CallSum): void {
  into.calls += sum.calls
  into.latency_ms += sum.latency_ms
  into.longest_ms = Math.max(into.longest_ms, sum.longest_ms)
  into.latency_bands = into.latency_bands.map((count, band) => count + (sum.latency_bands[band] ?? 0))
}

/** Groups the sums of minutes by a longer span, and those that have the same place. */
function groupBySpan(sums: Iterable<CallSum>, span: number): CallSum[] {
  const spans = new Map<string, CallSum>()
  for (const sum of sums) {
    const at = Math.floor(sum.at / span) * span
    const key = `${sum.environment_id ?? ''} ${at} ${sum.status} ${sum.experience} ${sum.client_id} ${sum.client_version} ${sum.api_name}`
    const existing = spans.get(key)
    if (existing === undefined) spans.set(key, { ...sum, at })
    else addSum(existing, sum)
  }
  return [...spans.values()]
}
