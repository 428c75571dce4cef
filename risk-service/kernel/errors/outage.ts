import { UnavailableError } from '../../ports/index.ts'
import { codeOf } from './error-code.ts'

type Reason = UnavailableError['reason']

/** Classes of SQLSTATE for connection, resources of the server, intervention of an operator and system. */
const databaseCodes = /^(?:08|53|57|58)...$/
/** Codes of a connection and of the name of its server: those of the database; other services say so themselves. */
const connectionCodes =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOST(?:UNREACH|DOWN)|ENET(?:UNREACH|DOWN|RESET)|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN)$/
/** Messages of the driver that have no code. */
const databaseMessages =
  /connection terminated|timeout exceeded when trying to connect|connection error|not queryable|timeout expired/i
/** The process has no room for another file or connection. */
const overloadCodes: readonly string[] = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM', 'ENOBUFS']
/** A file of the service cannot be written: those of the database have codes of SQLSTATE. */
export const fullDiskCodes: readonly string[] = ['ENOSPC', 'EDQUOT']
/** A file or a folder of the service cannot be used: its disk failed, or its operator took the right or the folder away. */
const fileCodes: readonly string[] = ['EIO', 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENODEV', 'ENXIO', 'ESTALE', 'EBUSY']

const outageTexts = {
  overload: 'The service is overloaded at the moment. Try again in a few seconds.',
  database: 'The database cannot be reached at the moment. Try again in a few seconds.',
  storage: 'The disk of the service has no room for a file at the moment. Make room, or try again later.',
  files: 'A file of the service cannot be read or written at the moment. Its operator has to check disk and rights.',
  identity: 'The identity provider cannot be reached at the moment. Try again in a few seconds.',
} as const satisfies Record<Reason, string>

/**
 * Returns what cannot be used, where an error is caused by the database, another service or the system, and not by the
 * request: the caller may send the same request again later. Null for every other error; that of a system call which no
 * disk and no connection explains is a mistake of the service.
 */
export function outageOf(error: unknown): UnavailableError | null {
  if (error instanceof UnavailableError) return error
  const reason = reasonOf(error)
  return reason === null ? null : new UnavailableError(reason)
}

function reasonOf(error: unknown): Reason | null {
  const code = codeOf(error)
  // A socket in the file system that is not there, or not for the service.
  if (databaseCodes.test(code) || connectionCodes.test(code) || isOfConnection(error)) return 'database'
  if (fullDiskCodes.includes(code)) return 'storage'
  if (fileCodes.includes(code)) return 'files'
  if (overloadCodes.includes(code)) return 'overload'
  return error instanceof Error && databaseMessages.test(error.message) ? 'database' : null
}

const isOfConnection = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'connect'

/** Returns whether an error is an outage, as {@link outageOf} says it. */
export const isOutage = (error: unknown): boolean => outageOf(error) !== null

/** Returns a sentence for the caller that says why the service cannot do its work. */
export const outageText = (error: unknown): string => outageTexts[outageOf(error)?.reason ?? 'database']
