import { forgetSampleData, onlySampleData } from '../../platform/mock/sample-data.ts'
import { siteConfiguration } from '../../platform/site/site-configuration.ts'
import { forgetKept } from './kept.ts'
import type { SampleTenant } from './protocol.ts'
import { routeCalls } from './route-calls.ts'
import { type SampleService, startSampleService } from './sample-service.ts'
import { rememberAccount, tabId } from './tab.ts'

/** Changes are kept for the next page of this tab so long after the last of them, in milliseconds. */
const keepAfter = 4000

export interface Started {
  service: SampleService
  tenants: readonly SampleTenant[]
}
export interface RunOptions {
  onProgress: (share: number) => void
  /** The page is about to be another one. */
  onLeaving: () => void
  /** It was left where there is no other start. */
  onLeft: () => void
  signal: AbortSignal
}

let started: Started | null = null
let leaving: () => void = () => undefined
let left: () => void = () => undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** The service of this page, once it runs. */
export const running = (): Started | null => started

/** Starts the service, and hands it all calls of the page from then on. */
export async function run({ onProgress, onLeaving, onLeft, signal }: RunOptions): Promise<Started> {
  leaving = onLeaving
  left = onLeft
  const { build, revision } = siteConfiguration()
  const service = await startSampleService({
    version: '1.0.0',
    build: { build, revision },
    tab: tabId(),
    onProgress,
    signal,
  })
  started = { service, tenants: service.tenants }
  // Fetched once, before it is replaced.
  const files = window.fetch.bind(window)
  window.fetch = routeCalls({ service: service.fetch, files, origin: location.origin, onChange: noteChange })
  noteChange()
  return started
}

/** What was changed is kept soon, so that a reload goes on with it. */
export function noteChange(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void started?.service.ask('keep', null).catch(() => undefined), keepAfter)
}

/** To the choice of an account, of this organisation first: on a page of its own, with what is stored. */
export function choose(tenantId?: string): void {
  leaving()
  clearTimeout(timer)
  rememberAccount(tenantId === undefined ? null : { tenantId, accountId: null })
  const go = () => location.assign(`${siteConfiguration().basePath}/`)
  if (started) started.service.ask('keep', null).then(go, go)
  else go()
}

/** Ends the service and forgets what was kept of this tab. */
async function forget(): Promise<void> {
  clearTimeout(timer)
  started?.service.stop()
  started = null
  await forgetKept(tabId())
}

/** Anew with the data of the first start, as the same person. */
export async function reset(): Promise<void> {
  leaving()
  await forget()
  location.assign(`${siteConfiguration().basePath}/`)
}

/** Removes flag and data, and goes into the normal start where there is one. */
export async function leave(): Promise<void> {
  leaving()
  await forget()
  forgetSampleData()
  rememberAccount(null)
  if (onlySampleData()) left()
  else location.assign(`${siteConfiguration().basePath}/`)
}
