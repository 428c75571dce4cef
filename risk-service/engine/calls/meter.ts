import { sql } from 'kysely'
import type { CallError } from '../../contract/resource-limits.ts'
import type { Ports } from '../../ports.ts'

/** One call as it is counted: without anything that was sent or came back. */
export interface MeteredCall { environmentId: string; kind: 'external' | 'assessment'; targetId: string; error: CallError | null; status: number; latencyMs: number }
export interface CallMeter {
  add: (call: MeteredCall) => void
  /** Writes what is counted. */
  flush: () => Promise<void>
}

interface Sum { environment_id: string; target_id: string; kind: string; at: number; error: string; status: number; calls: number; latency_ms: number }
const everyMs = 5000
const minute = 60_000
const maxWaiting = 5000

/** Counts calls by minute, target, outcome and status, in memory at the call and written every few seconds. */
export function createCallMeter({ db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>): CallMeter {
  let waiting = new Map<string, Sum>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let flushing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    if (waiting.size === 0) return
    const taken = waiting
    waiting = new Map()
    try {
      await sql`insert into outgoing_call_minute as t (minute, environment_id, target_id, kind, error, status, calls, latency_ms)
        select to_timestamp(at / 1000.0), environment_id, target_id, kind, error, status, calls, latency_ms
        from jsonb_to_recordset(${JSON.stringify([...taken.values()])}::jsonb) as x(at bigint, environment_id uuid, target_id uuid, kind text, error text, status smallint,
          calls bigint, latency_ms double precision)
        order by environment_id, target_id, at, error, status
        on conflict (environment_id, target_id, minute, error, status) do update set calls = t.calls + excluded.calls, latency_ms = t.latency_ms + excluded.latency_ms`.execute(db)
    } catch {
      // The store is away: these are added to what comes meanwhile, as far as that is bounded.
      for (const [key, sum] of taken) {
        const known = waiting.get(key)
        if (known !== undefined) {
          known.calls += sum.calls
          known.latency_ms += sum.latency_ms
        } else if (waiting.size < maxWaiting) waiting.set(key, sum)
      }
      log.write(2, 'outgoing-calls.not-written', { count: taken.size })
      schedule()
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    flushing = flushing.then(write)
    return flushing
  }

  function schedule(): void {
    timer ??= setTimeout(() => { void flush() }, everyMs)
    if (typeof timer === 'object' && 'unref' in timer) timer.unref()
  }

  return {
    flush,
    add({ environmentId, kind, targetId, error, status, latencyMs }) {
      const at = Math.floor(clock().getTime() / minute) * minute
      const key = `${targetId} ${at} ${error ?? ''} ${status} ${environmentId}`
      let sum = waiting.get(key)
      if (sum === undefined) {
        if (waiting.size >= maxWaiting) return
        sum = { environment_id: environmentId, target_id: targetId, kind, at, error: error ?? '', status, calls: 0, latency_ms: 0 }
        waiting.set(key, sum)
      }
      sum.calls += 1
      sum.latency_ms += latencyMs
      schedule()
    },
  }
}
