import { ORPCError } from '@orpc/server'
import type { LiveEvent } from '../../contract/index.ts'
import { procedures } from '../../kernel/console-api/procedures.ts'
import { liveStream } from './live-stream.ts'

/** Releases the place of the stream after the last event. */
async function* until(stream: AsyncGenerator<LiveEvent, void>, leave: () => void): AsyncGenerator<LiveEvent, void> {
  try {
    yield* stream
  } finally {
    leave()
  }
}

export const liveRoutes = {
  // Not a generator itself: an error has to be the response, not the first event of a stream.
  events: procedures.live.events.handler(({ context, lastEventId, signal }) => {
    const leave = context.live.streams.acquire(context.principal.id)
    if (!leave) throw new ORPCError('TOO_MANY_REQUESTS', { message: 'Too many live streams are open.' })
    // The stream of a caller who disconnects before the first event never starts: its place is released here.
    signal?.addEventListener('abort', leave, { once: true })
    return until(
      liveStream({
        hub: context.live,
        rights: context,
        lastEventId: lastEventId ?? null,
        recheck: context.recheck,
        signal,
      }),
      leave,
    )
  }),
}
