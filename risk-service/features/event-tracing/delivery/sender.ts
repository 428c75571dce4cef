import { type EventSink, tracingLimits } from '../../../contract/index.ts'
import type { SecretCipher } from '../../../engine/calls/secret-encryption.ts'
import type { EventSinks, OutgoingHttp, Ports } from '../../../ports/index.ts'
import type { TracedMessage } from '../messages/traced-message.ts'
import { sinkOf } from '../sinks/sink-settings.ts'
import type { Chunk } from './chunks.ts'
import type { ClaimedSubscription } from './claim.ts'
import { sendToHub } from './hub-messages.ts'
import { type PostResult, postEvents } from './post-events.ts'
import { credentialPlace, secretPlace } from './secret-place.ts'
import { createSigner } from './signature.ts'

/** What is sent at once. */
export interface SentContent {
  /** Names of its events. */
  names: readonly string[]
  /** Its events as JSON. */
  texts: readonly string[]
  /** Returns a JSON array of them. */
  body: () => Uint8Array<ArrayBuffer>
}
/** A message as it is sent once. */
interface SentMessage extends SentContent {
  deliveryId: string
  /** Of this message, from 1 on. */
  attempt: number
  signal?: AbortSignal
}
/** Sends a message to the sink of a subscription. Never rejects. */
export type SendMessage = (message: SentMessage) => Promise<PostResult>

interface SenderServices {
  ports: Pick<Ports, 'clock'>
  http: Pick<OutgoingHttp, 'send'>
  cipher: Pick<SecretCipher, 'decrypt'>
  sinks: Pick<EventSinks, 'openMessages'>
}

/**
 * Bytes of what is sent to an event hub at once: with the properties of up to 100 messages less than the 256 KB that the
 * smallest tier accepts. Only an event that is larger by itself can be refused for its size.
 */
const hubBytes = 192 * 1024

/** Returns the bytes that are sent to a sink at once. */
export const maxBytesOf = (sink: EventSink): number => (sink === 'eventHubs' ? hubBytes : tracingLimits.bytes)

export const contentOf = ({ items, texts, body }: Chunk<{ message: TracedMessage }>): SentContent => ({
  names: items.map(({ message }) => message.name),
  texts,
  body,
})

/** Returns what messages of a subscription are sent by, for sinks that get them as they happen. */
export async function openSender(services: SenderServices, claimed: ClaimedSubscription): Promise<SendMessage> {
  const sink = sinkOf(claimed)
  switch (sink.kind) {
    case 'webhook': {
      const sign = createSigner(await secretsOf(services, claimed))
      return message =>
        postEvents(services.http, {
          ...message,
          body: message.body(),
          url: sink.url,
          sign,
          subscriptionId: claimed.id,
          at: services.ports.clock(),
        })
    }
    case 'eventHubs': {
      const sign = createSigner(await secretsOf(services, claimed))
      const credential = await credentialOf(services, claimed)
      const target = services.sinks.openMessages(sink, { subscriptionId: claimed.id, credential })
      return message =>
        sendToHub(target, {
          ...message,
          batch: sink.batch,
          sign,
          subscriptionId: claimed.id,
          at: services.ports.clock(),
        })
    }
    default:
      throw new Error(`Sinks of the kind ${sink.kind} get no messages.`)
  }
}

/** Returns the key that signs, and for a time the one before it; none where they cannot be read. */
async function secretsOf(
  { cipher, ports }: SenderServices,
  { id, secret, previous_secret, previous_until }: ClaimedSubscription,
): Promise<string[]> {
  const previous = previous_until !== null && previous_until > ports.clock() ? previous_secret : null
  try {
    return await Promise.all(
      [secret, ...(previous === null ? [] : [previous])].map(sealed => cipher.decrypt(secretPlace(id), sealed)),
    )
  } catch {
    return ['']
  }
}

/** Returns what opens the sink; null: there is nothing, or it cannot be read. */
async function credentialOf(
  { cipher }: SenderServices,
  { id, credential }: ClaimedSubscription,
): Promise<string | null> {
  if (credential === null) return null
  return cipher.decrypt(credentialPlace(id), credential).catch(() => null)
}
