import { clearSampleDataFlag, isSampleDataOnly } from '../../platform/sample-data/sample-data.ts'
import { siteConfiguration } from '../../platform/site/site-configuration.ts'
import { routeRequests } from './route-requests.ts'
import { type SampleService, startSampleService } from './sample-service.ts'
import { deleteSnapshot } from './stored-snapshot.ts'
import { storeAccount, tabId } from './tab-storage.ts'
import type { SampleTenant } from './worker-protocol.ts'

/** Milliseconds from the last change to the snapshot for the next page of this tab. */
const snapshotDelay = 4000

export interface SampleRuntime {
  service: SampleService
  tenants: readonly SampleTenant[]
}
export interface StartRuntimeOptions {
  onProgress: (share: number) => void
  /** The page is about to be another one. */
  onLeaving: () => void
  /** It was left where there is no other start. */
  onExited: () => void
  signal: AbortSignal
}

let started: SampleRuntime | null = null
let leaving: () => void = () => undefined
let left: () => void = () => undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** The service of this page, once it runs. */
export const currentRuntime = (): SampleRuntime | null => started

/** Starts the service, and hands it all calls of the page from then on. */
export async function startRuntime({
  onProgress,
  onLeaving,
  onExited: onLeft,
  signal,
}: StartRuntimeOptions): Promise<SampleRuntime> {
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
  window.fetch = routeRequests({ service: service.fetch, files, origin: location.origin, onChange: scheduleSnapshot })
  scheduleSnapshot()
  return started
}

/** Schedules a snapshot of the changes, so that a reload continues with them. */
export function scheduleSnapshot(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void started?.service.execute('saveSnapshot', null).catch(() => undefined), snapshotDelay)
}

/** To the choice of an account, of this organisation first: on a page of its own, with what is stored. */
export function switchAccount(tenantId?: string): void {
  leaving()
  clearTimeout(timer)
  storeAccount(tenantId === undefined ? null : { tenantId, accountId: null })
  const go = () => location.assign(`${siteConfiguration().basePath}/`)
  if (started) started.service.execute('saveSnapshot', null).then(go, go)
  else go()
}

/** Ends the service and deletes the snapshot of this tab. */
async function stopAndDelete(): Promise<void> {
  clearTimeout(timer)
  started?.service.stop()
  started = null
  await deleteSnapshot(tabId())
}

/** Anew with the data of the first start, as the same person. */
export async function resetSampleData(): Promise<void> {
  leaving()
  await stopAndDelete()
  location.assign(`${siteConfiguration().basePath}/`)
}

/** Removes flag and data, and opens the normal start if there is one. */
export async function exitSampleData(): Promise<void> {
  leaving()
  await stopAndDelete()
  clearSampleDataFlag()
  storeAccount(null)
  if (isSampleDataOnly()) left()
  else location.assign(`${siteConfiguration().basePath}/`)
}
