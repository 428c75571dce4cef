import type { SecretCipher } from '../../../engine/calls/secret-encryption.ts'
import type { OutgoingHttp, Ports } from '../../../ports/index.ts'
import { sinkOf } from '../sinks/sink-settings.ts'
import type { ClaimedSubscription } from './claim.ts'
import { type PostResult, postEvents } from './post-events.ts'
import { secretPlace } from './secret-place.ts'

/** A message as it is sent once. */
interface SentMessage {
  deliveryId: string
  /** Of this message, from 1 on. */
  attempt: number
  /** Names of its events. */
  names: readonly string[]
  /** A JSON array of events. */
  body: string
  signal?: AbortSignal
}
/** Sends a message to the sink of a subscription. Never rejects. */
export type SendMessage = (message: SentMessage) => Promise<PostResult>

interface SenderServices {
  ports: Pick<Ports, 'clock'>
  http: Pick<OutgoingHttp, 'send'>
  cipher: Pick<SecretCipher, 'decrypt'>
}

/** Returns what messages of a subscription are sent by, for sinks that get them as they happen. */
export async function openSender(services: SenderServices, claimed: ClaimedSubscription): Promise<SendMessage> {
  const sink = sinkOf(claimed)
  switch (sink.kind) {
    case 'webhook': {
      const secrets = await secretsOf(services, claimed)
      return message =>
        postEvents(services.http, {
          ...message,
          url: sink.url,
          secrets,
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
