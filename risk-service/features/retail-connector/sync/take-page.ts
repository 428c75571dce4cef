import { sql } from 'kysely'
import { type RetailEntity, type RetailIssue, retailLimits } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'
import type { Ports } from '../../../ports/index.ts'
import type { RetailPage } from '../../../ports/retail-connector.ts'
import type { RetailPositions, StoredRetailPosition } from '../../../ports/tables/review/retail-connector.ts'
import type { RetailStorage } from '../../loss-prevention/transactions/retail-storages.ts'
import { checkPage } from './check-page.ts'
import { type ClaimedConnection, leaseFrom, lockClaimed } from './claim.ts'

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
    await countRows(trx, claimed, { ...checked, rows, changed })
    const next = positionAfter(position, page, checked.latest)
    await storePosition(trx, claimed, entity, next, leaseFrom(now))
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
    ? { since: laterOf(before.since, reached), next: null, latest: null, done: true }
    : { since: before.since, next, latest: reached, done: false }
}

const laterOf = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && Date.parse(other) > Date.parse(one)) ? other : one

async function storePosition(
  trx: Db,
  { environment_id }: ClaimedConnection,
  entity: RetailEntity,
  position: StoredRetailPosition,
  leaseUntil: Date,
): Promise<void> {
  const change: RetailPositions = { [entity]: position }
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
