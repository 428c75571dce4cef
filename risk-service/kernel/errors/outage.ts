import { UnavailableError } from '../../ports/index.ts'
import { codeOf } from './error-code.ts'

/** Of SQLSTATE: connection, resources of the server, intervention of an operator, system; and codes of system calls. */
const outageCodes = /^(?:08|53|57|58)...$|^E[A-Z]+$/
/** What the driver says without a code. */
const outageMessages =
  /connection terminated|timeout exceeded when trying to connect|connection error|not queryable|timeout expired/i

/**
 * Whether an error speaks of the database or another service that is out of reach, starting, going down or too slow,
 * and not of the request: the caller may send the same again later.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof UnavailableError || outageCodes.test(codeOf(error))) return true
  return error instanceof Error && outageMessages.test(error.message)
}

/** What cannot be reached, for whoever called. */
export const outageText = (error: unknown): string =>
  `The ${error instanceof UnavailableError && error.reason === 'identity' ? 'identity provider' : 'database'} cannot be reached at the moment. Try again in a few seconds.`
