import { sql } from 'kysely'
import { type SupportListId, supportKey } from '../../contract/lists/list-definitions.ts'
import type { Ports } from '../../ports/index.ts'
import type { SupportListChange } from './types.ts'

type Status = 'Safe' | 'Block' | 'Watch'
/** `until`: milliseconds; Infinity without an expiry. */
interface Entry {
  status: Status
  until: number
}

const permanentEntries: Readonly<Record<Status, Entry>> = {
  Safe: { status: 'Safe', until: Infinity },
  Block: { status: 'Block', until: Infinity },
  Watch: { status: 'Watch', until: Infinity },
}

/** Entries that are read at a time. */
const rowsPerPage = 2000

export const supportId = (environmentId: string, list: SupportListId): string => `${environmentId}/${list}`

export interface SupportLists {
  /** Reads the changes of one list. */
  reload: (environmentId: string, change: SupportListChange) => Promise<void>
  /** Reads the support lists that changed since they were read: few changes affect them, and they may be long. */
  reloadChanged: (environmentId: string | undefined) => Promise<void>
  /** `id`: see `supportId`. */
  statusOf: (id: string, value: string, now: Date) => Status | undefined
}

/** Creates the support lists of all environments in memory. */
export function createSupportLists({ db }: Pick<Ports, 'db'>): SupportLists {
  const lists = new Map<string, Map<string, Entry>>()
  /** Number of entries and the sum of the times of their changes at the time of the read. */
  const states = new Map<string, string>()

  async function reload(environmentId: string, change: SupportListChange): Promise<void> {
    const { list, keys } = change
    const id = supportId(environmentId, list)
    const selected = db
      .selectFrom('support_entry')
      .select(['key', 'status', 'expires_at'])
      .where('environment_id', '=', environmentId)
      .where('list', '=', list)
    const add = (target: Map<string, Entry>, rows: Awaited<ReturnType<typeof selected.execute>>): void => {
      for (const { key, status, expires_at } of rows)
        target.set(key, expires_at === null ? permanentEntries[status] : { status, until: expires_at.getTime() })
    }
    let entries = keys === undefined ? undefined : lists.get(id)
    if (entries !== undefined && keys !== undefined) {
      const rows = await selected.where('key', 'in', keys).execute()
      for (const key of keys) entries.delete(key)
      add(entries, rows)
    } else {
      entries = new Map()
      // In pages, so that decisions go on meanwhile; the list replaces the former one when it is complete.
      for (let after = ''; ; ) {
        const rows = await selected.where('key', '>', after).orderBy('key').limit(rowsPerPage).execute()
        add(entries, rows)
        if (rows.length < rowsPerPage) break
        after = rows.at(-1)?.key ?? ''
      }
    }
    lists.set(id, entries)
    // Other changes at the same time are unknown.
    if (keys !== undefined) states.delete(id)
  }

  async function reloadChanged(environmentId: string | undefined): Promise<void> {
    const rows = await db
      .selectFrom('support_entry')
      .select(({ fn }) => [
        'environment_id',
        'list',
        fn.countAll<number>().as('entries'),
        // Not the latest: a transaction that began early may be the last to end.
        sql<string>`sum(extract(epoch from updated_at))::text`.as('changes'),
      ])
      .$if(environmentId !== undefined, query => query.where('environment_id', '=', environmentId ?? ''))
      .groupBy(['environment_id', 'list'])
      .execute()
    const current = new Map(
      rows.map(row => [
        supportId(row.environment_id, row.list as SupportListId),
        { ...row, state: `${row.entries} ${row.changes}` },
      ]),
    )
    for (const id of lists.keys()) {
      if (current.has(id) || (environmentId !== undefined && !id.startsWith(`${environmentId}/`))) continue
      lists.delete(id)
      states.delete(id)
    }
    for (const [id, { environment_id, list, state }] of current) {
      if (states.get(id) === state) continue
      await reload(environment_id, { list: list as SupportListId })
      states.set(id, state)
    }
  }

  return {
    reload,
    reloadChanged,
    statusOf(id, value, now) {
      const entry = lists.get(id)?.get(supportKey(id.slice(id.lastIndexOf('/') + 1) as SupportListId, value))
      return entry !== undefined && entry.until > now.getTime() ? entry.status : undefined
    },
  }
}
