import { sql } from 'kysely'
import type { ReportQueue } from '../../../contract/cases/report/report-figures.ts'
import type { ReportCall, ReportScope } from '../scope/report-scope.ts'
import { inEnvironments } from './read-conditions.ts'

interface QueueRow {
  id: string
  name: string
  environmentId: string
  kind: 'System' | 'User'
  deleted: boolean
  assignedUsers: string[]
}
export type NamedQueue = ReportQueue & { assignedUsers: readonly string[] }

/**
 * Returns the queues of a report by name, General first: those that exist and, by the name of its history, those that
 * were deleted and that the figures mention.
 * @param mentioned ids of queues in the figures
 */
export async function readQueues(
  { db, tree }: Pick<ReportCall, 'db' | 'tree'>,
  { filter }: ReportScope,
  mentioned: Iterable<string>,
): Promise<NamedQueue[]> {
  const { rows } = await sql<QueueRow>`
    select q.id::text, q.name, q.environment_id as "environmentId", q.kind, false as deleted,
      array(select jsonb_array_elements_text(q.settings -> 'assignedUsers')) as "assignedUsers"
    from case_queue q where ${inEnvironments('q', filter.environmentIds)}
      and (${filter.eventTypes === null} or q.event_type is null or q.event_type = any(${[...(filter.eventTypes ?? [])]}::text[]))
    order by q.kind = 'User', lower(q.name), q.id`.execute(db)
  const current = new Set(rows.map(({ id }) => id))
  const missing = [...new Set(mentioned)].filter(id => !current.has(id))
  const found = [...rows, ...(missing.length === 0 ? [] : await readFormerQueues(db, filter.environmentIds, missing))]
  return found
    .filter(({ id }) => filter.queueIds?.includes(id) ?? true)
    .map(queue => ({ ...queue, environmentName: tree.get(queue.environmentId)?.friendlyName ?? '' }))
}

async function readFormerQueues(
  db: ReportCall['db'],
  environmentIds: readonly string[],
  ids: readonly string[],
): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select distinct on (m.id) m.id, m.name, e.environment_id as "environmentId", coalesce(q.kind, 'User') as kind, q.id is null as deleted,
      '{}'::text[] as "assignedUsers"
    from case_event e cross join lateral (values (e.details ->> 'queueId', e.details ->> 'queue'), (e.details ->> 'toId', e.details ->> 'to')) m (id, name)
    left join case_queue q on q.id::text = m.id
    where ${inEnvironments('e', environmentIds)} and m.id = any(${[...ids]}::text[]) and m.name is not null
    order by m.id, e.at desc`.execute(db)
  return rows
}

/** Returns the queue as answers contain it. */
export const queueOf = ({ assignedUsers: _assignedUsers, ...queue }: NamedQueue): ReportQueue => queue

/** Returns the names of users of a tenant by their ids. */
export async function readNames(
  db: ReportCall['db'],
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('principal')
    .select(['id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the ids of the General queues of environments. */
export async function readSystemQueueIds(
  db: ReportCall['db'],
  environmentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('case_queue')
    .select('id')
    .where('environment_id', 'in', [...environmentIds])
    .where('kind', '=', 'System')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
