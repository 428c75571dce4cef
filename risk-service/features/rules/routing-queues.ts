import { sql } from 'kysely'
import type { Db } from '../../ports/database.ts'

interface RoutableQueue {
  id: string
  name: string
}
/** Returns the queue in which a case begins when a routing rule names a queue. */
export type QueueLookup = (environmentId: string, eventType: string, name: string) => RoutableQueue

/**
 * Loads the queues of environments, and returns the one that a case gets as the event writer chooses it: the named one
 * of its environment, or General where there is none, where it is for another assessment, or where it is being drained.
 */
export async function loadQueueLookup(db: Db, environmentIds: readonly string[]): Promise<QueueLookup> {
  const { rows } = await sql<
    RoutableQueue & { environment_id: string; event_type: string | null; system: boolean; draining: boolean }
  >`select id, environment_id, event_type, name, kind = 'System' as system, coalesce((settings ->> 'draining')::boolean, false) as draining
    from case_queue where environment_id = any(${[...environmentIds]}::uuid[])`.execute(db)
  const queues = Map.groupBy(rows, row => row.environment_id)
  return (environmentId, eventType, name) => {
    const own = queues.get(environmentId) ?? []
    const found =
      own.find(
        queue =>
          queue.name.toLowerCase() === name.toLowerCase() &&
          (queue.event_type === null || queue.event_type === eventType) &&
          !queue.draining,
      ) ?? own.find(queue => queue.system)
    if (found === undefined) throw new Error('An environment has no system queue.')
    return found
  }
}

/**
 * Returns a fingerprint of what decides where events of an environment and of those below it are sent: published
 * routing rules, the functions and velocity sets that they may name, and queues.
 */
export async function routingFingerprint(db: Db, environmentId: string): Promise<string> {
  const { rows } = await sql<{ mark: string | null }>`
    with recursive up as (select id, parent_id from environment where id = ${environmentId}::uuid union select e.id, e.parent_id from environment e join up on e.id = up.parent_id),
      down as (select id, parent_id from environment where id = ${environmentId}::uuid union select e.id, e.parent_id from environment e join down on e.parent_id = down.id),
      tree as (select id from up union select id from down),
      parts as (
        select r.id || ' ' || r.version || ' ' || r.status || ' ' || r.position as part
        from rule r join tree on tree.id = r.environment_id where r.type = 'routing'
        union all select q.id || ' ' || q.version from case_queue q join tree on tree.id = q.environment_id
        union all select v.id || ' ' || v.version || ' ' || v.status from velocity_set v join tree on tree.id = v.environment_id
        union all select f.id || ' ' || f.version || ' ' || f.status from "function" f join tree on tree.id = f.environment_id
      )
    select md5(string_agg(part, ',' order by part)) as mark from parts`.execute(db)
  return rows[0]?.mark ?? ''
}
