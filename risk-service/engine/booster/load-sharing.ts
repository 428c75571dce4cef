import type { Selectable } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { BoosterSettingTable } from '../../ports/tables/review/booster.ts'

/** What environments share with the banks of their customers. One that shares nothing is absent. */
export type SharingIndex = ReadonlyMap<string, Selectable<BoosterSettingTable>>

/** Reads what is in force in every active production environment, of all tenants: its own row, or the nearest above. */
export async function loadSharing(db: Db): Promise<SharingIndex> {
  const stored = await db.selectFrom('booster_setting').selectAll().execute()
  if (stored.every(({ level }) => level === 'off')) return new Map()
  const rows = new Map(stored.map(row => [row.environment_id, row]))
  const environments = await db
    .selectFrom('environment')
    .select(['id', 'parent_id'])
    .where('kind', '=', 'production')
    .where('status', '=', 'Active')
    .execute()
  const parents = new Map(environments.map(({ id, parent_id }) => [id, parent_id]))
  const nearest = (id: string): Selectable<BoosterSettingTable> | undefined => {
    const parent = parents.get(id)
    return rows.get(id) ?? (parent === null || parent === undefined ? undefined : nearest(parent))
  }
  return new Map(
    environments.flatMap(({ id }): [string, Selectable<BoosterSettingTable>][] => {
      const row = nearest(id)
      return row === undefined || row.level === 'off' ? [] : [[id, row]]
    }),
  )
}
