import { createHmac } from 'node:crypto'
import type { Logger } from '../ports/index.ts'
import { type SecretKey, secretKeysOf } from '../ports/secret-key.ts'
import { createFixedWindowLimiter } from './limits/fixed-window-limiter.ts'
import type { MonotonicClock } from './limits/monotonic-clock.ts'

/** What the security log tells; `environment-refused` is an environment that does not exist or belongs to others. */
export type SecurityEvent =
  | 'signed-in'
  | 'signed-out'
  | 'client-refused'
  | 'token-refused'
  | 'right-refused'
  | 'environment-refused'
  | 'limit-reached'

interface SecurityFields {
  /** Address of the client; logged as a pseudonym, which is the same for every event of that address. */
  address: string | null
  /** Where it happened. */
  area: 'risk-api' | 'console-api' | 'sign-in' | 'token'
  tenantId?: string | null
  /** Id of the user or of the client's principal. */
  principalId?: string | null
  /** Why; never a text of the request. */
  reason?: string
}

export interface SecurityLog {
  write: (event: SecurityEvent, fields: SecurityFields) => void
}

export const silentSecurityLog: SecurityLog = { write: () => undefined }

/** Lines of one event in a minute: anybody can cause some of them, and must not fill the disk. */
const perMinute = 120

/**
 * Creates the security log: one line of the service's log for each event, without secrets and personal data. Lines above
 * the limit are counted, and their number is logged once.
 * @param secretKey makes the pseudonyms of addresses; the same key makes the same ones
 */
export function createSecurityLog({
  log,
  secretKey,
  now,
}: {
  log: Logger
  secretKey: SecretKey
  now?: MonotonicClock
}): SecurityLog {
  const limiter = createFixedWindowLimiter({ limit: perMinute, windowMs: 60_000, ...(now ? { now } : {}) })
  const omitted = new Map<SecurityEvent, number>()
  const [currentKey] = secretKeysOf(secretKey)
  const pseudonymOf = (address: string): string =>
    createHmac('sha256', `source ${currentKey}`).update(address).digest('hex').slice(0, 12)
  return {
    write(event, { address, ...fields }) {
      if (limiter.acquire(event) > 0) {
        omitted.set(event, (omitted.get(event) ?? 0) + 1)
        return
      }
      const count = omitted.get(event)
      if (count !== undefined) log.write(2, `security.${event}.omitted`, { count })
      omitted.delete(event)
      const level = event === 'signed-in' || event === 'signed-out' ? 1 : 2
      log.write(level, `security.${event}`, { ...fields, source: address === null ? null : pseudonymOf(address) })
    },
  }
}
