import { sql } from 'kysely'
import { type RetailEntity, type RetailIssue, retailLimits } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { RetailPage } from '../../../ports/retail-connector.ts'
import type { RetailPositions, StoredRetailPosition } from '../../../ports/tables/review/retail-connector.ts'
import { shownValue } from '../../../upload-files/issues/issues.ts'
import type { RetailStorage } from '../../loss-prevention/transactions/retail-storages.ts'
import type { RetailKey } from '../../loss-prevention/transactions/store-transactions.ts'
import { checkPage } from './check-page.ts'
import { type ClaimedConnection, leaseFrom, lockClaimed } from './claim.ts'
import { readAgain, withLeftOut } from './left-out.ts'

export const beginning: StoredRetailPosition = { since: null, next: null, latest: null, done: false }

/** `lost`: the connection is no longer this process's. `sensitive`: the page has full card numbers, and was not stored. */
type TakenPage = { kind: 'taken'; position: StoredRetailPosition } | { kind: 'lost' | 'sensitive' }

/**
 * Stores the rows of a page together with how far the entity is read: after a stop at any point, neither is there without
 * the other.
 */
export async function takePage<Value>(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  claimed: ClaimedConnection,
  entity: RetailEntity,
  page: RetailPage,
  { storage, position }: { storage: RetailStorage<Value>; position: StoredRetailPosition },
): Promise<TakenPage> {
  const now = clock()
  const rows = page.rows.length
  const checked = checkPage(entity, page.rows, storage, now)
  return db.transaction().execute(async trx => {
    if (!(await lockClaimed(trx, claimed))) return { kind: 'lost' }
    if (checked.isSensitive) {
      await countRows(trx, claimed, { ...checked, rows, changed: 0, refused: rows })
      return { kind: 'sensitive' }
    }
    const changed = checked.values.length === 0 ? 0 : (await storage.store(trx, checked.values)).changed
    const leftOut = (await storage.leftOut?.(trx, checked.values)) ?? []
    await countRows(trx, claimed, {
      rows,
      changed,
      refused: checked.refused + leftOut.length,
      issues: [...checked.issues, ...leftOut.map(key => orphanIssue(entity, key))],
    })
    const before = await boundedBy(trx, claimed, entity, position)
    const next = positionAfter(withLeftOut(before, leftOut, checked.earliest), page, checked.latest)
    const lines = readAgain(await loadPositions(trx, claimed), storage.transactionsOf?.(checked.values) ?? [])
    await storePositions(trx, claimed, { ...lines, [entity]: next }, leaseFrom(now))
    return { kind: 'taken', position: next }
  })
}

function positionAfter(
  before: StoredRetailPosition,
  { next }: RetailPage,
  latest: string | null,
): StoredRetailPosition {
  const reached = laterOf(before.latest, latest)
  return next === null
    ? { ...before, since: upTo(before.until, laterOf(before.since, reached)), next: null, latest: null, done: true }
    : { ...before, next, latest: reached, done: false }
}

/**
 * Returns the position of lines with how far the transactions were read when the reading of the lines began: lines after
 * that are read again, because their transactions may not be stored yet.
 */
async function boundedBy(
  trx: Db,
  claimed: ClaimedConnection,
  entity: RetailEntity,
  position: StoredRetailPosition,
): Promise<StoredRetailPosition> {
  if ((entity !== 'Sales' && entity !== 'Payments') || position.next !== null) return position
  const { Transactions } = await loadPositions(trx, claimed)
  return { ...position, until: Transactions?.since ?? null }
}

/** Returns how far the entities of a connection are read now. */
export async function loadPositions(
  db: Db,
  { environment_id }: Pick<ClaimedConnection, 'environment_id'>,
): Promise<RetailPositions> {
  const row = await db
    .selectFrom('retail_connection')
    .select('positions')
    .where('environment_id', '=', environment_id)
    .executeTakeFirst()
  return row?.positions ?? {}
}

/** Returns a time, but no later than a bound; `undefined` is none, and `null` is the beginning. */
const upTo = (bound: string | null | undefined, time: string | null): string | null =>
  bound === undefined || time === null ? time : bound !== null && Date.parse(time) < Date.parse(bound) ? time : bound

const orphanIssue = (entity: RetailEntity, { number, unit, terminal, line }: RetailKey): RetailIssue => ({
  entity,
  key: [number, unit, terminal, ...(line === undefined ? [] : [String(line)])].map(shownValue).join(' / '),
  column: 'TRANSACTIONNUMBER',
  code: 'U-22',
  message: 'its transaction is not stored',
})

const laterOf = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && Date.parse(other) > Date.parse(one)) ? other : one

async function storePositions(
  trx: Db,
  { environment_id }: ClaimedConnection,
  change: RetailPositions,
  leaseUntil: Date,
): Promise<void> {
  await sql`update retail_connection set positions = positions || ${JSON.stringify(change)}::jsonb,
      lease_until = ${leaseUntil}::timestamptz
    where environment_id = ${environment_id}::uuid`.execute(trx)
}

/** Adds to the counts of the synchronisation, and to its list of faults as long as it is short. */
async function countRows(
  trx: Db,
  { sync_id }: ClaimedConnection,
  {
    rows,
    changed,
    refused,
    issues,
  }: { rows: number; changed: number; refused: number; issues: readonly RetailIssue[] },
): Promise<void> {
  const first = issues.slice(0, retailLimits.issues)
  await sql`update retail_sync set rows = rows + ${rows}, changed = changed + ${changed}, refused = refused + ${refused},
      issues = case when jsonb_array_length(issues) < ${retailLimits.issues}
        then jsonb_path_query_array(issues || ${JSON.stringify(first)}::jsonb, ${`$[0 to ${retailLimits.issues - 1}]`}::jsonpath)
        else issues end
    where id = ${sync_id}::uuid`.execute(trx)
}
