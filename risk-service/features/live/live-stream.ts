import { withEventMeta } from '@orpc/server'
import type { LiveEvent } from '../../contract/index.ts'
import { type AudienceRights, canReceive, isAddressedTo } from '../../kernel/live/audience-rights.ts'
import type { LiveHub } from '../../kernel/live/live-hub.ts'

/** Interval in milliseconds at which rights are read again; the cache of the token check may be half a minute old. */
const recheckIntervalMs = 25_000

export interface StreamOptions {
  hub: LiveHub
  rights: AudienceRights
  lastEventId: string | null
  /** Returns the current token, roles and environments; throws when the session is over. */
  recheck: () => Promise<AudienceRights>
  signal?: AbortSignal | undefined
  every?: number
}

/**
 * The stream of one console: `hello`, or `reset` when events were missed since the last connection, then every change
 * that the caller may see at that moment. Ends when the session's rights end, when the caller disconnects, and when the
 * service stops.
 */
export async function* liveStream({
  hub,
  rights: first,
  lastEventId,
  recheck,
  signal,
  every = recheckIntervalMs,
}: StreamOptions): AsyncGenerator<LiveEvent, void> {
  let rights = first
  const subscription = hub.subscribe({ accepts: audience => isAddressedTo(rights, audience), lastEventId })
  const end = () => subscription.close()
  const renew = async () => {
    try {
      rights = await recheck()
      return true
    } catch {
      // Without rights the stream ends, whatever the error. The console reconnects and receives the reason.
      end()
      return false
    }
  }
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted) end()
  const timer = setInterval(() => void renew(), every)
  try {
    yield withEventMeta<LiveEvent>({ kind: 'hello' }, { id: subscription.startedAt })
    for (;;) {
      const delivery = await subscription.next()
      if (delivery.kind === 'closed') return
      if (delivery.kind === 'missed') yield withEventMeta<LiveEvent>({ kind: 'reset' }, { id: delivery.id })
      else {
        if (delivery.publication.changesRights && !(await renew())) return
        if (canReceive(rights, delivery.publication.audience))
          yield withEventMeta<LiveEvent>({ ...delivery.publication.event }, { id: delivery.id })
      }
    }
  } finally {
    clearInterval(timer)
    signal?.removeEventListener('abort', end)
    subscription.close()
  }
}
