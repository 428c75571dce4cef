import {
  type SupportListId,
  supportKey,
  supportListIds,
  supportStatuses,
} from '../../contract/lists/list-definitions.ts'
import type { SupportActivity } from '../../contract/support/support.ts'
import { supportLimits } from '../../contract/support/support-definitions.ts'
import { listOf, objectOf } from '../../engine/lib/json.ts'
import { type LoggedChange, listChanges } from './impact-store.ts'
import type { SupportReader } from './reader.ts'

interface Value {
  list: SupportListId
  value: string
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Loads the changes of the list status of values from the audit log, newest first. A change of more than a hundred
 * values at once is logged with its number alone, and is not found.
 */
export async function loadActivity(
  { db, environmentId }: SupportReader,
  tenantId: string,
  values: readonly Value[],
): Promise<SupportActivity[]> {
  const keys = values.flatMap(({ list, value }) =>
    [...new Set([supportKey(list, value), value.trim().toLowerCase()])].map(key => ({ list, value: key })),
  )
  const changes = await listChanges(db, tenantId, environmentId, keys, supportLimits.activity)
  return changes.flatMap(change => linesOf(change, values)).slice(0, supportLimits.activity)
}

function linesOf(change: LoggedChange, values: readonly Value[]): SupportActivity[] {
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
