import { readApiError } from '../../../platform/api/api-error.ts'

/** Returns the id of the message about a refusal that the forms of applications have words for; null for any other. */
export function refusalOf(error: unknown): string | null {
  const failure = readApiError(error)
  if (failure.kind === 'invalid')
    return failure.issues.some(({ path }) => path.at(-1) === 'roles') ? 'Applications.Roles.RootOnly' : null
  if (failure.kind === 'noAccess')
    return failure.reason === 'applications.roleAssignment'
      ? 'Applications.Roles.Refused'
      : // Where no capability is missing, a directory role is.
        failure.capability === undefined
        ? 'Applications.DirectoryRole'
        : null
  return failure.kind === 'conflict' && failure.reason === 'applications.secretLimit'
    ? 'Applications.Secret.Limit'
    : null
}
