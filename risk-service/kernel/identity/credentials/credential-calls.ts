import { sql } from 'kysely'
import { createPendingSums, minuteOf } from '../../../engine/lib/pending-sums.ts'
import type { Ports } from '../../../ports/index.ts'
import { maskValue } from '../../personal-data/mask-value.ts'

interface CredentialCall {
  clientId: string
  /** Null: the token does not name its credential. */
  credentialId: string | null
  kind: 'token' | 'call'
  address: string | null
  /** The brown-out of the credential that was active; null: none was. */
  brownOutId: string | null
  /** By it. */
  refused: boolean
}
export interface CredentialCalls {
  add: (call: CredentialCall) => void
  flush: () => Promise<void>
}

interface CallSum {
  client_id: string
  credential_id: string
  /** Empty: none was active. */
  brown_out_id: string
  minute: number
  kind: string
  source: string
  calls: number
  refused: number
  last_at: number
}

/**
 * Counts calls and token requests by credential, minute and source, by brown-out, and when a credential was used last: in
 * memory during the call, written every few seconds. Of an address only that part is stored which masking leaves.
 */
export function createCredentialCalls({ db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>): CredentialCalls {
  const sums = createPendingSums<CallSum>({
    log,
    event: 'credential-calls.not-written',
    merge(into, sum) {
      into.calls += sum.calls
      into.refused += sum.refused
      into.last_at = Math.max(into.last_at, sum.last_at)
    },
    write: batch =>
      db.transaction().execute(async trx => {
        const rows = JSON.stringify(batch)
        // A client that was removed meanwhile has no calls.
        await sql`insert into credential_call_minute as t (client_id, credential_id, minute, kind, source, calls, refused, last_at)
          select x.client_id, credential_id, to_timestamp(minute / 1000.0), kind, source, sum(calls), sum(refused), to_timestamp(max(last_at) / 1000.0)
          from jsonb_to_recordset(${rows}::jsonb) as x(client_id text, credential_id text, minute bigint, kind text, source text, calls bigint,
            refused bigint, last_at bigint) join api_client c on c.client_id = x.client_id
          group by x.client_id, credential_id, minute, kind, source
          order by x.client_id, credential_id, minute, kind, source
          on conflict (client_id, credential_id, minute, kind, source) do update set calls = t.calls + excluded.calls,
            refused = t.refused + excluded.refused, last_at = greatest(t.last_at, excluded.last_at)`.execute(trx)
        await sql`insert into api_client_use as t (client_id, last_used_at)
          select x.client_id, to_timestamp(max(last_at) / 1000.0) from jsonb_to_recordset(${rows}::jsonb) as x(client_id text, last_at bigint)
          join api_client c on c.client_id = x.client_id group by x.client_id order by x.client_id
          on conflict (client_id) do update set last_used_at = greatest(t.last_used_at, excluded.last_used_at)`.execute(
          trx,
        )
        await sql`update api_client_credential c set last_used_at = greatest(c.last_used_at, x.at)
          from (select client_id, credential_id, to_timestamp(max(last_at) / 1000.0) as at
            from jsonb_to_recordset(${rows}::jsonb) as x(client_id text, credential_id text, last_at bigint)
            where credential_id <> '' group by client_id, credential_id) x
          where c.id = x.credential_id::uuid and c.client_id = x.client_id`.execute(trx)
        // One that took its place has another id.
        await sql`update credential_brown_out b set calls = b.calls + x.calls, refused = b.refused + x.refused
          from (select brown_out_id, sum(calls) as calls, sum(refused) as refused
            from jsonb_to_recordset(${rows}::jsonb) as x(brown_out_id text, calls bigint, refused bigint)
            where brown_out_id <> '' group by brown_out_id) x where b.id = x.brown_out_id::uuid`.execute(trx)
      }),
  })
  return {
    flush: sums.flush,
    add({ clientId, credentialId, kind, address, brownOutId, refused }) {
      const now = clock()
      const minute = minuteOf(now)
      const source = address === null ? '' : maskValue('ip', address)
      const sum = sums.getOrCreate(
        `${clientId} ${credentialId ?? ''} ${brownOutId ?? ''} ${minute} ${kind} ${source}`,
        () => ({
          client_id: clientId,
          credential_id: credentialId ?? '',
          brown_out_id: brownOutId ?? '',
          minute,
          kind,
          source,
          calls: 0,
          refused: 0,
          last_at: 0,
        }),
      )
      if (sum === null) return
      sum.calls += 1
      if (refused) sum.refused += 1
      sum.last_at = now.getTime()
    },
  }
}
