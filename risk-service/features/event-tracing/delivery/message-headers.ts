import type { SignMessage } from './signature.ts'

export interface SignedMessage {
  sign: SignMessage
  subscriptionId: string
  deliveryId: string
  /** Of this message, from 1 on. */
  attempt: number
  /** Names of its events. */
  names: readonly string[]
  /** A JSON array of events, in UTF-8. */
  body: Uint8Array<ArrayBuffer>
  at: Date
}

/** Returns what is said of a message beside its body, with its signature; null: the stored key cannot be read. */
export async function messageHeaders(message: SignedMessage): Promise<Record<string, string> | null> {
  const seconds = Math.floor(message.at.getTime() / 1000)
  try {
    return {
      'x-dfp-delivery': message.deliveryId,
      'x-dfp-subscription': message.subscriptionId,
      'x-dfp-event': message.names.length === 1 ? (message.names[0] ?? '') : 'batch',
      'x-dfp-attempt': String(message.attempt),
      'x-dfp-timestamp': String(seconds),
      'x-dfp-signature': await message.sign(seconds, message.body),
    }
  } catch {
    return null
  }
}
