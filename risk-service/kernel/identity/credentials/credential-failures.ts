import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../ports/database.ts'
import { createFixedWindowLimiter } from '../../limits/fixed-window-limiter.ts'
import { maskValue } from '../../personal-data/mask-value.ts'

const hourSeconds = 3600
/** Rows of this scope are removed with the other expired ones of the identity provider. */
const scope = 'identity:failures'
/** The id of a client may be anything that somebody sends, of any length. */
const keyOf = (clientId: string) => `WrongCredential:${hash('sha256', clientId, 'base64url')}`

export interface CredentialFailures {
  /** Before a credential is checked: 0, or the seconds until the client may be tried again. */
  waitOf: (clientId: string, address: string | null) => Promise<number>
  /** A credential of the client was wrong. */
  record: (clientId: string, address: string | null) => Promise<void>
}

/**
 * Counts wrong credentials of a client from all addresses in an hour, in the database: several processes count together,
 * and a restart frees nobody. Networks from which the client got a token within a day are neither counted nor refused,
 * so that whoever guesses does not lock out the shop; the limit of their own address holds for them, too.
 */
export function createCredentialFailures({
  db,
  clock,
  perHour,
}: {
  db: Db
  clock: () => Date
  perHour: number
}): CredentialFailures {
  // A client that does not exist has no row, so that nobody fills the table with ids, and is answered as one that does.
  const ofUnknown = createFixedWindowLimiter({ limit: perHour, windowMs: hourSeconds * 1000 })
  const seconds = () => Math.floor(clock().getTime() / 1000)
  /** No text of the database contains this character. */
  const isStorable = (clientId: string) => !clientId.includes('\0')

  async function isUsualNetwork(clientId: string, address: string | null): Promise<boolean> {
    if (address === null) return false
    const { rows } = await sql<{ found: boolean }>`
      select exists(select from credential_call_minute where client_id = ${clientId} and kind = 'token'
        and source = ${maskValue('ip', address)}) as found`.execute(db)
    return rows[0]?.found === true
  }
  const exists = async (clientId: string): Promise<boolean> =>
    isStorable(clientId) &&
    (await db.selectFrom('api_client').select('client_id').where('client_id', '=', clientId).executeTakeFirst()) !==
      undefined

  return {
    async waitOf(clientId, address) {
      const unknown = ofUnknown.waitOf(keyOf(clientId))
      if (unknown > 0 || !isStorable(clientId)) return unknown
      const row = await db
        .selectFrom('setting')
        .select('value')
        .where('scope', '=', scope)
        .where('key', '=', keyOf(clientId))
        .executeTakeFirst()
      const { expires = 0, count = 0 } = (row?.value ?? {}) as { expires?: number; count?: number }
      const left = expires - seconds()
      if (left <= 0 || count < perHour || (await isUsualNetwork(clientId, address))) return 0
      return left
    },
    async record(clientId, address) {
      if (!(await exists(clientId))) {
        ofUnknown.acquire(keyOf(clientId))
        return
      }
      if (await isUsualNetwork(clientId, address)) return
      const now = seconds()
      const first = JSON.stringify({ expires: now + hourSeconds, count: 1 })
      await sql`
        insert into setting (scope, key, value) values (${scope}, ${keyOf(clientId)}, ${first}::jsonb)
        on conflict (scope, key) do update set updated_at = now(), value =
          case when (setting.value ->> 'expires')::bigint <= ${now} then excluded.value
          else jsonb_set(setting.value, '{count}', to_jsonb((setting.value ->> 'count')::int + 1)) end`.execute(db)
    },
  }
}
