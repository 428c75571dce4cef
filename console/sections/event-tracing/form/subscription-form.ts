import {
  containerName,
  type EventKind,
  type EventSink,
  type EventSubscription,
  type PluginSink,
  readEventHubConnection,
  readStorageConnection,
  type SinkSettings,
  type SubscriptionSettings,
} from '@assay/risk-service/contract'
import { readApiError } from '../../../platform/api/api-error.ts'

/** Bytes of a new key. */
const keyBytes = 32

const newSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(keyBytes))))}`

/** Fields of a subscription; those of other sinks than the chosen one stay as they are. */
export interface SubscriptionForm {
  name: string
  kinds: readonly EventKind[]
  sink: EventSink
  /** The key that signs, and the secret key of a bucket or the connection string of Azure; empty: the stored one stays. */
  secret: string
  credential: string
  url: string
  isBatched: boolean
  /** Events of one message where it is. */
  batch: number
  directory: string
  folder: string
  endpoint: string
  region: string
  bucket: string
  prefix: string
  accessKeyId: string
  /** What the stored connection string of an event hub names. */
  namespace: string
  hub: string
  container: string
}
/** Ids of messages by field. */
export type SubscriptionErrors = Partial<Record<keyof SubscriptionForm, string>>
export type ChangeForm = (changed: Partial<SubscriptionForm>) => void

/** What is wrong with a field, whoever refuses it. */
const messages = {
  name: 'EventTracing.Name.Taken',
  url: 'EventTracing.Url.Refused',
  secret: 'Alerts.Targets.Secret.Refused',
  kinds: 'EventTracing.Kinds.Missing',
  directory: 'EventTracing.Directory.Refused',
  folder: 'EventTracing.Folder.Refused',
  endpoint: 'EventTracing.Endpoint.Refused',
  region: 'EventTracing.Region.Refused',
  bucket: 'EventTracing.Bucket.Refused',
  prefix: 'EventTracing.Folder.Refused',
  accessKeyId: 'EventTracing.AccessKey.Missing',
  credential: 'EventTracing.Credential.Missing',
  container: 'EventTracing.Container.Refused',
} as const

/** Of a sink of Azure: what its connection string names is wrong at the string itself. */
const connectionMessages = {
  eventHubs: 'EventTracing.Connection.Hub.Refused',
  blobStorage: 'EventTracing.Connection.Storage.Refused',
} as const
const connectionFields = ['credential', 'namespace', 'hub', 'endpoint']

const batchSize = 100

const empty: Omit<SubscriptionForm, 'secret'> = {
  name: '',
  kinds: [],
  sink: 'webhook',
  credential: '',
  url: '',
  isBatched: false,
  batch: batchSize,
  directory: '',
  folder: '',
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  prefix: '',
  accessKeyId: '',
  namespace: '',
  hub: '',
  container: '',
}

export function formOf(subscription: EventSubscription | null): SubscriptionForm {
  if (subscription === null) return { ...empty, secret: newSecret() }
  const { name, kinds, sink } = subscription
  const { kind, ...fields } = sink
  const form: SubscriptionForm = { ...empty, ...fields, name, kinds, sink: kind, secret: '' }
  return {
    ...form,
    isBatched: 'batch' in sink && sink.batch > 1,
    batch: form.batch > 1 ? form.batch : batchSize,
  }
}

/** Returns the settings of the chosen sink. */
export function sinkOf(form: SubscriptionForm): SinkSettings {
  switch (form.sink) {
    case 'webhook':
      return { kind: 'webhook', url: form.url.trim(), batch: form.isBatched ? form.batch : 1 }
    case 'pull':
      return { kind: 'pull' }
    case 'directory':
      return { kind: 'directory', directory: form.directory, folder: form.folder.trim() }
    case 'bucket':
      return {
        kind: 'bucket',
        endpoint: form.endpoint.trim(),
        region: form.region.trim(),
        bucket: form.bucket.trim(),
        prefix: form.prefix.trim(),
        accessKeyId: form.accessKeyId.trim(),
      }
    case 'eventHubs': {
      const { namespace, hub } = readEventHubConnection(form.credential) ?? form
      return { kind: 'eventHubs', namespace, hub, batch: form.isBatched ? form.batch : 1 }
    }
    case 'blobStorage': {
      const { endpoint } = readStorageConnection(form.credential) ?? form
      return { kind: 'blobStorage', endpoint, container: form.container.trim(), prefix: form.prefix.trim() }
    }
  }
}

const credentialSinks: readonly EventSink[] = ['bucket', 'eventHubs', 'blobStorage']

/** Returns what the service stores of a form. */
export function settingsOf(form: SubscriptionForm): {
  settings: SubscriptionSettings
  secret: string | null
  credential: string | null
} {
  const { name, kinds, sink, secret, credential } = form
  return {
    settings: { name: name.trim(), sink: sinkOf(form), kinds: [...kinds] },
    secret: sink !== 'pull' && secret.trim() !== '' ? secret.trim() : null,
    credential: credentialSinks.includes(sink) && credential.trim() !== '' ? credential.trim() : null,
  }
}

/** Whether a connection string is entered, or none where one is stored. */
function hasConnection({ sink, credential, namespace, endpoint }: SubscriptionForm): boolean {
  const read = sink === 'eventHubs' ? readEventHubConnection : readStorageConnection
  return credential.trim() === '' ? (sink === 'eventHubs' ? namespace : endpoint) !== '' : read(credential) !== null
}

/** Returns the ids of messages about what is missing of the sink, by field. */
export function missingOfSink(form: SubscriptionForm): SubscriptionErrors {
  const connection = hasConnection(form) ? [] : (['credential'] as const)
  const fields: Readonly<Record<EventSink, readonly (keyof typeof messages & keyof SubscriptionForm)[]>> = {
    webhook: URL.canParse(form.url.trim()) ? [] : ['url'],
    pull: [],
    directory: (['directory', 'folder'] as const).filter(field => form[field].trim() === ''),
    bucket: [
      ...(URL.canParse(form.endpoint.trim()) ? [] : (['endpoint'] as const)),
      ...(['region', 'bucket', 'accessKeyId'] as const).filter(field => form[field].trim() === ''),
    ],
    eventHubs: connection,
    blobStorage: [...connection, ...(containerName.test(form.container.trim()) ? [] : (['container'] as const))],
  }
  const texts = { ...messages, credential: credentialMessage(form.sink) }
  return Object.fromEntries(fields[form.sink].map(field => [field, texts[field]]))
}

/** Returns the ids of messages about what is missing, by field. */
export const missingOf = (form: SubscriptionForm): SubscriptionErrors => ({
  ...(form.name.trim() === '' ? { name: 'EventTracing.Name.Missing' } : {}),
  ...missingOfSink(form),
  ...(form.kinds.length === 0 ? { kinds: messages.kinds } : {}),
})

const isAzure = (sink: EventSink): sink is PluginSink => sink in connectionMessages
const credentialMessage = (sink: EventSink): string => (isAzure(sink) ? connectionMessages[sink] : messages.credential)

/** Returns the ids of messages about what the service refused, by field; null for any other error. */
export function refusedOf(error: unknown, sink: EventSink): SubscriptionErrors | null {
  const failure = readApiError(error)
  if (failure.kind !== 'invalid') return null
  const fields = failure.issues.map(({ path }) => path.at(-1))
  if (isAzure(sink) && fields.some(field => typeof field === 'string' && connectionFields.includes(field)))
    return { credential: connectionMessages[sink] }
  const errors = Object.fromEntries(Object.entries(messages).filter(([field]) => fields.includes(field)))
  return Object.keys(errors).length > 0 ? errors : null
}
