import { readApiError } from '../../../platform/api/api-error.ts'

/** What a refused change of roles means: the id of a message, with who else changed them. */
export interface AccessRefusal {
  id: string
  name?: string
}

const reasons: Readonly<Record<string, string>> = {
  'access.lastAdministrator': 'Access.Error.LastAdministrator',
  'access.roleAssignment': 'Access.Error.RoleAssignment',
  'access.selfRemoval': 'Access.Error.SelfRemoval',
}

/** Returns the refusal of a change of roles; null where the error is another one. */
export function refusalOf(error: unknown): AccessRefusal | null {
  const read = readApiError(error)
  if (read.kind === 'invalid' && read.issues.some(({ code }) => code === 'roles.assigned'))
    return { id: 'Access.Already.Someone' }
  const reason = read.kind === 'conflict' || read.kind === 'noAccess' ? read.reason : null
  if (reason === 'version.conflict' && read.kind === 'conflict')
    return read.changedBy === undefined
      ? { id: 'Access.Error.Conflict' }
      : { id: 'Access.Error.ConflictBy', name: read.changedBy }
  const id = reasons[reason ?? '']
  return id === undefined ? null : { id }
}
