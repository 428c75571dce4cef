import type { UploadDetail, UploadEntityName } from '@assay/risk-service/contract'
import { useSyncExternalStore } from 'react'
import type { IdentifiedFile } from './file-identity.ts'
import { sendChunks } from './send-chunks.ts'

/** A file that this page sends. */
export interface Transfer {
  environmentId: string
  entity: UploadEntityName
  name: string
  size: number
  /** Bytes that have arrived. */
  sent: number
  /** The service does not answer: it continues as soon as it does. */
  isWaiting: boolean
  /** Why it ended; null while it continues. */
  error: Error | null
}

let transfers: readonly Transfer[] = []
const running = new Map<string, AbortController>()
const listeners = new Set<() => void>()

const isOf = (each: Transfer, environmentId: string, entity: UploadEntityName) =>
  each.environmentId === environmentId && each.entity === entity
const keyOf = (environmentId: string, entity: UploadEntityName) => `${environmentId} ${entity}`

function publish(next: readonly Transfer[]): void {
  transfers = next
  for (const listener of listeners) listener()
}

/** Asks before the tab is closed; the browser words the question. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault()
function guardTab(): void {
  if (running.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

/**
 * Sends the chunks of an upload that was begun. It continues while other pages of data upload are shown.
 * @param onEnd called with the entity after it, also when it failed
 */
export function startTransfer(
  environmentId: string,
  detail: UploadDetail,
  { file, name, modifiedAt }: IdentifiedFile,
  onEnd: (detail: UploadDetail | null, error: Error | null) => void,
): void {
  const { entity, upload, missing } = detail
  if (upload === null) return
  const key = keyOf(environmentId, entity)
  running.get(key)?.abort()
  const controller = new AbortController()
  running.set(key, controller)
  guardTab()
  const others = () => transfers.filter(each => !isOf(each, environmentId, entity))
  const change = (values: Partial<Transfer>) => {
    if (controller.signal.aborted) return
    publish(transfers.map(each => (isOf(each, environmentId, entity) ? { ...each, ...values } : each)))
  }
  const { size } = file
  publish([
    ...others(),
    { environmentId, entity, name, size, sent: upload.receivedBytes, isWaiting: false, error: null },
  ])
  const end = () => {
    if (running.get(key) === controller) running.delete(key)
    guardTab()
  }
  sendChunks(
    {
      environmentId,
      entity,
      uploadId: upload.id,
      file,
      modifiedAt,
      signal: controller.signal,
      onProgress: sent => change({ sent }),
      onWaiting: isWaiting => change({ isWaiting }),
    },
    missing ?? [],
  ).then(
    completed => {
      end()
      publish(others())
      onEnd(completed, null)
    },
    (error: unknown) => {
      end()
      if (controller.signal.aborted) return
      const reason = error instanceof Error ? error : new Error(String(error))
      change({ error: reason })
      onEnd(null, reason)
    },
  )
}

/** Stops sending a file; what has arrived stays at the service. */
export function stopTransfer(environmentId: string, entity: UploadEntityName): void {
  running.get(keyOf(environmentId, entity))?.abort(new DOMException('The upload was stopped.', 'AbortError'))
  running.delete(keyOf(environmentId, entity))
  guardTab()
  publish(transfers.filter(each => !isOf(each, environmentId, entity)))
}

/** Stops all, because the pages of data upload are left. */
export function stopTransfers(): void {
  for (const { environmentId, entity } of transfers) stopTransfer(environmentId, entity)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const current = () => transfers

/** The files that this page sends, of all environments. */
export const useTransfers = (): readonly Transfer[] => useSyncExternalStore(subscribe, current)
