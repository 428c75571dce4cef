import { sql } from 'kysely'
import {
  type SupportListId,
  supportKey,
  supportListIds,
  supportStatuses,
} from '../../../contract/lists/list-definitions.ts'
import type { SupportChange } from '../../../contract/lists/support-lists.ts'
import { listOf, objectOf } from '../../../engine/lib/json.ts'
import type { Db } from '../../../ports/database.ts'

interface Value {
  list: SupportListId
  value: string
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

interface LoggedChange {
  id: string
  at: Date
  actor_name: string
  resource_id: string
  before: unknown
  after: unknown
}

/**
 * Loads the changes of the list status of values from the audit log, newest first. A change of more than a hundred
 * values at once is logged with its number alone, and is not found.
 * @param place the tenant, and the environment whose lists have the values
 * @param limit highest number of changes
 */
export async function loadEntryHistory(
  db: Db,
  place: { tenantId: string; environmentId: string },
  values: readonly Value[],
  limit: number,
): Promise<SupportChange[]> {
  const keys = values.flatMap(({ list, value }) =>
    [...new Set([supportKey(list, value), value.trim().toLowerCase()])].map(key => ({ list, value: key })),
  )
  const changes = await selectChanges(db, place, keys, limit)
  return changes.flatMap(change => linesOf(change, values)).slice(0, limit)
}

/** Selects the newest audited changes of support lists that name one of these values, written in lower case. */
async function selectChanges(
  db: Db,
  { tenantId, environmentId }: { tenantId: string; environmentId: string },
  values: readonly Value[],
  limit: number,
): Promise<LoggedChange[]> {
  const { rows } = await sql<LoggedChange>`
    select a.id, a.at, a.actor_name, a.resource_id, a.before, a.after from audit_log a
    where a.tenant_id = ${tenantId}::uuid and a.environment_id = ${environmentId}::uuid and a.resource_type = 'SupportList'
      and exists (select from jsonb_array_elements(coalesce(a.before -> 'entries', '[]') || coalesce(a.after -> 'entries', '[]')) as entry
        join unnest(${values.map(({ list }) => list)}::text[], ${values.map(({ value }) => value)}::text[]) as v (list, value)
          on v.list = a.resource_id and v.value = lower(btrim(entry ->> 'value')))
    order by a.at desc, a.id desc limit ${limit}`.execute(db)
  return rows
}

function linesOf(change: LoggedChange, values: readonly Value[]): SupportChange[] {
  const list = supportListIds.find(id => id === change.resource_id)
  if (list === undefined) return []
  const after = listOf(objectOf(change.after).entries)
  const entries = after.length > 0 ? after : listOf(objectOf(change.before).entries)
  const sought = new Set(values.flatMap(each => (each.list === list ? [supportKey(list, each.value)] : [])))
  return entries.flatMap(entry =>
    sought.has(supportKey(list, textOf(entry.value)))
      ? [
          {
            id: change.id,
            at: change.at.toISOString(),
            by: change.actor_name,
            list,
            value: textOf(entry.value),
            ...(after.length > 0
              ? {
                  status: supportStatuses.find(status => status === entry.status) ?? null,
                  reason: textOf(entry.reason),
                  comments: textOf(entry.comments),
                  expiresAt: typeof entry.expiresAt === 'string' ? entry.expiresAt : null,
                }
              : {
                  status: null,
                  reason: textOf(objectOf(change.after).reason),
                  comments: textOf(objectOf(change.after).comments),
                  expiresAt: null,
                }),
          },
        ]
      : [],
  )
}
