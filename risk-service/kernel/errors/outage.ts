import { UnavailableError } from '../../ports/index.ts'
import { codeOf } from './error-code.ts'

/**
 * Classes of SQLSTATE for connection, resources of the server, intervention of an operator and system; and codes of
 * system calls.
 */
const outageCodes = /^(?:08|53|57|58)...$|^E[A-Z]+$/
/** Messages of the driver that have no code. */
const outageMessages =
  /connection terminated|timeout exceeded when trying to connect|connection error|not queryable|timeout expired/i

/**
 * Returns whether an error is caused by the database or another service that is unreachable, starting, shutting down or
 * too slow, and not by the request: the caller may send the same request again later.
 */
export function isOutage(error: unknown): boolean {
  if (error instanceof UnavailableError || outageCodes.test(codeOf(error))) return true
  return error instanceof Error && outageMessages.test(error.message)
}

/** A file of the service cannot be written: those of the database have codes of SQLSTATE. */
export const fullDiskCodes: readonly string[] = ['ENOSPC', 'EDQUOT']

const outageTexts = {
  overload: 'The service is overloaded at the moment. Try again in a few seconds.',
  database: 'The database cannot be reached at the moment. Try again in a few seconds.',
  storage: 'The disk of the service has no room for a file at the moment. Make room, or try again later.',
  identity: 'The identity provider cannot be reached at the moment. Try again in a few seconds.',
} as const satisfies Record<UnavailableError['reason'], string>

/** Returns a sentence for the caller that says why the service cannot do its work. */
export function outageText(error: unknown): string {
  if (fullDiskCodes.includes(codeOf(error))) return outageTexts.storage
  return outageTexts[error instanceof UnavailableError ? error.reason : 'database']
}
