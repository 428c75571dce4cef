import { readApiError, validationErrorOf } from '../../../../platform/api/api-error.ts'

const certificatePrefix = 'certificate.'

/** Returns the id of the message about the fault of a certificate; null: that is not what was refused. */
export function certificateErrorOf(error: unknown): string | null {
  const code = validationErrorOf(error)?.issues.find(issue => issue.code?.startsWith(certificatePrefix))?.code
  return code === undefined ? null : `Applications.Certificate.Error.${code.slice(certificatePrefix.length)}`
}

/** Returns the id of the message about a refusal that the forms of applications have words for; null for any other. */
export function refusalOf(error: unknown): string | null {
  const failure = readApiError(error)
  if (failure.kind === 'invalid')
    return failure.issues.some(({ path }) => path.at(-1) === 'roles')
      ? 'Applications.Roles.RootOnly'
      : certificateErrorOf(error)
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
