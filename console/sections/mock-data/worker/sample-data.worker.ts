import './prepare.ts'
import 'virtual:compiled-schemas'
import {
  type BrowserService,
  demoClient,
  demoTenants,
  openDatabase,
  startBrowserService,
} from '@assay/risk-service/browser'
import { forgetKept, keep, readKept } from '../kept.ts'
import type { FromWorker, Question, Questions, SentRequest, ToWorker } from '../protocol.ts'
import { fetchParts } from './parts.ts'

/** Shares of the waiting: fetching, opening the database, filling it. */
const fetched = 0.3
const opened = 0.4
/** How long a call takes for a tester who wants it slow, in milliseconds. */
const slowCall = 3000

const say = (message: FromWorker, transfer: Transferable[] = []) => self.postMessage(message, { transfer })
const pause = (ms: number) =>
  new Promise<void>(resolve => {
    setTimeout(resolve, ms)
  })
let service: BrowserService | null = null
let slow = false
let madeAt = Date.now()
let served: { build: string; revision: string } = { build: '', revision: '' }
let tab = ''
const underWay = new Map<number, AbortController>()

async function start(version: string): Promise<void> {
  const progress = (share: number) => say({ kind: 'progress', share })
  const parts = await fetchParts(share => progress(share * fetched))
  const kept = await readKept(tab, served.revision)
  if (kept) madeAt = kept.madeAt
  const database = await openDatabase(parts, kept?.data).catch(async (error: unknown) => {
    // What was kept cannot be read: it is made anew.
    if (!kept) throw error
    await forgetKept(tab)
    madeAt = Date.now()
    return openDatabase(parts)
  })
  progress(opened)
  service = await startBrowserService({
    database,
    version,
    onProgress: share => progress(opened + (1 - opened) * share),
  })
  say({
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

async function answer(id: number, { url, method, headers, body }: SentRequest): Promise<void> {
  const controller = new AbortController()
  underWay.set(id, controller)
  try {
    if (slow) await pause(slowCall)
    const response =
      new URL(url).pathname === '/api/build'
        ? Response.json(served)
        : await service?.fetch(new Request(url, { method, headers, body, signal: controller.signal }))
    if (!response || controller.signal.aborted) return say({ kind: 'broken', id })
    say({ kind: 'head', id, status: response.status, headers: [...response.headers], hasBody: response.body !== null })
    if (response.body) {
      const reader = response.body.getReader()
      controller.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
      for (;;) {
        const { done, value } = await reader.read()
        if (done) break
        // A copy: what the service handed out may be a view of something larger.
        const chunk = new Uint8Array(value)
        say({ kind: 'chunk', id, chunk }, [chunk.buffer])
      }
    }
    say({ kind: 'end', id })
  } catch {
    say({ kind: 'broken', id })
  } finally {
    underWay.delete(id)
  }
}

const answers: {
  [Name in Question]: (running: BrowserService, ask: Questions[Name]['ask']) => Promise<Questions[Name]['answer']>
} = {
  token: (running, { tenantId, accountId }) => running.identity.userToken(tenantId, accountId),
  condition: async (running, condition) => {
    slow = condition === 'slow'
    running.setCondition(condition === 'slow' ? 'well' : condition)
    return null
  },
  purchase: (running, { environmentId, kind }) => running.sendPurchase(environmentId, kind),
  keep: async running => {
    const begun = Date.now()
    await keep({ data: await running.dump(), madeAt }, begun, tab, served.revision)
    return null
  },
}

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'start':
      served = data.build
      tab = data.tab
      start(data.version).catch((error: unknown) =>
        say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
      )
      break
    case 'request':
      void answer(data.id, data.request)
      break
    case 'abort':
      underWay.get(data.id)?.abort()
      break
    case 'ask': {
      const ask = answers[data.question] as (running: BrowserService | null, ask: unknown) => Promise<unknown>
      ask(service, data.ask).then(
        value => say({ kind: 'answer', id: data.id, value }),
        () => say({ kind: 'broken', id: data.id }),
      )
    }
  }
})
