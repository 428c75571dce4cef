/**
 * Token errors that only a person can resolve: the user is sent to sign in again (product specification, section 8).
 */
const interactive = new Set([
  'consent_required',
  'interaction_required',
  'login_required',
  'no_tokens_found',
  'invalid_grant',
])

/** The identity library's or provider's code of an error. */
export function errorCodeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown'
  if ('errorCode' in error && typeof error.errorCode === 'string') return error.errorCode
  return error instanceof Error ? error.name : 'unknown'
}

export function needsInteraction(error: unknown): boolean {
  return interactive.has(errorCodeOf(error))
}

/** A sign-in that needs the user; the sign-in error page shows the code. */
export class SignInError extends Error {
  readonly code: string
  constructor(code: string, cause?: unknown) {
    super(`Sign-in did not work: ${code}`, { cause })
    this.name = 'SignInError'
    this.code = code
  }
}

/** Code of the loop guard. */
export const loopCode = 'redirect_loop'
/** Code of our own limit around silent calls. */
export const timeoutCode = 'silent_timeout'
/** Code for a browser without storage: it could not even record that a sign-in was begun. */
export const storageCode = 'storage_blocked'
/** Code for the identity library that could not be fetched. */
export const libraryCode = 'library_unavailable'
