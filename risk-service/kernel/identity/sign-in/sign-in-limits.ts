import type { IncomingMessage } from 'node:http'
import { addressKeyOf } from '../../limits/address-key.ts'
import { createFixedWindowLimiter } from '../../limits/fixed-window-limiter.ts'
import { createTokenBucketLimiter } from '../../limits/token-bucket-limiter.ts'
import { silentSecurityLog } from '../../security-log.ts'
import { defaultSignInRates } from '../../settings/sign-in-rates.ts'
import { clientAddress } from '../client-address.ts'
import { createCredentialFailures } from '../credentials/credential-failures.ts'
import type { IdentityOptions } from '../options.ts'

/** An office may share one address, and begins its day at the same time. */
const pageRate = (perSecond: number) => ({ perSecond, burst: perSecond * 20 })
const tokenRate = (perSecond: number) => ({ perSecond, burst: perSecond * 10 })
/** Wrong credentials of one client from one address. The rightful client has another address, and is not locked out. */
const failures = { limit: 20, windowMs: 60_000 }
/** Characters of a client's id that a count is stored under: ids of strangers may be as long as a request. */
const countedCharacters = 200

export interface SignInLimits {
  addressOf: (request: IncomingMessage) => string | null
  /** Each returns 0 for an accepted call, else the whole seconds to wait. */
  acquirePage: (request: IncomingMessage) => number
  acquireToken: (request: IncomingMessage) => number
  /** Before a credential is checked: whether too many of this client were wrong. */
  waitAfterFailures: (request: IncomingMessage, clientId: string) => Promise<number>
  recordFailure: (request: IncomingMessage, clientId: string) => Promise<void>
}

/**
 * Creates the limits of the anonymous paths of the identity provider: by address, in this process, and of wrong
 * credentials also by client, in the database.
 */
export function createSignInLimits({
  db,
  clock,
  trustedProxies,
  rates = defaultSignInRates,
  security = silentSecurityLog,
  processes = () => 1,
}: Pick<IdentityOptions, 'db' | 'clock' | 'trustedProxies' | 'rates' | 'security' | 'processes'>): SignInLimits {
  const pages = createTokenBucketLimiter(undefined, processes)
  const tokens = createTokenBucketLimiter(undefined, processes)
  const failed = createFixedWindowLimiter({ ...failures, processes })
  const failedOfClient = createCredentialFailures({ db, clock, perHour: rates.wrongCredentials })
  const addressOf = (request: IncomingMessage) =>
    clientAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']?.toString(), trustedProxies)
  const keyOf = (request: IncomingMessage) => addressKeyOf(addressOf(request))
  const pairOf = (request: IncomingMessage, clientId: string) =>
    `${keyOf(request)} ${clientId.slice(0, countedCharacters)}`
  const logged = (seconds: number, request: IncomingMessage, area: 'sign-in' | 'token') => {
    if (seconds > 0) security.write('limit-reached', { address: addressOf(request), area })
    return seconds
  }
  return {
    addressOf,
    acquirePage: request => logged(pages.acquire(keyOf(request), pageRate(rates.signIn)), request, 'sign-in'),
    acquireToken: request => logged(tokens.acquire(keyOf(request), tokenRate(rates.token)), request, 'token'),
    async waitAfterFailures(request, clientId) {
      const wait = failed.waitOf(pairOf(request, clientId))
      return logged(wait > 0 ? wait : await failedOfClient.waitOf(clientId, addressOf(request)), request, 'token')
    },
    async recordFailure(request, clientId) {
      failed.acquire(pairOf(request, clientId))
      await failedOfClient.record(clientId, addressOf(request))
    },
  }
}
