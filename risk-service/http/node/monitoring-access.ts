import { createHash, timingSafeEqual } from 'node:crypto'
import { isLoopback } from '../../kernel/loopback.ts'

interface MonitoringAccessOptions {
  /** `ASSAY_METRICS_TOKEN`; null: only programs of this machine read figures. */
  token: string | null
  /** Returns the address of the client of a request. */
  addressOf: (environment: unknown, request: Request) => string | null
}

const forwardingHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host']

/**
 * Returns whether a caller may read figures of the service: a program of this machine that calls it by its own name, and
 * whoever has the token. A proxy of this machine calls for others, and a page with a name of its own for this address is
 * no program of it.
 */
export function createMonitoringAccess({
  token,
  addressOf,
}: MonitoringAccessOptions): (environment: unknown, request: Request) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = token === null ? null : digest(token)
  return (environment, request) => {
    const sent = /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    if (sent !== undefined) return expected !== null && timingSafeEqual(digest(sent), expected)
    return (
      !forwardingHeaders.some(name => request.headers.has(name)) &&
      isLoopback(addressOf(environment, request) ?? '') &&
      isLoopback(new URL(request.url).hostname)
    )
  }
}
