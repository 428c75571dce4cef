/* Plain values of the retail connector, apart from its schemas, so that a page can read them without the validator. */

/** The retail system that is read, for people. */
export const retailSystem = 'Dynamics 365 Commerce'

/** The files of loss prevention, in the order in which a synchronisation reads them: lines follow their transactions. */
export const retailEntities = ['PaymentMethod', 'Transactions', 'Sales', 'Payments'] as const
export type RetailEntity = (typeof retailEntities)[number]

export const retailStatuses = ['Connected', 'Disconnected', 'Error'] as const
export type RetailStatus = (typeof retailStatuses)[number]

export const retailSyncStatuses = ['Running', 'Success', 'Failed'] as const
export type RetailSyncStatus = (typeof retailSyncStatuses)[number]

/**
 * Why the retail environment does not answer as it should. `address`: the installation does not allow it. `unreachable`:
 * nothing answers. `certificate`: that of the server is not valid for it. `token`: no token was issued. `unauthorized`:
 * the token is refused. `status`: the answer is another failure. `answer`: it is no page of rows.
 */
export const retailAccessFailures = [
  'address',
  'unreachable',
  'certificate',
  'timeout',
  'token',
  'unauthorized',
  'status',
  'answer',
] as const
export type RetailAccessFailure = (typeof retailAccessFailures)[number]

/**
 * Why a synchronisation failed. `sensitive`: rows have full card numbers. `rows`: none of its rows could be taken.
 * `disconnected`: the connection was ended meanwhile. `internal`: the rows could not be stored.
 */
export const retailFailures = [...retailAccessFailures, 'sensitive', 'rows', 'disconnected', 'internal'] as const
export type RetailFailure = (typeof retailFailures)[number]

export const retailLimits = {
  address: 200,
  /** Hours from the end of a synchronisation to the next one. */
  syncHours: 24,
  /** Synchronisations that are listed, the latest first. */
  syncs: 10,
  /** Faults of rows that a synchronisation lists; more are counted. */
  issues: 100,
  /** Days for which faults of rows are stored. */
  issueDays: 28,
  /** Rows that the retail environment is requested to answer with at once. */
  pageRows: 500,
} as const

/** Returns the address of a retail environment without path and final slash; null: it is no https or http address. */
export function retailAddressOf(text: string): string | null {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.search === '' && url.hash === '' && /^\/(?:data\/?)?$/.test(url.pathname) ? url.origin : null
}

/** Whether a text is the address of a retail environment: by https, or on this machine. The service says which it may be. */
export function isRetailAddress(text: string): boolean {
  const address = retailAddressOf(text)
  return address !== null && (address.startsWith('https:') || isLocal.test(address))
}
const isLocal = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/
