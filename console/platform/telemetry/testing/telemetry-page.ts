import { afterEach, beforeEach, vi } from 'vitest'
import type * as libraryModule from '../library.ts'
import type * as telemetryModule from '../telemetry.ts'

/** The real library in a page of jsdom, with an intake that records what it receives. */
export const intake = 'http://localhost:3000/api/telemetry'
export interface Envelope {
  name: string
  time: string
  tags: Record<string, string>
  data: { baseType: string; baseData: Record<string, unknown> & { properties?: Record<string, string> } }
}
export let received: Envelope[] = []
export let urls: string[] = []
export let telemetry: typeof telemetryModule
export let library: typeof libraryModule
export let cookies: string[] = []

const configuration = (change: Record<string, unknown> = {}) => ({
  tenantName: 'Harbor Retail',
  tenantId: 't',
  appId: 'a',
  authority: '',
  productionResourceUri: '',
  sandboxResourceUri: '',
  basePath: '',
  build: '20260101.1',
  monitoringConnectionString: `InstrumentationKey=00000000-0000-0000-0000-000000000000;IngestionEndpoint=${intake}`,
  ...change,
})

export async function openPage(change: Record<string, unknown> = {}): Promise<void> {
  document.body.innerHTML = `<script type="application/json" id="site-configuration">${JSON.stringify(configuration(change))}</script><div id="root"></div>`
  vi.resetModules()
  telemetry = await import('../telemetry.ts')
  library = await import('../library.ts')
  telemetry.setUsageData('all')
}
/** Everything that has been sent until now. */
export async function sent(): Promise<Envelope[]> {
  library.flush()
  await vi.advanceTimersByTimeAsync(20_000)
  return received
}
export const ofType = (type: string) => received.filter(({ data }) => data.baseType === type)
export const user = '4d0c4e5a-0000-4000-8000-000000000001'

/** What was sent until now is no longer counted. */
export function clearSent(): void {
  received = []
  urls = []
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T10:00:00Z') })
  clearSent()
  cookies = []
  localStorage.clear()
  for (const cookie of document.cookie.split('; '))
    document.cookie = `${cookie.split('=')[0] ?? ''}=; max-age=0; path=/`
  const descriptor = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  vi.spyOn(document, 'cookie', 'set').mockImplementation(value => {
    cookies.push(value)
    descriptor?.set?.call(document, value)
  })
  vi.stubGlobal(
    'fetch',
    vi.fn((url: string, init: RequestInit) => {
      urls.push(String(url))
      const text = String(init.body)
      received.push(
        ...(text.startsWith('[')
          ? (JSON.parse(text) as Envelope[])
          : text.split('\n').map(line => JSON.parse(line) as Envelope)),
      )
      return Promise.resolve(new Response(null, { status: 204 }))
    }),
  )
})
afterEach(() => {
  library.closeLibrary()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})
