import type { FileEntry, FileState } from '@assay/design-system'
import { attachmentExtensionOf, type NoteAttachment } from '@assay/risk-service/contract'
import { useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { readApiError } from '../api/api-error.ts'
import { client } from '../api/client.ts'
import { upload } from '../files/upload.ts'
import type { NotePlace } from './note-place.ts'
import type { DraftFile, NoteDraft } from './use-note-draft.ts'

interface Transfer {
  id: string
  file: File
  state: FileState
}

/**
 * The files of a draft: those that are uploaded, and those on their way.
 * @param publishedIds those that the edited note already has, which stay until the edit is saved
 */
export function useAttachments(
  { environmentId, eventType, eventId }: NotePlace,
  { files: uploaded }: NoteDraft,
  change: (update: (draft: NoteDraft) => NoteDraft) => void,
  publishedIds: readonly string[],
) {
  const intl = useIntl()
  const [transfers, setTransfers] = useState<readonly Transfer[]>([])
  const running = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const controllers = running.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])
  const setState = (id: string, state: FileState) =>
    setTransfers(all => all.map(each => (each.id === id ? { ...each, state } : each)))
  const setUploaded = (update: (files: readonly DraftFile[]) => readonly DraftFile[]) =>
    change(draft => ({ ...draft, files: update(draft.files) }))
  const forget = (id: string) => setTransfers(all => all.filter(each => each.id !== id))

  function reasonOf(error: unknown, name: string): FileState {
    const read = readApiError(error)
    // Type by name, size and emptiness were checked before: what remains is the content.
    if (read.kind === 'invalid')
      return {
        kind: 'failed',
        retryable: false,
        reason: intl.formatMessage({ id: 'Review.Notes.WrongContent' }, { type: attachmentExtensionOf(name) ?? '' }),
      }
    const full = read.kind === 'conflict' && read.reason === 'notes.uploadLimit'
    return {
      kind: 'failed',
      reason: intl.formatMessage({ id: full ? 'Review.Notes.UploadLimit' : 'Review.Notes.UploadFailed' }),
    }
  }
  async function send({ id, file }: Pick<Transfer, 'id' | 'file'>): Promise<void> {
    const controller = new AbortController()
    running.current.set(id, controller)
    setState(id, { kind: 'uploading', fraction: 0 })
    try {
      const { name, size } = await upload<NoteAttachment>({
        method: 'POST',
        path: `/environments/${environmentId}/events/${eventType}/${encodeURIComponent(eventId)}/note-attachments`,
        environmentId,
        fields: { attachmentId: id },
        file,
        signal: controller.signal,
        onProgress: (sent, total) => setState(id, { kind: 'uploading', fraction: total === 0 ? 0 : sent / total }),
      })
      setUploaded(files => [...files, { id, name, size }])
      forget(id)
    } catch (error) {
      if (!controller.signal.aborted) setState(id, reasonOf(error, file.name))
    } finally {
      running.current.delete(id)
    }
  }
  const entries: FileEntry[] = [
    ...uploaded.map(file => ({ ...file, state: { kind: 'done' as const } })),
    ...transfers.map(({ id, file, state }) => ({ id, name: file.name, size: file.size, state })),
  ]
  const detach = (attachmentId: string) =>
    // A file that stays is removed by the service after a day.
    client.notes.detach({ environmentId, eventType, eventId, attachmentId }).catch(() => undefined)
  return {
    entries,
    add: (files: readonly File[]) => {
      const added = files.map(file => ({ id: crypto.randomUUID(), file, state: { kind: 'queued' as const } }))
      setTransfers(all => [...all, ...added])
      for (const transfer of added) void send(transfer)
    },
    retry: (id: string) => {
      const transfer = transfers.find(each => each.id === id)
      if (transfer) void send(transfer)
    },
    remove: (id: string) => {
      running.current.get(id)?.abort()
      forget(id)
      if (!uploaded.some(file => file.id === id)) return
      setUploaded(files => files.filter(file => file.id !== id))
      if (!publishedIds.includes(id)) void detach(id)
    },
  }
}
