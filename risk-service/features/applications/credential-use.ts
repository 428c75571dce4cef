import { sql } from 'kysely'
import type { ApplicationUse, BrownOutState, CredentialUse } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'

/** Minutes that the counts of a rehearsal are of. */
const minutes = 10
const minuteMs = 60_000

interface SourceRow {
  credentialId: string
  source: string
  calls: number
  tokens: number
  refused: number
  lastAt: Date
}

/**
 * Returns who calls with each of these credentials now, and what their brown-outs refused. Calls with tokens of credentials
 * that were removed are together with those of none: such tokens are valid until they expire.
 */
export async function readUse(
  db: Db,
  clientId: string,
  credentialIds: readonly string[],
  now: Date,
): Promise<ApplicationUse> {
  const from = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs - (minutes - 1) * minuteMs)
  const { rows } = await sql<SourceRow>`
    select credential_id as "credentialId", source, sum(calls) filter (where kind = 'call')::bigint as calls,
      sum(calls) filter (where kind = 'token')::bigint as tokens, sum(refused)::bigint as refused, max(last_at) as "lastAt"
    from credential_call_minute where client_id = ${clientId} and minute >= ${from}::timestamptz
    group by credential_id, source`.execute(db)
  const brownOuts = await readBrownOuts(db, credentialIds, now)
  const bySource = Map.groupBy(rows, ({ credentialId }) => (credentialIds.includes(credentialId) ? credentialId : ''))
  const useOf = (credentialId: string | null): CredentialUse => {
    const sources = bySource.get(credentialId ?? '') ?? []
    const sumOf = (of: 'calls' | 'tokens') => sources.reduce((sum, each) => sum + (each[of] ?? 0), 0)
    const last = sources.reduce((latest, { lastAt }) => Math.max(latest, lastAt.getTime()), 0)
    return {
      credentialId,
      calls: sumOf('calls'),
      tokens: sumOf('tokens'),
      callsPerMinute: sumOf('calls') / minutes,
      lastAt: last === 0 ? null : new Date(last).toISOString(),
      sources: bySourceAlone(sources)
        .map(({ source, calls, tokens, refused, lastAt }) => ({
          source,
          calls: (calls ?? 0) + (tokens ?? 0),
          refused,
          lastAt: lastAt.toISOString(),
        }))
        .sort((a, b) => b.calls - a.calls || a.source.localeCompare(b.source)),
      brownOut: credentialId === null ? null : (brownOuts.get(credentialId) ?? null),
    }
  }
  return {
    minutes,
    now: now.toISOString(),
    credentials: [...credentialIds.map(useOf), ...(bySource.has('') ? [useOf(null)] : [])],
  }
}

/** Adds up the rows of each source. */
const bySourceAlone = (rows: readonly SourceRow[]): SourceRow[] =>
  [...Map.groupBy(rows, ({ source }) => source).values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          others.reduce(
            (sum, { calls, tokens, refused, lastAt }) => ({
              ...sum,
              calls: (sum.calls ?? 0) + (calls ?? 0),
              tokens: (sum.tokens ?? 0) + (tokens ?? 0),
              refused: sum.refused + refused,
              lastAt: lastAt > sum.lastAt ? lastAt : sum.lastAt,
            }),
            first,
          ),
        ],
  )

async function readBrownOuts(
  db: Db,
  credentialIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, BrownOutState>> {
  if (credentialIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('credential_brown_out')
    .selectAll()
    .where('credential_id', 'in', credentialIds)
    .execute()
  return new Map(
    rows.map(row => [
      row.credential_id,
      {
        percent: row.percent as BrownOutState['percent'],
        startedAt: row.started_at.toISOString(),
        endsAt: row.ends_at.toISOString(),
        startedBy: row.started_by_name,
        active: row.ends_at > now,
        calls: row.calls,
        refused: row.refused,
      },
    ]),
  )
}
