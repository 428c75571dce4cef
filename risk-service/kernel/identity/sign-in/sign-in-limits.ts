import type { IncomingMessage } from 'node:http'
import { addressKeyOf } from '../../limits/address-key.ts'
import { createFixedWindowLimiter } from '../../limits/fixed-window-limiter.ts'
import { createTokenBucketLimiter } from '../../limits/token-bucket-limiter.ts'
import { silentSecurityLog } from '../../security-log.ts'
import { clientAddress } from '../client-address.ts'
import type { IdentityOptions } from '../options.ts'

/** Starts of a sign-in or sign-out, of which each writes to the store. An office may share one address. */
const pageRate = { perSecond: 5, burst: 100 }
const tokenRate = { perSecond: 20, burst: 200 }
/** Wrong credentials of one client from one address. The rightful client has another address, and is not locked out. */
const failures = { limit: 20, windowMs: 60_000 }

export interface SignInLimits {
  addressOf: (request: IncomingMessage) => string | null
  /** Each returns 0 for an accepted call, else the whole seconds to wait. */
  acquirePage: (request: IncomingMessage) => number
  acquireToken: (request: IncomingMessage) => number
  /** Before a credential is checked: whether too many of this client were wrong. */
  waitAfterFailures: (request: IncomingMessage, clientId: string) => number
  recordFailure: (request: IncomingMessage, clientId: string) => void
}

/** Creates the limits of the anonymous paths of the identity provider, by address. */
export function createSignInLimits({
  trustedProxies,
  security = silentSecurityLog,
  processes = () => 1,
}: Pick<IdentityOptions, 'trustedProxies' | 'security' | 'processes'>): SignInLimits {
  const pages = createTokenBucketLimiter(undefined, processes)
  const tokens = createTokenBucketLimiter(undefined, processes)
  const failed = createFixedWindowLimiter({ ...failures, processes })
  const addressOf = (request: IncomingMessage) =>
    clientAddress(request.socket.remoteAddress, request.headers['x-forwarded-for']?.toString(), trustedProxies)
  const keyOf = (request: IncomingMessage) => addressKeyOf(addressOf(request))
  const logged = (seconds: number, request: IncomingMessage, area: 'sign-in' | 'token') => {
    if (seconds > 0) security.write('limit-reached', { address: addressOf(request), area })
    return seconds
  }
  return {
    addressOf,
    acquirePage: request => logged(pages.acquire(keyOf(request), pageRate), request, 'sign-in'),
    acquireToken: request => logged(tokens.acquire(keyOf(request), tokenRate), request, 'token'),
    waitAfterFailures: (request, clientId) => logged(failed.waitOf(`${keyOf(request)} ${clientId}`), request, 'token'),
    recordFailure: (request, clientId) => void failed.acquire(`${keyOf(request)} ${clientId}`),
  }
}
