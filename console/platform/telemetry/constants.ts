/** Constants of monitoring (product specification, sections 3 and 9). */

/** Log levels by name. */
export const logLevels = { verbose: 0, information: 1, warning: 2, error: 3, critical: 4 } as const
export type LogLevel = (typeof logLevels)[keyof typeof logLevels]
/** What is below this level stays in the browser. */
export const lowestSentLevel: LogLevel = logLevels.information

const minute = 60_000
/** A session that was idle for longer is followed by a new one: milliseconds. */
export const sessionRenewalMs = 30 * minute
/** The longest that one session lasts: milliseconds. */
export const sessionExpirationMs = 24 * 60 * minute
/** Share of the events that is sent: percent. */
export const samplingPercentage = 100
/**
 * Age of the cookie with the anonymous user id: seconds. The library has no setting for it; the age it uses is tested
 * against this one.
 */
export const userCookieMaxAge = 365 * 24 * 60 * 60
/** Characters of a clicked element's text. */
export const clickTextLimit = 200
/** Repeated calls to one target are logged once in this time: milliseconds. */
export const pollingIntervalMs = 10 * minute
/** Number of attempts to reach an intake before a batch is dropped. */
export const sendTries = 3
/** Logged once where the browser blocks its storage. */
export const storageWarning = 'Browser does not support local storage. Session durations will be inaccurate.'
