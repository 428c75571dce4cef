import { sql } from 'kysely'
import { defaultPartitionRows } from './maintenance/partitions.ts'
import { migrations } from './migrate.ts'
import type { Store } from './store.ts'

/** The state of the store for `/health/ready` and the metrics. Figures are null while the database does not answer. */
export interface StoreHealth {
  database: boolean
  migrations: { applied: number | null; expected: number }
  jobs: boolean
  /** Events outside every monthly partition: should stay near zero. */
  defaultPartitionRows: number | null
}

export async function readHealth(store: Pick<Store, 'db' | 'jobsRunning'>): Promise<StoreHealth> {
  const expected = Object.keys(migrations).length
  try {
    const {
      rows: [row],
    } = await sql<{ applied: number }>`select count(*) as applied from kysely_migration`.execute(store.db)
    return {
      database: true,
      migrations: { applied: row?.applied ?? 0, expected },
      jobs: store.jobsRunning,
      defaultPartitionRows: await defaultPartitionRows(store.db),
    }
  } catch {
    return {
      database: false,
      migrations: { applied: null, expected },
      jobs: store.jobsRunning,
      defaultPartitionRows: null,
    }
  }
}
