import { readStorageConnection } from '../../../../contract/event-tracing/azure-connections.ts'
import type { SinkOf } from '../../../../contract/event-tracing/sinks.ts'
import type { FileTarget, MessageTarget, OutgoingHttp, SinkFailure, SinkReport } from '../../../../ports/index.ts'
import type { OutgoingOptions } from '../../outgoing-http.ts'
import type { AzureFailure } from './azure-failures.ts'
import { openBlobContainer } from './blob-storage.ts'
import { openEventHub } from './event-hub.ts'
import type { HubConnections } from './hub-connections.ts'

/** Returns what gets the messages of a subscription: an event hub. */
export function eventHubTarget(
  sink: SinkOf<'eventHubs'>,
  { subscriptionId, credential }: { subscriptionId: string; credential: string | null },
  { reachable, connections }: { reachable: OutgoingOptions; connections: HubConnections },
): MessageTarget {
  return {
    send: async (messages, signal) =>
      credential === null
        ? failureOf('credential')
        : failureOf(
            await connections.use(subscriptionId, credential, hub => hub.send(messages, subscriptionId, signal)),
          ),
    async test() {
      const hub = credential === null ? 'credential' : await openEventHub(credential, reachable)
      if (typeof hub === 'string') return reportOf(hub)
      try {
        return reportOf(await hub.test(), [
          { fact: 'namespace', value: sink.namespace },
          { fact: 'hub', value: sink.hub },
        ])
      } finally {
        await hub.close()
      }
    },
  }
}

/** Returns the place of files of a subscription in a container of blobs. */
export function blobTarget(
  { container, prefix }: SinkOf<'blobStorage'>,
  { credential }: { credential: string | null },
  http: Pick<OutgoingHttp, 'send' | 'addressIssue'>,
): FileTarget {
  const open = () => (credential === null ? 'credential' : openBlobContainer(credential, container, http))
  const pathOf = (path: string): string => (prefix === '' ? path : `${prefix}/${path}`)
  return {
    async put(path, bytes, signal) {
      const blobs = await open()
      return failureOf(typeof blobs === 'string' ? blobs : await blobs.put(pathOf(path), bytes, signal))
    },
    async test() {
      const blobs = await open()
      if (typeof blobs === 'string') return reportOf(blobs)
      const path = pathOf(`_test/${crypto.randomUUID()}.json`)
      const failure = await blobs.put(path, testBytes)
      // A signature that may write but not remove is enough for files, which stay.
      if (failure === null) await blobs.remove(path)
      const account = credential === null ? undefined : readStorageConnection(credential)?.account
      return reportOf(failure, [
        { fact: 'account', value: account ?? '' },
        { fact: 'container', value: container },
      ])
    },
  }
}

const testBytes = new TextEncoder().encode('{"name":"FraudProtection.Test"}\n')

const failureOf = (reason: AzureFailure | null): SinkFailure | null =>
  reason === null ? null : { reason, status: null }

/** @param facts what was reached, where the test passed */
const reportOf = (reason: AzureFailure | null, facts: SinkReport['facts'] = []): SinkReport => ({
  failure: failureOf(reason),
  certificateUntil: null,
  facts: reason === null ? facts : [],
  freeBytes: null,
})
