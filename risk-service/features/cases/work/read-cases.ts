import { sql } from 'kysely'
import type { CaseEventKind } from '../../../contract/cases/case-definitions.ts'
import type { Case, CaseEvent, CaseRow } from '../../../contract/cases/case-entities.ts'
import type { Db } from '../../../ports/database.ts'
import { advanceCases } from '../clock/advance-cases.ts'
import type { StoredCase, StoredQueue } from '../model/case-record.ts'
import { seesQueue } from '../model/queue-role.ts'
import { type CaseKey, findCase, loadLockedBy } from '../store/case-store.ts'
import { loadQueueOf, loadQueues } from '../store/queue-store.ts'
import { mayApprove } from './approvals.ts'
import { type CaseCall, loadSurroundings, noCase, roleIn, surroundingsOf } from './case-call.ts'
import { toCase, toCaseRow } from './case-view.ts'

/** Returns the case of an event with what the caller may do; null for an event without one that the caller sees. */
export async function findCaseOf(call: CaseCall, key: CaseKey): Promise<Case | null> {
  await advanceCases(call, [key.environmentId])
  const found = await findCase(call.db, key)
  if (found === null || found.state === 'Removed') return null
  const queue = await loadQueueOf(call.db, found)
  return seesQueue(queue, roleIn(queue, call)) ? viewCase(call, found) : null
}

/** As `findCaseOf`. @throws NotFoundError when there is none */
export async function readCase(call: CaseCall, key: CaseKey): Promise<Case> {
  const found = await findCaseOf(call, key)
  if (found === null) throw noCase()
  return found
}

/**
 * Returns a stored case as its page shows it. @param own the caller has just moved it: the answer shows it in any queue
 * @throws NotFoundError for a queue that only its own people see
 */
export async function viewCase(call: CaseCall, found: StoredCase, { own = false } = {}): Promise<Case> {
  const { db } = call
  const loaded = surroundingsOf(found)
  const queue = loaded?.queue ?? (await loadQueueOf(db, found))
  const role = roleIn(queue, call)
  if (!own && !seesQueue(queue, role)) throw noCase()
  const around = loaded ?? (await loadSurroundings(db, call, found, queue))
  return toCase(db, call, { found, role, now: call.ports.clock(), ...around })
}

/** Returns a case that the caller sees, as it is now, with its queue. @throws NotFoundError */
export async function requireVisible(call: CaseCall, key: CaseKey): Promise<{ found: StoredCase; queue: StoredQueue }> {
  await advanceCases(call, [key.environmentId])
  const found = await findCase(call.db, key)
  if (found === null || found.state === 'Removed') throw noCase()
  const queue = await loadQueueOf(call.db, found)
  if (!seesQueue(queue, roleIn(queue, call))) throw noCase()
  return { found, queue }
}

/** Returns what happened to a case, the latest first; its creation is the last entry. */
export async function readHistory(call: CaseCall, key: CaseKey): Promise<CaseEvent[]> {
  const { found } = await requireVisible(call, key)
  const rows = await call.db
    .selectFrom('case_event')
    .selectAll()
    .where('case_id', '=', found.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const entry = (row: (typeof rows)[number]): CaseEvent => ({
    id: row.id,
    kind: row.kind,
    at: row.at.toISOString(),
    by: row.by_id === null ? null : { id: row.by_id, name: row.by_name ?? '' },
    correlationId: row.correlation_id,
    details: row.details,
  })
  const created: CaseEvent = {
    id: found.id,
    kind: 'created' satisfies CaseEventKind,
    at: found.created_at.toISOString(),
    by: null,
    correlationId: null,
    details: {
      rule: found.rule,
      clause: found.clause,
      routedRule: found.routed_rule,
      routedClause: found.routed_clause,
    },
  }
  return [...rows.map(entry), created]
}

/** The caller's work. */
export interface UnfinishedWork {
  locked: CaseRow[]
  assigned: CaseRow[]
  onHold: CaseRow[]
  approvals: CaseRow[]
}

const listed = 50

/** Returns what the caller has begun, and what waits for the caller, in the environments of the call. */
export async function readUnfinished(call: CaseCall): Promise<UnfinishedWork> {
  await advanceCases(call, call.scope)
  const { db, principal, ports } = call
  const now = ports.clock()
  const queues = new Map((await loadQueues(db, call.scope)).map(queue => [queue.id, queue]))
  const [locked, assigned, onHold, awaiting] = await Promise.all([
    loadLockedBy(db, principal.id, now),
    select(
      db,
      call,
      sql`state = 'Pending' and assignee_id = ${principal.id}::uuid and assigned_until > ${now}::timestamptz`,
    ),
    select(db, call, sql`state = 'OnHold' and hold_owner_id = ${principal.id}::uuid`),
    select(db, call, sql`state = 'AwaitingApproval'`),
  ])
  const queueOf = ({ queue_id: id }: StoredCase): StoredQueue | undefined => (id === null ? undefined : queues.get(id))
  const rows = (cases: readonly StoredCase[]) =>
    cases.filter(each => call.scope.includes(each.environment_id)).map(each => toCaseRow(each, call, queueOf))
  return {
    locked: rows(locked),
    assigned: rows(assigned),
    onHold: rows(onHold),
    approvals: rows(
      awaiting.filter(found => {
        const queue = queueOf(found)
        const role = queue === undefined ? null : roleIn(queue, call)
        return queue !== undefined && role !== null && seesQueue(queue, role) && mayApprove({ found, role }, call)
      }),
    ),
  }
}

async function select(db: Db, call: CaseCall, condition: ReturnType<typeof sql>): Promise<StoredCase[]> {
  const { rows } = await sql<StoredCase>`select * from review_case
    where environment_id = any(${[...call.scope]}::uuid[]) and ${condition} order by at limit ${listed}`.execute(db)
  return rows
}
