import { needsIdempotencyKey } from '../../contract/procedure-effects.ts'
import { digestInPieces, sha256 } from '../../engine/lib/sha256.ts'
import { ConflictError, ValidationError } from '../../kernel/errors/errors.ts'
import type { Db } from '../../ports/database.ts'
import type { Principal } from '../../ports/index.ts'

const idempotencyHeader = 'idempotency-key'

/** Time for which an answer is stored for a repeat. */
const retentionMs = 3_600_000
/** A call that has not ended after this time was lost with its process: the next one replaces it. */
const abandonedAfterMs = 60_000
/** Maximum time that a repeat waits for the end of the first call. */
const maxWaitMs = 5_000
const pollIntervalMs = 100

interface IdempotentCall<Result> {
  context: { headers: Headers; principal: Principal; db: Db; ports: { clock: () => Date } }
  path: readonly string[]
  input: unknown
  next: () => Promise<Result>
}

/** Returns a digest of a call's input, which is equal for equal values. */
async function digestOf(input: unknown): Promise<string> {
  const files: Blob[] = []
  const parts = [
    JSON.stringify(input, (_name, value: unknown) => {
      if (!(value instanceof Blob)) return value
      files.push(value)
      return { file: files.length }
    }) ?? '',
  ]
  for (const file of files) parts.push(await digestInPieces(file))
  return sha256(new TextEncoder().encode(parts.join('\n')))
}

/**
 * Runs a change that a client may repeat with the same `Idempotency-Key` when its answer was lost: it is carried out
 * once, and the repeat gets the answer of the first call. A refused change stores nothing, so that it can be retried
 * with its key.
 */
export async function runIdempotent<Result>(options: IdempotentCall<Result>): Promise<Result> {
  const { context, path, input } = options
  const key = context.headers.get(idempotencyHeader)
  const procedure = path.join('.')
  // The answer of a read, which may contain data of customers, is not stored; nor is that of a report that comes every few seconds.
  if (key === null || !needsIdempotencyKey(path)) return options.next()
  if (!/^[\w-]{8,64}$/.test(key))
    throw new ValidationError(
      [],
      'The header Idempotency-Key has to be 8 to 64 letters, digits, hyphens or underscores.',
    )
  const {
    db,
    principal: { tenantId, id: userId },
  } = context
  const digest = await digestOf(input)
  const ownRecord = (at: Date) => ({
    tenant_id: tenantId,
    user_id: userId,
    key,
    procedure,
    digest,
    answer: null,
    started_at: at,
    expires_at: new Date(at.getTime() + retentionMs),
  })

  const claim = async (): Promise<boolean> => {
    const now = context.ports.clock()
    await db
      .deleteFrom('repeated_call')
      .where(eb =>
        eb.or([
          eb('expires_at', '<', now),
          eb.and([
            eb('tenant_id', '=', tenantId),
            eb('user_id', '=', userId),
            eb('key', '=', key),
            eb('answer', 'is', null),
            eb('started_at', '<', new Date(now.getTime() - abandonedAfterMs)),
          ]),
        ]),
      )
      .execute()
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('repeated_call')
      .values(ownRecord(now))
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  }
  const row = () =>
    db
      .selectFrom('repeated_call')
      .select(['procedure', 'digest', 'answer'])
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('key', '=', key)

  for (let waited = 0; !(await claim()); waited += pollIntervalMs) {
    const first = await row().executeTakeFirst()
    if (first && (first.procedure !== procedure || first.digest !== digest))
      throw new ValidationError([], 'This Idempotency-Key was used for another request. Send a new one.')
    if (first?.answer) return (first.answer as { value: Result }).value
    if (waited >= maxWaitMs)
      throw new ConflictError('The first request with this Idempotency-Key is still in progress.', {
        reason: 'call.running',
      })
    await new Promise(resolve => setTimeout(resolve, pollIntervalMs))
  }
  try {
    const value = await options.next()
    await db
      .updateTable('repeated_call')
      .set({ answer: JSON.stringify({ value }) })
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute()
    return value
  } catch (error) {
    await db
      .deleteFrom('repeated_call')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .where('answer', 'is', null)
      .execute()
    throw error
  }
}
