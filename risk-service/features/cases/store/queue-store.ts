import { sql } from 'kysely'
import { systemQueue } from '../../../contract/common/constants.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import type { StoredQueue } from '../model/case-record.ts'

/** Members of the groups of a queue: those of the groups as they are now. */
const groupMembers = sql<string[]>`array(
  select distinct m from reviewer_group g cross join unnest(g.members) m
  where g.environment_id = case_queue.environment_id and case_queue.settings -> 'assignedGroups' ? g.id::text order by m
)`.as('group_members')

export async function findQueue(db: Db, id: string): Promise<StoredQueue | null> {
  const row = await db.selectFrom('case_queue').selectAll().select(groupMembers).where('id', '=', id).executeTakeFirst()
  return (row as StoredQueue | undefined) ?? null
}

/** Returns the queue General of an environment; null for one that is being removed. */
export async function findSystemQueue(db: Db, environmentId: string): Promise<StoredQueue | null> {
  const row = await db
    .selectFrom('case_queue')
    .selectAll()
    .select(groupMembers)
    .where('environment_id', '=', environmentId)
    .where('kind', '=', 'System')
    .executeTakeFirst()
  return (row as StoredQueue | undefined) ?? null
}

interface QueuedCase {
  environment_id: string
  queue_id: string | null
}

/** Returns the queue of a case, General when it was deleted; null in an environment that is being removed. */
export async function findQueueOf(db: Db, { environment_id, queue_id }: QueuedCase): Promise<StoredQueue | null> {
  const own = queue_id === null ? null : await findQueue(db, queue_id)
  return own ?? findSystemQueue(db, environment_id)
}

/** As `findQueueOf`. @throws NotFoundError in an environment that is being removed */
export async function loadQueueOf(db: Db, found: QueuedCase): Promise<StoredQueue> {
  const queue = await findQueueOf(db, found)
  if (queue === null) throw new NotFoundError('This environment is being removed.')
  return queue
}

/** Returns the queues of these environments by name, General first. */
export async function loadQueues(db: Db, environmentIds: readonly string[]): Promise<StoredQueue[]> {
  const rows = await db
    .selectFrom('case_queue')
    .selectAll()
    .select(groupMembers)
    .where('environment_id', 'in', [...environmentIds])
    .orderBy(sql`kind = 'User'`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  return rows as StoredQueue[]
}

/** Locks the queues of an environment until the transaction ends: names and their number are decided over all of them. */
export async function lockQueues(trx: Db, environmentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`case queues ${environmentId}`}, 0))`.execute(trx)
}

export async function putQueue(
  trx: Db,
  queue: Omit<StoredQueue, 'group_members'> & Partial<StoredQueue>,
): Promise<StoredQueue> {
  const { group_members: _members, ...row } = queue
  const settings = JSON.stringify(queue.settings)
  const { name, version, updated_by_name, updated_at } = queue
  await trx
    .insertInto('case_queue')
    .values({ ...row, settings })
    .onConflict(conflict => conflict.column('id').doUpdateSet({ name, settings, version, updated_by_name, updated_at }))
    .execute()
  return (await findQueue(trx, queue.id)) as StoredQueue
}

/** What other queues escalate to a deleted queue stays with them. */
export async function dropEscalationQueue(trx: Db, id: string): Promise<void> {
  await sql`update case_queue set settings = settings || '{"escalationQueueId":null}'::jsonb, version = version + 1
    where settings ->> 'escalationQueueId' = ${id}`.execute(trx)
}

export async function deleteQueue(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom('case_queue').where('id', '=', id).execute()
}

/** Whether the name belongs to the system's queue. */
export const isSystemName = (name: string): boolean => name.toLowerCase() === systemQueue.toLowerCase()
