import type { MessageTarget, SinkMessage } from '../../../ports/index.ts'
import { messageHeaders, type SignedMessage } from './message-headers.ts'
import type { PostResult } from './post-events.ts'

const encoder = new TextEncoder()

interface HubDelivery extends Omit<SignedMessage, 'body'> {
  /** Its events as JSON. */
  texts: readonly string[]
  /** Events of one message. */
  batch: number
  /** Breaks it off. */
  signal?: AbortSignal
}

/**
 * Sends events to a hub at once, as messages with one event each or as many as the subscription says, signed like those of
 * webhooks. What is wrong with the hub, its key or the network can be mended there, so that only an event that is too
 * large is given up. Never rejects.
 */
export async function sendToHub(target: MessageTarget, delivery: HubDelivery): Promise<PostResult> {
  const { texts, names, batch, deliveryId, signal } = delivery
  const messages: SinkMessage[] = []
  for (let from = 0; from < texts.length; from += batch) {
    const body = `[${texts.slice(from, from + batch).join()}]`
    const properties = await messageHeaders({
      ...delivery,
      body: encoder.encode(body),
      names: names.slice(from, from + batch),
      // What is sent at once shares an id, in which each message has its number.
      deliveryId: texts.length > batch ? `${deliveryId}/${messages.length + 1}` : deliveryId,
    })
    if (properties === null) return resultOf({ reason: 'secret', status: null })
    messages.push({ body, properties })
  }
  return resultOf(await target.send(messages, signal))
}

const resultOf = (failure: PostResult['failure']): PostResult => ({
  failure,
  status: null,
  isFinal: failure?.reason === 'size',
  retryAfterMs: 0,
  certificateUntil: null,
})
