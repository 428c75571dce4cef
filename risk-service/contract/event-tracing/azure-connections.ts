/* What the connection strings of Azure name beside their keys, for the service and the form. */

/** An event hub as its connection string names it. */
export interface EventHubConnection {
  /** Name of the host, in lower case, such as `harbor.servicebus.windows.net`. */
  host: string
  /** Null: the usual one. */
  port: number | null
  /** Host, with its port where it is not the usual one. */
  namespace: string
  hub: string
  /** Namespace and hub. */
  address: string
  /** It leads to an emulator, which has no TLS. */
  isEmulator: boolean
  /** In its plain form, without what nobody checked. */
  connectionString: string
}

/** A storage account as its connection string names it. */
export interface StorageConnection {
  account: string
  /** Address of its blobs, without a final slash. */
  endpoint: string
  /** In its plain form, without what nobody checked. */
  connectionString: string
}

/** Returns `Name=value` pairs by their names in lower case; values can contain further equals signs. */
const partsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split(';')
      .filter(part => part.includes('='))
      .map((part): [string, string] => {
        const at = part.indexOf('=')
        return [part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]
      }),
  )

/** Reads the connection string of an event hub; null: it is none, or names no hub or no key. */
export function readEventHubConnection(text: string): EventHubConnection | null {
  const parts = partsOf(text)
  const hub = parts.get('entitypath') ?? ''
  const endpoint = URL.parse((parts.get('endpoint') ?? '').replace(/^sb:/i, 'https:'))
  const keyName = parts.get('sharedaccesskeyname') ?? ''
  const key = parts.get('sharedaccesskey') ?? ''
  const signature = parts.get('sharedaccesssignature') ?? ''
  const claim =
    keyName !== '' && key !== ''
      ? `SharedAccessKeyName=${keyName};SharedAccessKey=${key}`
      : signature === ''
        ? null
        : `SharedAccessSignature=${signature}`
  if (endpoint === null || endpoint.protocol !== 'https:' || endpoint.hostname === '') return null
  if (claim === null || !/^[\w.-]+$/.test(hub)) return null
  const host = endpoint.hostname.replace(/^\[|\]$/g, '')
  const isEmulator = parts.get('usedevelopmentemulator')?.toLowerCase() === 'true'
  return {
    host,
    port: endpoint.port === '' ? null : Number(endpoint.port),
    namespace: endpoint.host,
    hub,
    address: `${endpoint.host}/${hub}`,
    isEmulator,
    connectionString: `Endpoint=sb://${isEmulator ? endpoint.host : endpoint.hostname}/;${claim};EntityPath=${hub}${isEmulator ? ';UseDevelopmentEmulator=true' : ''}`,
  }
}

/** Reads the connection string of a storage account; null: it is none, or has neither a key nor a signature. */
export function readStorageConnection(text: string): StorageConnection | null {
  const parts = partsOf(text)
  const name = parts.get('accountname') ?? ''
  const hasKey = name !== '' && (parts.get('accountkey') ?? '') !== ''
  if (!hasKey && (parts.get('sharedaccesssignature') ?? '') === '') return null
  const protocol = parts.get('defaultendpointsprotocol') ?? 'https'
  const suffix = parts.get('endpointsuffix') ?? 'core.windows.net'
  const endpoint = URL.parse(parts.get('blobendpoint') ?? `${protocol}://${name}.blob.${suffix}`)
  if (endpoint === null || !/^https?:$/.test(endpoint.protocol) || endpoint.search !== '') return null
  const account = name === '' ? (endpoint.hostname.split('.')[0] ?? '') : name
  if (account === '') return null
  const address = endpoint.href.replace(/\/+$/, '')
  const claim = hasKey
    ? `DefaultEndpointsProtocol=${endpoint.protocol.slice(0, -1)};AccountName=${name};AccountKey=${parts.get('accountkey')}`
    : `SharedAccessSignature=${parts.get('sharedaccesssignature')}`
  return { account, endpoint: address, connectionString: `BlobEndpoint=${address};${claim}` }
}

/** Names that a container of blobs can have. */
export const containerName = /^(?!.*--)[a-z\d][a-z\d-]{1,61}[a-z\d]$/
