import type { DeliveryFailure } from '../../../../contract/index.ts'

/** Why Azure did not accept something. Every one but `size` can be mended there, and is tried again. */
export type AzureFailure = Extract<
  DeliveryFailure,
  'credential' | 'denied' | 'missing' | 'throttled' | 'size' | 'timeout' | 'communication' | 'refused' | 'notInstalled'
>

/** Failures by the code that the client of Event Hubs gives its errors. */
const hubFailures: Readonly<Record<string, AzureFailure>> = {
  UnauthorizedError: 'credential',
  MessagingEntityNotFoundError: 'missing',
  MessagingEntityDisabledError: 'missing',
  ResourceDeletedError: 'missing',
  ServerBusyError: 'throttled',
  QuotaExceededError: 'throttled',
  SenderBusyError: 'throttled',
  MessageTooLargeError: 'size',
  OperationTimeoutError: 'timeout',
  ServiceUnavailableError: 'timeout',
}

/** Returns why a call to an event hub failed; no text of it, which can contain names of the network. */
export function eventHubFailure(error: unknown): AzureFailure {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return (typeof code === 'string' ? hubFailures[code] : undefined) ?? 'communication'
}

/** Codes by which Blob Storage says that a key or a signature is wrong, rather than that it may not write. */
const wrongKey = new Set([
  'AuthenticationFailed',
  'InvalidAuthenticationInfo',
  'AccountIsDisabled',
  'KeyBasedAuthenticationNotPermitted',
])
const busy = new Set([429, 500, 503])

/** Returns why Blob Storage did not accept a call, by the status and the code of its answer. */
export function storageFailure(status: number, code: string | undefined): AzureFailure {
  if (status === 404) return 'missing'
  if (status === 401 || (status === 403 && wrongKey.has(code ?? ''))) return 'credential'
  if (status === 403) return 'denied'
  if (status === 413) return 'size'
  return busy.has(status) ? 'throttled' : 'communication'
}
