import type { EventKind, EventSink, EventSubscription, SubscriptionSettings } from '@assay/risk-service/contract'
import { readApiError } from '../../../platform/api/api-error.ts'

/** Bytes of a new key. */
const keyBytes = 32

const newSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(keyBytes))))}`

/** Fields of a subscription. */
export interface SubscriptionForm {
  name: string
  sink: EventSink
  url: string
  /** Empty: the stored one stays. */
  secret: string
  kinds: readonly EventKind[]
  isBatched: boolean
  /** Events of one message where it is. */
  batch: number
}
export type SubscriptionErrors = Partial<Record<'name' | 'url' | 'secret' | 'kinds' | 'batch', string>>

const messages = {
  name: 'EventTracing.Name.Taken',
  url: 'EventTracing.Url.Refused',
  secret: 'Alerts.Targets.Secret.Refused',
  kinds: 'EventTracing.Kinds.Missing',
} as const

const batchSize = 100

export const formOf = (subscription: EventSubscription | null): SubscriptionForm =>
  subscription === null
    ? { name: '', sink: 'webhook', url: '', secret: newSecret(), kinds: [], isBatched: false, batch: batchSize }
    : {
        name: subscription.name,
        sink: subscription.sink,
        url: subscription.url ?? '',
        secret: '',
        kinds: subscription.kinds,
        isBatched: subscription.batch > 1,
        batch: subscription.batch > 1 ? subscription.batch : batchSize,
      }

/** Returns what the service stores of a form. */
export function settingsOf({ name, sink, url, secret, kinds, isBatched, batch }: SubscriptionForm): {
  settings: SubscriptionSettings
  secret: string | null
} {
  const isWebhook = sink === 'webhook'
  return {
    settings: {
      name: name.trim(),
      sink,
      url: isWebhook ? url.trim() : null,
      kinds: [...kinds],
      batch: isWebhook && isBatched ? batch : 1,
    },
    secret: isWebhook && secret.trim() !== '' ? secret.trim() : null,
  }
}

/** Returns the ids of messages about what is missing, by field. */
export function missingOf({ name, sink, url, kinds }: SubscriptionForm): SubscriptionErrors {
  return {
    ...(name.trim() === '' ? { name: 'EventTracing.Name.Missing' } : {}),
    ...(sink === 'webhook' && !URL.canParse(url.trim()) ? { url: messages.url } : {}),
    ...(kinds.length === 0 ? { kinds: messages.kinds } : {}),
  }
}

/** Returns the ids of messages about what the service refused, by field; null for any other error. */
export function refusedOf(error: unknown): SubscriptionErrors | null {
  const failure = readApiError(error)
  if (failure.kind !== 'invalid') return null
  const fields = failure.issues.map(({ path }) => path.at(-1))
  const errors = Object.fromEntries(Object.entries(messages).filter(([field]) => fields.includes(field)))
  return Object.keys(errors).length > 0 ? errors : null
}
