import { isFileSink } from '../../contract/index.ts'
import { type ClaimedSubscription, claimSubscriptions } from './delivery/claim.ts'
import { deliverSubscription } from './delivery/deliver-subscription.ts'
import { moveOutbox, outboxBatch } from './delivery/read-events.ts'
import { createPageReader } from './delivery/shared-pages.ts'
import { leaseMs, releaseSubscription } from './delivery/subscription-progress.ts'
import { refreshTracedEnvironments } from './delivery/traced-environments.ts'
import { deliverFiles } from './files/deliver-files.ts'
import type { FileServices } from './files/write-files.ts'
import { createMessageBuilder } from './messages/message-builder.ts'

export interface EventDeliverer {
  /**
   * Numbers what happened, and begins to deliver it to each subscription that nobody else delivers. Returns whether more
   * stands in the outbox.
   */
  run: () => Promise<{ more: boolean }>
  /** Resolves when what is under way has ended. */
  settle: () => Promise<void>
  /** Ends deliveries after their current message. */
  stop: () => Promise<void>
}

/** Milliseconds after which environments that were added below one with a subscription are traced, too. */
const refreshMs = 30_000

/** Delivers events to the subscriptions of all environments: one that is slow delays none of the others. */
export function createEventDeliverer(services: FileServices): EventDeliverer {
  const { db, clock, log, newId } = services.ports
  const owner = newId()
  const build = createMessageBuilder(db)
  const readPage = createPageReader(db, build)
  const underWay = new Map<string, Promise<void>>()
  const ended = new AbortController()
  let refreshedAt = Number.NEGATIVE_INFINITY

  async function deliver(claimed: ClaimedSubscription): Promise<void> {
    try {
      await (isFileSink(claimed.sink) ? deliverFiles : deliverSubscription)(
        { ...services, build, readPage },
        claimed,
        ended.signal,
      )
    } catch (error) {
      log.write(2, 'events.not-delivered', { name: error instanceof Error ? error.name : 'unknown' })
    } finally {
      // A lease that cannot be given back ends by itself.
      await releaseSubscription(db, claimed).catch(() => undefined)
      underWay.delete(claimed.id)
    }
  }

  const settle = async (): Promise<void> => {
    await Promise.all(underWay.values())
  }
  return {
    async run() {
      if (performance.now() - refreshedAt > refreshMs) {
        await refreshTracedEnvironments(db, clock())
        refreshedAt = performance.now()
      }
      const moved = await moveOutbox(db, clock())
      const now = clock()
      const until = new Date(now.getTime() + leaseMs)
      for (const claimed of await claimSubscriptions(db, { owner, now, until }))
        if (!underWay.has(claimed.id)) underWay.set(claimed.id, deliver(claimed))
      return { more: moved === outboxBatch }
    },
    settle,
    async stop() {
      ended.abort()
      await settle()
    },
  }
}
