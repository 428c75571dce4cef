import type { EventHubClientOptions, EventHubProducerClient } from '@azure/event-hubs'
import { defined } from '../../../../contract/defined.ts'
import { readEventHubConnection } from '../../../../contract/event-tracing/azure-connections.ts'
import type { SinkMessage } from '../../../../ports/index.ts'
import { createAddressGuard } from '../../outgoing/addresses.ts'
import type { OutgoingOptions } from '../../outgoing-http.ts'
import { type AzureFailure, eventHubFailure } from './azure-failures.ts'

export interface EventHub {
  /** Reads the properties of the hub; null: it is there, and the key is right. */
  test: () => Promise<AzureFailure | null>
  /**
   * Sends messages in their order; those with the same key stay in it, for they share a partition. Null: all were
   * accepted.
   */
  send: (messages: readonly SinkMessage[], key: string, signal?: AbortSignal) => Promise<AzureFailure | null>
  close: () => Promise<void>
}

interface HubOptions extends OutgoingOptions {
  /** Milliseconds after which an attempt is given up. */
  timeoutMs?: number
}

const usualPort = { emulator: 5672, service: 443 } as const

/**
 * Opens an event hub by its connection string. Nothing is sent before the first call. AMQP is carried by a WebSocket over
 * TLS at the usual port of https, whose connection uses exactly the checked addresses; an emulator has neither, and has to
 * be a host that may be called without TLS.
 * @returns why it cannot be opened
 */
export async function openEventHub(
  connectionString: string,
  { ca, timeoutMs = 10_000, ...addresses }: HubOptions,
): Promise<EventHub | AzureFailure> {
  const connection = readEventHubConnection(connectionString)
  if (connection === null) return 'credential'
  const { host, port, hub, isEmulator } = connection
  const guard = createAddressGuard(addresses)
  const usedPort = port ?? usualPort[isEmulator ? 'emulator' : 'service']
  if (isEmulator ? !guard.isAllowed(host, usedPort) : guard.isPrivate(host, usedPort)) return 'refused'
  const libraries = await loadLibraries()
  if (libraries === null) return 'notInstalled'
  const options: EventHubClientOptions = {
    // Deliveries have their own attempts, which survive the end of the process.
    retryOptions: { maxRetries: 0 },
    ...(isEmulator
      ? {}
      : {
          webSocketOptions: {
            webSocket: libraries.WebSocket,
            webSocketConstructorOptions: {
              ...defined({ ca }),
              lookup: guard.lookupFor(usedPort),
              followRedirects: false,
              handshakeTimeout: timeoutMs,
              perMessageDeflate: false,
            },
          },
          ...(port === null ? {} : { customEndpointAddress: `sb://${host}:${port}` }),
        }),
  }
  return hubOf(new libraries.EventHubProducerClient(connection.connectionString, options), hub, timeoutMs)
}

function hubOf(client: EventHubProducerClient, hub: string, timeoutMs: number): EventHub {
  /** Does something within the time of an attempt. */
  async function attempt(work: (signal: AbortSignal) => Promise<AzureFailure | null>, signal?: AbortSignal) {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await work(signal === undefined ? timeout : AbortSignal.any([timeout, signal]))
    } catch (error) {
      return timeout.aborted ? 'timeout' : eventHubFailure(error)
    }
  }
  return {
    test: () =>
      attempt(async abortSignal => {
        const { name } = await client.getEventHubProperties({ abortSignal })
        return name.toLowerCase() === hub.toLowerCase() ? null : 'missing'
      }),
    send: (messages, key, signal) =>
      attempt(async abortSignal => {
        const create = () => client.createBatch({ partitionKey: key, abortSignal })
        let batch = await create()
        for (const { body, properties } of messages) {
          const message = { body: Buffer.from(body), contentType: 'application/json', properties }
          if (batch.tryAdd(message)) continue
          if (batch.count > 0) {
            await client.sendBatch(batch, { abortSignal })
            batch = await create()
          }
          if (!batch.tryAdd(message)) return 'size'
        }
        if (batch.count > 0) await client.sendBatch(batch, { abortSignal })
        return null
      }, signal),
    // A connection that is broken already has nothing to close.
    close: () => client.close().catch(() => undefined),
  }
}

/** Loads the client of the vendor, which an installation can do without; null: it is not installed. */
async function loadLibraries() {
  try {
    const [{ EventHubProducerClient }, { WebSocket }] = await Promise.all([import('@azure/event-hubs'), import('ws')])
    return { EventHubProducerClient, WebSocket }
  } catch {
    return null
  }
}
