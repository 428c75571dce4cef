import { sql } from 'kysely'
import type { CallError } from '../../contract/common/resource-limits.ts'
import type { Ports } from '../../ports/index.ts'
import { createPendingSums, minuteOf } from '../lib/pending-sums.ts'

/** One counted call: without its request and response. */
export interface MeteredCall {
  environmentId: string
  kind: 'external' | 'assessment' | 'list'
  targetId: string
  error: CallError | null
  status: number
  latencyMs: number
}
export interface CallMeter {
  add: (call: MeteredCall) => void
  /** Writes the pending counts. */
  flush: () => Promise<void>
}

interface Sum {
  environment_id: string
  target_id: string
  kind: string
  at: number
  error: string
  status: number
  calls: number
  latency_ms: number
}

/** Counts calls by minute, target, outcome and status, in memory during the call and written every few seconds. */
export function createCallMeter({ db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>): CallMeter {
  const sums = createPendingSums<Sum>({
    log,
    event: 'outgoing-calls.not-written',
    write: batch =>
      sql`insert into outgoing_call_minute as t (minute, environment_id, target_id, kind, error, status, calls, latency_ms)
      select to_timestamp(at / 1000.0), environment_id, target_id, kind, error, status, calls, latency_ms
      from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as x(at bigint, environment_id uuid, target_id uuid, kind text, error text, status smallint,
        calls bigint, latency_ms double precision)
      order by environment_id, target_id, at, error, status
      on conflict (environment_id, target_id, minute, error, status) do update set calls = t.calls + excluded.calls, latency_ms = t.latency_ms + excluded.latency_ms`.execute(
        db,
      ),
    merge(into, sum) {
      into.calls += sum.calls
      into.latency_ms += sum.latency_ms
    },
  })
  return {
    flush: sums.flush,
    add({ environmentId, kind, targetId, error, status, latencyMs }) {
      const at = minuteOf(clock())
      const sum = sums.getOrCreate(`${targetId} ${at} ${error ?? ''} ${status} ${environmentId}`, () => ({
        environment_id: environmentId,
        target_id: targetId,
        kind,
        at,
        error: error ?? '',
        status,
        calls: 0,
        latency_ms: 0,
      }))
      if (sum === null) return
      sum.calls += 1
      sum.latency_ms += latencyMs
    },
  }
}
