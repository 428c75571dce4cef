import '../../../platform/forms/zod-jitless.ts'
import 'virtual:compiled-schemas'
import {
  demoClient,
  demoTenants,
  openDatabase,
  type SampleDataService,
  startSampleDataService,
} from '@assay/risk-service/sample-data'
import { deleteSnapshot, readSnapshot, writeSnapshot } from '../stored-snapshot.ts'
import type {
  CommandName,
  Commands,
  MessageFromWorker,
  MessageToWorker,
  SerialisedRequest,
} from '../worker-protocol.ts'
import { fetchDatabaseFiles } from './fetch-database-files.ts'

/** Shares of the waiting: fetching, opening the database, filling it. */
const fetchedShare = 0.3
const openedShare = 0.4
/** Milliseconds that a call takes for a tester who slows calls down. */
const slowResponseDelay = 3000

const postToPage = (message: MessageFromWorker, transfer: Transferable[] = []) =>
  self.postMessage(message, { transfer })
const delay = (ms: number) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, ms)
  })
let service: SampleDataService | null = null
let slow = false
let madeAt = Date.now()
let served: { build: string; revision: string } = { build: '', revision: '' }
let tab = ''
const inFlight = new Map<number, AbortController>()

async function start(version: string): Promise<void> {
  const progress = (share: number) => postToPage({ kind: 'progress', share })
  const parts = await fetchDatabaseFiles(share => progress(share * fetchedShare))
  const snapshot = await readSnapshot(tab, served.revision)
  if (snapshot) madeAt = snapshot.madeAt
  const database = await openDatabase(parts, snapshot?.data).catch(async (error: unknown) => {
    // The snapshot cannot be read: the data are made anew.
    if (!snapshot) throw error
    await deleteSnapshot(tab)
    madeAt = Date.now()
    return openDatabase(parts)
  })
  progress(openedShare)
  service = await startSampleDataService({
    database,
    version,
    onProgress: share => progress(openedShare + (1 - openedShare) * share),
  })
  postToPage({
    kind: 'ready',
    tenants: demoTenants.map(({ id, name, accounts }) => ({
      id,
      name,
      shop: id === demoClient.tenantId,
      accounts: accounts.map(({ id: account, name: person, username, role, wids }) => ({
        id: account,
        name: person,
        username,
        role,
        wids,
      })),
    })),
  })
}

async function handleRequest(id: number, { url, method, headers, body }: SerialisedRequest): Promise<void> {
  const controller = new AbortController()
  inFlight.set(id, controller)
  try {
    if (slow) await delay(slowResponseDelay)
    const response =
      new URL(url).pathname === '/api/build'
        ? Response.json(served)
        : await service?.fetch(new Request(url, { method, headers, body, signal: controller.signal }))
    if (!response || controller.signal.aborted) return postToPage({ kind: 'broken', id })
    postToPage({
      kind: 'head',
      id,
      status: response.status,
      headers: [...response.headers],
      hasBody: response.body !== null,
    })
    if (response.body) {
      const reader = response.body.getReader()
      controller.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        // A copy: what the service handed out may be a view of something larger.
        const chunk = new Uint8Array(value)
        postToPage({ kind: 'chunk', id, chunk }, [chunk.buffer])
      }
    }
    postToPage({ kind: 'end', id })
  } catch {
    postToPage({ kind: 'broken', id })
  } finally {
    inFlight.delete(id)
  }
}

const commandHandlers: {
  [Name in CommandName]: (
    running: SampleDataService,
    input: Commands[Name]['input'],
  ) => Promise<Commands[Name]['answer']>
} = {
  token: (running, { tenantId, accountId }) => running.identity.userToken(tenantId, accountId),
  condition: async (running, condition) => {
    slow = condition === 'slow'
    running.setCondition(condition === 'slow' ? 'well' : condition)
    return null
  },
  purchase: (running, { environmentId, kind }) => running.sendPurchase(environmentId, kind),
  saveSnapshot: async running => {
    const begun = Date.now()
    await writeSnapshot({ data: await running.dump(), madeAt }, begun, tab, served.revision)
    return null
  },
}

self.addEventListener('message', ({ data }: MessageEvent<MessageToWorker>) => {
  switch (data.kind) {
    case 'start':
      served = data.build
      tab = data.tab
      start(data.version).catch((error: unknown) =>
        postToPage({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
      )
      break
    case 'request':
      void handleRequest(data.id, data.request)
      break
    case 'abort':
      inFlight.get(data.id)?.abort()
      break
    case 'command': {
      const handler = commandHandlers[data.command] as (
        running: SampleDataService | null,
        input: unknown,
      ) => Promise<unknown>
      handler(service, data.input).then(
        value => postToPage({ kind: 'answer', id: data.id, value }),
        () => postToPage({ kind: 'broken', id: data.id }),
      )
    }
  }
})
