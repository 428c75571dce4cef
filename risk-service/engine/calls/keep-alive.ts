import type { OutgoingHttp } from '../../ports/index.ts'
import type { LoadedCall } from './load-calls.ts'
import { performKeepAlive } from './perform-call.ts'

/** Milliseconds without a call after which a target is due. */
const quietMs = 60_000
const checkEveryMs = 10_000

export interface KeepAlive {
  /** Makes the due keep-alive calls. */
  send: () => Promise<void>
  close: () => void
}

/** Keeps connections open to the targets of calls that have a keep-alive address. */
export function createKeepAlive({
  http,
  clock,
  calls,
}: {
  http: OutgoingHttp
  clock: () => Date
  calls: () => Iterable<LoadedCall>
}): KeepAlive {
  const timer = setInterval(() => {
    void send()
  }, checkEveryMs)
  if (typeof timer === 'object' && 'unref' in timer) timer.unref()

  async function send(): Promise<void> {
    const now = clock().getTime()
    await Promise.all(
      [...calls()].map(async ({ body, last }) => {
        if (body.keepAliveUrl === null || now - Math.max(last.real, last.keepAlive) < quietMs) return
        last.keepAlive = now
        await performKeepAlive(body.keepAliveUrl, body.timeoutMs, http)
      }),
    )
  }

  return { send, close: () => clearInterval(timer) }
}
