import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Db } from '../../ports/database.ts'

interface StoredPayload {
  expires: number | null
  payload: AdapterPayload
}

/** The scope of the rows of one tenant's provider; it separates them from real settings. */
const adapterScope = (tenantId: string) => `identity:${tenantId}`
/**
 * Bearer values (codes, refresh tokens, session ids) are stored under their digest, so that the keys in the table grant
 * no access to a reader.
 */
const adapterKey = (model: string, id: string) => `${model}:${createHash('sha256').update(id).digest('base64url')}`

const seconds = () => Math.floor(Date.now() / 1000)

/**
 * Stores sessions, grants and refresh tokens of the embedded provider in the database: a restart of the service signs
 * no user out.
 */
export class StoreAdapter implements Adapter {
  readonly #db: Db
  readonly #scope: string
  readonly #model: string
  constructor(db: Db, tenantId: string, model: string) {
    this.#db = db
    this.#scope = adapterScope(tenantId)
    this.#model = model
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    // The id is the bearer value itself.
    const { jti: _id, ...rest } = payload
    const stored: StoredPayload = { expires: expiresIn ? seconds() + expiresIn : null, payload: rest }
    const value = JSON.stringify(stored)
    await this.#db
      .insertInto('setting')
      .values({ scope: this.#scope, key: adapterKey(this.#model, id), value })
      .onConflict(conflict => conflict.columns(['scope', 'key']).doUpdateSet({ value, updated_at: new Date() }))
      .execute()
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.#db
      .selectFrom('setting')
      .select('value')
      .where('scope', '=', this.#scope)
      .where('key', '=', adapterKey(this.#model, id))
      .executeTakeFirst()
    const payload = unexpiredPayload(row?.value)
    return payload && { ...payload, jti: id }
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const row = await this.#db
      .selectFrom('setting')
      .select('value')
      .where('scope', '=', this.#scope)
      .where('key', 'like', `${this.#model}:%`)
      .where(sql<boolean>`value -> 'payload' ->> 'uid' = ${uid}`)
      .executeTakeFirst()
    return unexpiredPayload(row?.value)
  }

  /** For the device flow only, which is disabled. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined)
  }

  /**
   * Uses up a code or refresh token. The provider has looked before, and so has whoever sends the same one at the same
   * time: the row decides which of them gets tokens.
   */
  async consume(id: string): Promise<void> {
    const { numUpdatedRows } = await this.#db
      .updateTable('setting')
      .set({ value: sql`jsonb_set(value, '{payload,consumed}', to_jsonb(${seconds()}::bigint))` })
      .where('scope', '=', this.#scope)
      .where('key', '=', adapterKey(this.#model, id))
      .where(sql<boolean>`not value -> 'payload' ? 'consumed'`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new errors.InvalidGrant('grant was used already')
  }

  async destroy(id: string): Promise<void> {
    await this.#db
      .deleteFrom('setting')
      .where('scope', '=', this.#scope)
      .where('key', '=', adapterKey(this.#model, id))
      .execute()
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db
      .deleteFrom('setting')
      .where('scope', '=', this.#scope)
      .where('key', 'like', `${this.#model}:%`)
      .where(sql<boolean>`value -> 'payload' ->> 'grantId' = ${grantId}`)
      .execute()
  }
}

function unexpiredPayload(value: unknown): AdapterPayload | undefined {
  const stored = value as StoredPayload | undefined
  return stored && (stored.expires === null || stored.expires > seconds()) ? stored.payload : undefined
}

/**
 * Returns the tenant whose provider issued a code or refresh token; the token endpoints of all tenants accept it, as
 * the directory's do.
 */
export async function issuingTenant(
  db: Db,
  model: 'AuthorizationCode' | 'RefreshToken',
  id: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('setting')
    .select('scope')
    .where('scope', 'like', adapterScope('%'))
    .where('key', '=', adapterKey(model, id))
    .executeTakeFirst()
  return row ? row.scope.slice(adapterScope('').length) : null
}

/** Seconds for which a sign-out is stored: until the last token of its session has ended. */
const signOutSeconds = 3600 + 600

/** Stores that a user signed out, which ends the tokens of the session. */
export const recordSignOut = (db: Db, tenantId: string, sessionUid: string): Promise<void> =>
  new StoreAdapter(db, tenantId, 'SignOut').upsert(sessionUid, {}, signOutSeconds)

/** Whether nobody signed out of a session. One that ended because its browser became somebody else’s is open. */
export const isSessionOpen = async (db: Db, tenantId: string, sessionUid: string): Promise<boolean> =>
  (await new StoreAdapter(db, tenantId, 'SignOut').find(sessionUid)) === undefined

/** Removes expired rows; runs at start and hourly. */
export async function deleteExpiredPayloads(db: Db): Promise<void> {
  await db
    .deleteFrom('setting')
    .where('scope', 'like', adapterScope('%'))
    .where(sql<boolean>`(value ->> 'expires')::bigint < ${seconds()}`)
    .execute()
}
