import { previewHeader } from '../../../contract/index.ts'
import { ConflictError } from '../../../kernel/errors/errors.ts'
import type { Db } from '../../../ports/database.ts'
import type { Principal } from '../../../ports/index.ts'
import { loadSubjects } from '../read/stored-subject.ts'
import { findPreview, type StoredPreview } from '../store/previews.ts'

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Returns the caller with the rights of the preview that the call names, and with the caller's own as their bound. The
 * rights of a person are read with each call: what changes meanwhile shows, and who was removed has none.
 * @throws ConflictError `preview.ended` for a preview that has ended, or is not the caller's
 */
export async function applyPreview(db: Db, caller: Principal, headers: Headers, now: Date): Promise<Principal> {
  const named = headers.get(previewHeader)
  if (named === null) return caller
  const preview = idPattern.test(named) ? await findPreview(db, caller, named) : null
  if (preview === null || preview.endedAt !== null || preview.endsAt <= now)
    throw new ConflictError('The preview has ended.', { reason: 'preview.ended' })
  const { assignments, wids, limitedTo } = caller
  return {
    ...caller,
    ...(await loadRights(db, preview, now)),
    preview: {
      id: preview.id,
      kind: preview.kind,
      subjectId: preview.subjectId,
      name: preview.name,
      roles: preview.roles,
      environmentId: preview.environmentId,
      endsAt: preview.endsAt,
      own: { assignments, wids, limitedTo },
    },
  }
}

async function loadRights(
  db: Db,
  { tenantId, subjectId, roles, environmentId }: StoredPreview,
  now: Date,
): Promise<Pick<Principal, 'assignments' | 'wids' | 'limitedTo'>> {
  if (subjectId === null)
    return {
      // Product admin is for the whole tenant, every other role for the environment of the preview and those below it.
      assignments: roles.map(role => ({ role, environmentId: role === 'ProductAdmin' ? null : environmentId })),
      wids: [],
      limitedTo: undefined,
    }
  const subject = (await loadSubjects(db, { tenantId, ids: [subjectId], now })).get(subjectId)
  return {
    assignments: subject?.assignments ?? [],
    wids: subject?.wids ?? [],
    limitedTo: subject?.limitedTo,
  }
}
