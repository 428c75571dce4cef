import type { RoleId } from '../../../contract/index.ts'
import type { Db } from '../../../ports/database.ts'

/** A stored preview. */
export interface StoredPreview {
  id: string
  tenantId: string
  principalId: string
  environmentId: string
  kind: 'user' | 'group' | 'roles'
  subjectId: string | null
  name: string
  roles: RoleId[]
  endsAt: Date
  endedAt: Date | null
}

const columns = [
  'id',
  'tenant_id as tenantId',
  'principal_id as principalId',
  'environment_id as environmentId',
  'kind',
  'subject_id as subjectId',
  'name',
  'roles',
  'ends_at as endsAt',
  'ended_at as endedAt',
] as const

/** Finds a preview of one person by its id. */
export async function findPreview(
  db: Db,
  { tenantId, id }: { tenantId: string; id: string },
  previewId: string,
): Promise<StoredPreview | null> {
  const row = await db
    .selectFrom('rights_preview')
    .select(columns)
    .where('id', '=', previewId)
    .where('tenant_id', '=', tenantId)
    .where('principal_id', '=', id)
    .executeTakeFirst()
  return (row as StoredPreview | undefined) ?? null
}

/** Reads the previews that have not ended, of one person or those of everybody whose time is over, and locks them. */
export async function lockOpenPreviews(
  trx: Db,
  which: { tenantId: string; principalId: string } | { dueAt: Date },
): Promise<StoredPreview[]> {
  const open = trx.selectFrom('rights_preview').select(columns).where('ended_at', 'is', null).orderBy('id').forUpdate()
  const rows = await ('dueAt' in which
    ? open.where('ends_at', '<=', which.dueAt).skipLocked()
    : open.where('tenant_id', '=', which.tenantId).where('principal_id', '=', which.principalId)
  ).execute()
  return rows as StoredPreview[]
}

export async function addPreview(trx: Db, preview: Omit<StoredPreview, 'endedAt'>, startedAt: Date): Promise<void> {
  await trx
    .insertInto('rights_preview')
    .values({
      id: preview.id,
      tenant_id: preview.tenantId,
      principal_id: preview.principalId,
      environment_id: preview.environmentId,
      kind: preview.kind,
      subject_id: preview.subjectId,
      name: preview.name,
      roles: preview.roles,
      started_at: startedAt,
      ends_at: preview.endsAt,
    })
    .execute()
}

export async function markEnded(trx: Db, id: string, at: Date): Promise<void> {
  await trx.updateTable('rights_preview').set({ ended_at: at }).where('id', '=', id).execute()
}
