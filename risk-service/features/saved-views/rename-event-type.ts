import type { ViewArea } from '../../contract/saved-views.ts'
import type { Db } from '../../ports/database.ts'
import { lockViewScope } from './store.ts'

type Rename = readonly [before: string, after: string]

/** Parts of the stored address of a view that name an assessment, with the new name of it; null: none does. */
const renamers: Readonly<Record<ViewArea, (query: string, rename: Rename) => string | null>> = {
  search: (query, [before, after]) => {
    const parameters = new URLSearchParams(query)
    if (parameters.get('type') !== before) return null
    parameters.set('type', after)
    return parameters.toString()
  },
  // A graph shows months: events of before stay in it. The event that it starts with keeps its type.
  graph: (query, [before, after]) => {
    const all = [...new URLSearchParams(query)]
    const renamed = all.map(([name, value]): [string, string] => {
      const [field, operator, ...rest] = value.split(':')
      const values = rest.join(':').split(',')
      if (name !== 'f' || field !== 'eventTypes' || !values.includes(before) || values.includes(after))
        return [name, value]
      return [name, `${field}:${operator}:${[...values, after].join(',')}`]
    })
    return renamed.some(([, value], index) => value !== all[index]?.[1])
      ? new URLSearchParams(renamed).toString()
      : null
  },
}

/**
 * Lets saved searches and graphs of an assessment, and the watches of these searches, find its events under its new API
 * name. Takes the lock of the views of each environment: before any lock that a change of a view waits for.
 */
export async function renameSavedViews(trx: Db, environmentIds: readonly string[], ...rename: Rename): Promise<void> {
  const areas = Object.keys(renamers) as ViewArea[]
  for (const environmentId of [...environmentIds].sort())
    for (const area of areas) await lockViewScope(trx, { environmentId, area })
  const views = await trx
    .selectFrom('saved_view')
    .select(['id', 'area', 'state', 'version'])
    .where('environment_id', 'in', [...environmentIds])
    .where('area', 'in', areas)
    .execute()
  for (const { id, area, state, version } of views) {
    const query = typeof state.query === 'string' ? renamers[area as ViewArea](state.query, rename) : null
    if (query === null) continue
    await trx
      .updateTable('saved_view')
      .set({ state: JSON.stringify({ ...state, query }), version: version + 1 })
      .where('id', '=', id)
      .execute()
  }
  await trx
    .updateTable('saved_view_watch')
    .set({ event_type: rename[1] })
    .where('event_type', '=', rename[0])
    .where('view_id', 'in', select =>
      select
        .selectFrom('saved_view')
        .select('id')
        .where('environment_id', 'in', [...environmentIds]),
    )
    .execute()
}
