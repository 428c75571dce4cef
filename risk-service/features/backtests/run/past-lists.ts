import { sql } from 'kysely'
import { listKey, supportListIds } from '../../../contract/lists/list-definitions.ts'
import { gunzip } from '../../../engine/lib/gzip.ts'
import { type CompiledList, compileListFile } from '../../../engine/lists/compiled-list.ts'
import { supportId } from '../../../engine/lists/support-lists.ts'
import type { CheckEnvironment, ListReader } from '../../../fql/index.ts'
import type { Db } from '../../../ports/database.ts'

type Status = 'Safe' | 'Block' | 'Watch'
interface PastListVersion {
  from: number
  list: CompiledList | null
}
export interface PastLists {
  /**
   * Returns a reader of the lists at the time of the current event (`now`); before its first version a list is empty.
   */
  reader: (now: () => number) => ListReader
  /** Whether the content of a list at a time is stored. */
  isStoredAt: (list: string, at: number) => boolean
  /** Whether a list was changed after a time, or never filled. */
  isChangedAfter: (list: string, at: number) => boolean
  /** Some versions that were in force in the period have no stored file any more. */
  missing: boolean
}

/**
 * Loads the lists of these environments from `from` on: the version of a custom list that was in force at an event's
 * time, and entries of support lists from their addition until their expiry. Removed entries of a support list are
 * unknown.
 */
export async function loadPastLists(
  db: Db,
  checks: readonly CheckEnvironment[],
  environmentIds: readonly string[],
  texts: string,
  from: Date,
  to: Date,
): Promise<PastLists> {
  const used = checks
    .flatMap(check => [...(check.lists?.custom.values() ?? [])])
    .filter(list => texts.includes(list.name.toLowerCase()))
  const custom = new Map<string, PastListVersion[]>()
  let missing = false
  for (const { id, remote } of used) {
    if (id === undefined || custom.has(id)) continue
    // The rows of an external database at that time are unknown.
    if (remote === true) {
      missing = true
      continue
    }
    const rows = await db
      .selectFrom('list_version')
      .select(['version', 'file_name', 'updated_at'])
      .where('list_id', '=', id)
      .where('updated_at', '<', to)
      .orderBy('version')
      .execute()
    const inForce = rows.filter((_row, index) => (rows[index + 1]?.updated_at.getTime() ?? Infinity) > from.getTime())
    const versions: PastListVersion[] = []
    for (const row of inForce) {
      const { content } = await db
        .selectFrom('list_version')
        .select('content')
        .where('list_id', '=', id)
        .where('version', '=', row.version)
        .executeTakeFirstOrThrow()
      if (content === null) missing = true
      const list = content === null ? null : (await compileListFile(await gunzip(content), row.file_name)).list
      versions.push({ from: row.updated_at.getTime(), list })
    }
    custom.set(id, versions)
  }
  const support = new Map<string, Map<string, { from: number; until: number; status: Status }>>()
  if (/insupportlist|issafe|isblock|iswatch/.test(texts)) {
    for (const environmentId of environmentIds)
      for (const list of supportListIds) support.set(supportId(environmentId, list), new Map())
    const { rows } = await sql<{
      environment_id: string
      list: (typeof supportListIds)[number]
      key: string
      status: Status
      added_at: Date
      expires_at: Date | null
    }>`
      select environment_id, list, key, status, added_at, expires_at from support_entry where environment_id = any(${environmentIds}::uuid[]) and added_at < ${to}`.execute(
      db,
    )
    for (const row of rows) {
      support.get(supportId(row.environment_id, row.list))?.set(row.key, {
        from: row.added_at.getTime(),
        until: row.expires_at?.getTime() ?? Infinity,
        status: row.status,
      })
    }
  }
  const listAt = (id: string, at: number): CompiledList | undefined =>
    custom.get(id)?.findLast(version => version.from <= at)?.list ?? undefined
  return {
    missing,
    isStoredAt: (list, at) => support.has(list) || listAt(list, at) !== undefined,
    isChangedAfter(list, at) {
      const entries = support.get(list)
      if (entries !== undefined)
        return entries.size === 0 || [...entries.values()].some(({ from: added }) => added > at)
      const versions = custom.get(list) ?? []
      return versions.length === 0 || versions.some(({ from: changed }) => changed > at)
    },
    reader: now => ({
      containsKey: (list, column, key) => (listAt(list, now())?.find(column, key) ?? -1) >= 0,
      lookup(list, keyColumn, key, valueColumn) {
        const found = listAt(list, now())
        return found?.cell(valueColumn, found.find(keyColumn, key))
      },
      lookupClosest(list, keyColumn, key, valueColumn) {
        const found = listAt(list, now())
        return found?.cell(valueColumn, found.closest(keyColumn, key))
      },
      supportStatus(list, value) {
        const entry = support.get(list)?.get(listKey(value))
        const at = now()
        return entry !== undefined && entry.from <= at && entry.until > at ? entry.status : undefined
      },
    }),
  }
}
