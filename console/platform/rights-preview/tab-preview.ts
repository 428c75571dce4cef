import { previewHeader } from '@assay/risk-service/contract'
import { siteConfiguration } from '../site/site-configuration.ts'
import { readStored, sessionKeys, store } from '../storage/browser-storage.ts'

/** Milliseconds for which a page waits for the one that it replaces to release the preview of the tab. */
const claimTimeout = 1000
/** Milliseconds for which a sign-out waits for the end of the preview. */
const endTimeout = 3000

let claimed: Promise<string | null> | null = null
let endOnServer: ((previewId: string) => Promise<unknown>) | null = null

/** Whether this tab shows the console with other rights. */
export const isPreviewTab = (): boolean => readStored('session', sessionKeys.rightsPreview) !== null

/**
 * Resolves to the preview of this tab that every call names; null: the rights are the user's own. A preview is for one
 * tab: one that the browser has duplicated, with all that is stored for the tab, shows the user's own rights.
 */
export function tabPreview(): Promise<string | null> {
  const previewId = readStored('session', sessionKeys.rightsPreview)
  if (previewId === null) return Promise.resolve(null)
  claimed ??= claim(previewId).then(isOwn => {
    if (!isOwn) store('session', sessionKeys.rightsPreview, null)
    return isOwn ? previewId : null
  })
  return claimed
}

/** Resolves to the header by which calls of this tab have the rights of its preview. */
export async function previewHeaders(): Promise<Record<string, string>> {
  const previewId = await tabPreview()
  return previewId === null ? {} : { [previewHeader]: previewId }
}

/** Resolves to whether no other tab has the preview; it is this tab's until its page is left. */
function claim(previewId: string): Promise<boolean> {
  // Without a secure context there are no locks, and the preview ends after its time.
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise(resolve => {
    navigator.locks
      .request(
        `assay/rights-preview ${previewId}`,
        { signal: AbortSignal.timeout(claimTimeout) },
        () => new Promise(() => resolve(true)),
      )
      .catch((error: unknown) => resolve((error as { name?: unknown } | null)?.name !== 'TimeoutError'))
  })
}

/** Who ends a preview on the service, for those that leave it without being able to call the service themselves. */
export function setPreviewEnd(end: (previewId: string) => Promise<unknown>): void {
  endOnServer = end
}

const open = (path: string, environmentId: string): void =>
  location.assign(`${siteConfiguration().basePath}${path}?env=${encodeURIComponent(environmentId)}`)

/** Shows the console with the rights of a preview, from its first page on: nothing that was read before remains. */
export function openTabPreview(previewId: string, environmentId: string): void {
  store('session', sessionKeys.rightsPreview, previewId)
  open('/', environmentId)
}

/** Ends the preview of this tab; without a connection it ends by itself, and is forgotten here all the same. */
export async function endTabPreview(): Promise<void> {
  const previewId = readStored('session', sessionKeys.rightsPreview)
  if (previewId === null) return
  // The call that ends it is the user's own.
  store('session', sessionKeys.rightsPreview, null)
  claimed = null
  await Promise.race([
    endOnServer?.(previewId).catch(() => undefined),
    new Promise(resolve => setTimeout(resolve, endTimeout)),
  ])
}

/** Ends the preview of this tab, and shows access control with the user's own rights. */
export async function leaveTabPreview(environmentId: string): Promise<void> {
  await endTabPreview()
  open('/settings/access', environmentId)
}

/** The service has ended the preview: shows the same page with the user's own rights, and says so. */
export function forgetTabPreview(): void {
  store('session', sessionKeys.rightsPreview, null)
  store('session', sessionKeys.rightsPreviewEnded, '1')
  location.reload()
}

export const hasPreviewEnded = (): boolean => readStored('session', sessionKeys.rightsPreviewEnded) !== null
export const forgetPreviewEnd = (): void => store('session', sessionKeys.rightsPreviewEnded, null)
