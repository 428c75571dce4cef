import { type Selectable, sql } from 'kysely'
import type { TemplateKind } from '../../contract/templates/template-definitions.ts'
import type { Db } from '../../ports/database.ts'
import type { TemplateTable } from '../../ports/tables/templates.ts'

export type StoredTemplate = Selectable<TemplateTable>
/** A template without its content, which may be large. */
export type TemplateHead = Omit<StoredTemplate, 'content'>

const head = [
  'id',
  'environment_id',
  'kind',
  'name',
  'description',
  'source',
  'version',
  'created_by',
  'created_by_name',
  'created_at',
] as const

/** Locks the templates of a kind in an environment until the transaction ends. */
export async function lockTemplates(trx: Db, environmentId: string, kind: TemplateKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`templates ${kind} ${environmentId}`}, 0))`.execute(trx)
}

export async function loadTemplateHeads(
  db: Db,
  environmentIds: readonly string[],
  kind: TemplateKind,
): Promise<TemplateHead[]> {
  if (environmentIds.length === 0) return []
  return db
    .selectFrom('template')
    .select(head)
    .where('environment_id', 'in', environmentIds)
    .where('kind', '=', kind)
    .orderBy(sql`lower(name)`)
    .execute()
}

/** Finds a template that one of these environments stores. */
export async function findTemplate(
  db: Db,
  environmentIds: readonly string[],
  kind: TemplateKind,
  id: string,
): Promise<StoredTemplate | null> {
  if (environmentIds.length === 0) return null
  return (
    (await db
      .selectFrom('template')
      .selectAll()
      .where('id', '=', id)
      .where('environment_id', 'in', environmentIds)
      .where('kind', '=', kind)
      .executeTakeFirst()) ?? null
  )
}

export async function templateExists(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('template').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function insertTemplate(db: Db, { content, ...row }: StoredTemplate): Promise<void> {
  await db
    .insertInto('template')
    .values({ ...row, content: JSON.stringify(content) })
    .execute()
}

export async function renameTemplate(db: Db, { id, name, description, version }: TemplateHead): Promise<void> {
  await db.updateTable('template').set({ name, description, version }).where('id', '=', id).execute()
}

export async function deleteTemplate(db: Db, id: string): Promise<void> {
  await db.deleteFrom('template').where('id', '=', id).execute()
}
