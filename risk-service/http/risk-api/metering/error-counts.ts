import { sql } from 'kysely'
import { createPendingSums, minuteOf } from '../../../engine/lib/pending-sums.ts'
import type { Ports } from '../../../ports/index.ts'
import { type CallPlace, placeCalls } from './call-places.ts'

export interface RefusedCall extends CallPlace {
  clientVersion: string
  apiName: string
  status: number
  /** The refused field, as its schema names it, and the rule that it broke; null: no field was refused. */
  fault: { field: string; rule: string } | null
  /** Without values of the request. */
  message: string
  correlationId: string
}

interface ErrorSum {
  environment_id: string | null
  tenant_id: string
  client_id: string
  client_version: string
  api_name: string
  status: number
  field: string
  rule: string
  message: string
  minute: number
  last_at: number
  calls: number
  correlation_ids: string[]
}

/** Correlation ids that are stored of one group in one minute. */
const maxIds = 5

/**
 * Counts failed calls by what refused them and minute, in memory during the call and written every few seconds. Counts
 * have no bound that many failures would exceed, which the log of single failures has.
 */
export function createErrorCounts({ db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>): {
  add: (call: RefusedCall) => void
  flush: () => Promise<void>
} {
  const sums = createPendingSums<ErrorSum>({
    log,
    event: 'api-errors.not-counted',
    merge: addSum,
    write: async pending => {
      const rows = JSON.stringify(mergeSums(await placeCalls(db, pending)))
      await sql`insert into api_error_minute as t (environment_id, minute, api_name, status, field, rule, message, client_id, client_version, calls, last_at, correlation_ids)
        select environment_id, to_timestamp(minute / 1000.0), api_name, status, field, rule, message, client_id, client_version, calls, to_timestamp(last_at / 1000.0), correlation_ids
        from jsonb_to_recordset(${rows}::jsonb) as x(environment_id uuid, minute bigint, api_name text, status smallint, field text, rule text, message text,
          client_id text, client_version text, calls bigint, last_at bigint, correlation_ids text[])
        order by environment_id, minute, api_name, status, field, rule, message, client_id, client_version
        on conflict (environment_id, minute, api_name, status, field, rule, message, client_id, client_version) do update set
          calls = t.calls + excluded.calls, last_at = greatest(t.last_at, excluded.last_at),
          correlation_ids = (excluded.correlation_ids || t.correlation_ids)[1:${sql.lit(maxIds)}]`.execute(db)
    },
  })
  return {
    flush: sums.flush,
    add({ environmentId, tenantId, clientId, clientVersion, apiName, status, fault, message, correlationId }) {
      const now = clock()
      const minute = minuteOf(now)
      const [field, rule, text] = fault === null ? ['', '', message] : [fault.field, fault.rule, '']
      const key = JSON.stringify([
        environmentId ?? tenantId,
        minute,
        apiName,
        status,
        field,
        rule,
        text,
        clientId,
        clientVersion,
      ])
      const sum = sums.getOrCreate(key, () => ({
        environment_id: environmentId,
        tenant_id: tenantId,
        client_id: clientId,
        client_version: clientVersion,
        api_name: apiName,
        status,
        field,
        rule,
        message: text,
        minute,
        last_at: 0,
        calls: 0,
        correlation_ids: [],
      }))
      if (sum === null) return
      sum.calls += 1
      sum.last_at = now.getTime()
      sum.correlation_ids = [correlationId, ...sum.correlation_ids].slice(0, maxIds)
    },
  }
}

function addSum(into: ErrorSum, sum: ErrorSum): void {
  into.calls += sum.calls
  const [newer, older] = into.last_at >= sum.last_at ? [into, sum] : [sum, into]
  into.correlation_ids = [...newer.correlation_ids, ...older.correlation_ids].slice(0, maxIds)
  into.last_at = newer.last_at
}

/** Merges sums that have the same place now. */
function mergeSums(sums: readonly ErrorSum[]): ErrorSum[] {
  const merged = new Map<string, ErrorSum>()
  for (const sum of sums) {
    const { environment_id, minute, api_name, status, field, rule, message, client_id, client_version } = sum
    const key = JSON.stringify([
      environment_id,
      minute,
      api_name,
      status,
      field,
      rule,
      message,
      client_id,
      client_version,
    ])
    const existing = merged.get(key)
    if (existing === undefined) merged.set(key, { ...sum })
    else addSum(existing, sum)
  }
  return [...merged.values()]
}
