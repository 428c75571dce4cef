import { type Selectable, sql } from 'kysely'
import type { ModelCard, ModelKind, ModelTraining, ModelVersion } from '../../contract/models/models.ts'
import type { Db } from '../../ports/database.ts'
import type { ModelTrainingTable } from '../../ports/tables/models.ts'

/** Returns the version that ships with the product. */
const defaultVersion = (active: boolean): ModelVersion => ({
  version: 0,
  shipped: true,
  active,
  trainedAt: null,
  trainedBy: null,
  rows: null,
  auc: null,
  caughtAtOnePercent: null,
  weak: false,
})

interface VersionRow {
  version: number
  state: string
  rows: number
  auc: number
  trained_at: Date
  trained_by_name: string | null
  caught: number
  weak: boolean
}
const toVersion = (row: VersionRow): ModelVersion => ({
  version: row.version,
  shipped: false,
  active: row.state === 'active',
  trainedAt: row.trained_at.toISOString(),
  trainedBy: row.trained_by_name,
  rows: row.rows,
  auc: row.auc,
  caughtAtOnePercent: row.caught,
  weak: row.weak,
})

const versionRows = (db: Db, environmentId: string, kind: ModelKind) =>
  db
    .selectFrom('model_version')
    .select(['version', 'state', 'rows', 'auc', 'trained_at', 'trained_by_name'])
    .select([
      sql<number>`(card ->> 'caughtAtOnePercent')::real`.as('caught'),
      sql<boolean>`(card ->> 'weak')::boolean`.as('weak'),
    ])
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)

/** Returns the versions, newest first, the shipped one last. */
export async function loadModelVersions(db: Db, environmentId: string, kind: ModelKind): Promise<ModelVersion[]> {
  const versions = (await versionRows(db, environmentId, kind).orderBy('version', 'desc').execute()).map(toVersion)
  return [...versions, defaultVersion(!versions.some(({ active }) => active))]
}

export async function findModelVersion(
  db: Db,
  environmentId: string,
  kind: ModelKind,
  version: number,
): Promise<(ModelVersion & { card: ModelCard | null }) | null> {
  if (version === 0) {
    const active = await db
      .selectFrom('model_version')
      .select('version')
      .where('environment_id', '=', environmentId)
      .where('kind', '=', kind)
      .where('state', '=', 'active')
      .executeTakeFirst()
    return { ...defaultVersion(active === undefined), card: null }
  }
  const row = await versionRows(db, environmentId, kind)
    .select('card')
    .where('version', '=', version)
    .executeTakeFirst()
  return row === undefined ? null : { ...toVersion(row), card: row.card }
}

/** Makes a version the only active one; 0 deactivates all, so that the shipped one is active. */
export async function setActiveVersion(db: Db, environmentId: string, kind: ModelKind, version: number): Promise<void> {
  const own = () => db.updateTable('model_version').where('environment_id', '=', environmentId).where('kind', '=', kind)
  await own().set({ state: 'retired' }).where('state', '=', 'active').execute()
  if (version > 0) await own().set({ state: 'active' }).where('version', '=', version).execute()
}

export const toModelTraining = (row: Selectable<ModelTrainingTable>): ModelTraining => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  progress: row.progress,
  reason: row.reason as ModelTraining['reason'],
  rows: row.rows,
  frauds: row.frauds,
  version: row.version,
  requestedBy: row.requested_by_name,
  requestedAt: row.requested_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})

export async function findModelTraining(db: Db, environmentId: string, id: string): Promise<ModelTraining | null> {
  const row = await db
    .selectFrom('model_training')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : toModelTraining(row)
}

export async function findLatestTraining(
  db: Db,
  environmentId: string,
  kind: ModelKind,
): Promise<ModelTraining | null> {
  const row = await db
    .selectFrom('model_training')
    .selectAll()
    .where('environment_id', '=', environmentId)
    .where('kind', '=', kind)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : toModelTraining(row)
}
