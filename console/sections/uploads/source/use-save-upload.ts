import { useToast } from '@assay/design-system'
import { type UploadDelimiter, type UploadDetail, uploadDelimiters, uploadLimits } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { conflictErrorOf, errorKindOf } from '../../../platform/api/api-error.ts'
import { api, client } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useErrorToast } from '../../../platform/errors/use-error-toast.ts'
import { formatsOf, mappingOf, type SourceState } from '../file/source-state.ts'
import {
  chunkDigestsOf,
  type IdentifiedFile,
  identifiedByContent,
  identifiedByTime,
} from '../transfer/file-identity.ts'
import { digestOf } from '../transfer/send-chunks.ts'
import { startTransfer } from '../transfer/transfers.ts'
import { useUploadTexts } from '../use-upload-texts.ts'

/** Why a file was not taken, where the page has words for it. */
export interface UploadRefusal {
  reason: string
  changedBy: string | undefined
  changedAt: string | undefined
}

const refusals: readonly string[] = [
  'uploads.busy',
  'uploads.fileChanged',
  'uploads.inProgress',
  'uploads.noSpace',
  'uploads.notInstalled',
  'uploads.otherFile',
  'version.conflict',
]

/** Bytes of a file that were read. */
interface Reading {
  bytes: number
  total: number
}

/** What is read of a file before it is uploaded. */
interface ReadFile {
  hasHeader: boolean
  delimiter: string
  columns: readonly string[]
  keepMapping: boolean
  /** Of the whole file, to continue its upload. */
  chunkDigests?: string[]
}

/** The environment of the upload was deleted, or nobody may open it any more. */
const isGone = (error: unknown): boolean => errorKindOf(error) === 'missing'

const delimiterOf = (delimiter: string): UploadDelimiter => uploadDelimiters.find(each => each === delimiter) ?? ','

/** Begins the upload of a file with its mapping, or saves the mapping of the file that is there. */
export function useSaveUpload(stored: UploadDetail, onSaved: () => void) {
  const intl = useIntl()
  const texts = useUploadTexts()
  const { toast } = useToast()
  const showError = useErrorToast()
  const queryClient = useQueryClient()
  const { id: environmentId } = useEnvironment()
  const [isSaving, setIsSaving] = useState(false)
  const [refusal, setRefusal] = useState<UploadRefusal | null>(null)
  const [reading, setReading] = useState<Reading | null>(null)
  const { entity } = stored
  const refresh = () => void queryClient.invalidateQueries({ queryKey: api.uploads.key() })
  const name = texts.entity(entity)

  const send = (detail: UploadDetail, file: IdentifiedFile) =>
    startTransfer(environmentId, detail, file, (completed, error) => {
      refresh()
      if (completed !== null) toast({ tone: 'success', title: intl.formatMessage({ id: 'Upload.Uploaded' }, { name }) })
      else if (error !== null) {
        const { reason } = conflictErrorOf(error) ?? {}
        if (reason === 'uploads.noSpace')
          toast({ tone: 'danger', title: intl.formatMessage({ id: 'Upload.Refused.noSpace' }) })
        else if (reason === 'uploads.fileChanged')
          toast({ tone: 'danger', title: intl.formatMessage({ id: 'Upload.Refused.fileChanged' }) })
        else if (isGone(error)) toast({ tone: 'danger', title: intl.formatMessage({ id: 'Upload.Refused.gone' }) })
        else toast({ tone: 'danger', title: intl.formatMessage({ id: 'Upload.Stopped' }, { name }) })
      }
    })
  const begin = async ({ file, name: fileName, modifiedAt }: IdentifiedFile, values: ReadFile) =>
    client.uploads.begin({
      environmentId,
      entity,
      name: fileName,
      size: file.size,
      modifiedAt,
      firstChunk: await digestOf(await file.slice(0, uploadLimits.chunkSize).arrayBuffer()),
      ...values,
      columns: [...values.columns],
      delimiter: delimiterOf(values.delimiter),
    })
  const act = async (work: () => Promise<void>) => {
    setIsSaving(true)
    setRefusal(null)
    try {
      await work()
      refresh()
      onSaved()
    } catch (error) {
      const conflict = conflictErrorOf(error)
      const reason = conflict?.reason ?? ''
      if (refusals.includes(reason))
        setRefusal({ reason, changedBy: conflict?.changedBy, changedAt: conflict?.changedAt })
      else if (isGone(error)) setRefusal({ reason: 'uploads.gone', changedBy: undefined, changedAt: undefined })
      else showError(error)
    } finally {
      setIsSaving(false)
      setReading(null)
    }
  }
  /** Reads a whole file for its digests, which takes minutes for a large one. */
  const digestsOf = (file: File) => {
    setReading({ bytes: 0, total: file.size })
    return chunkDigestsOf(file, bytes => setReading({ bytes, total: file.size }))
  }
  const saveMapping = ({ map, formats }: Pick<SourceState, 'map' | 'formats'>, baseVersion: number) =>
    client.uploads.saveMapping({
      environmentId,
      entity,
      columnOf: mappingOf(map),
      formats: formatsOf({ formats, map }),
      baseVersion,
    })
  return {
    isSaving,
    /** How far the file is read before it is sent; null while none is read. */
    reading,
    refusal,
    /** Begins the upload of the chosen file, with its mapping. */
    upload: ({ file, isFixed, opened, map, formats }: SourceState) =>
      act(async () => {
        if (file === null || opened?.head == null) return
        const { hasHeader, delimiter, columns } = opened.head
        const own = isFixed ? await identifiedByContent(file, file.name, await digestsOf(file)) : identifiedByTime(file)
        const begun = await begin(own, { hasHeader, delimiter, columns, keepMapping: false })
        await saveMapping({ map, formats }, begun.mappingVersion)
        send(begun, own)
      }),
    /** Continues an upload that was interrupted, with the same file, or with the saved one of fixed rows. */
    resume: (file: File) =>
      act(async () => {
        if (stored.file === null) return
        const { name: storedName, size, hasHeader, delimiter } = stored.file
        const chunkDigests = await digestsOf(file)
        const keepMapping = stored.mapping.applies
        const values = { hasHeader, delimiter, columns: stored.columns ?? [], keepMapping, chunkDigests }
        const onDisk = identifiedByTime(file)
        const fixed = await identifiedByContent(file, storedName, chunkDigests)
        try {
          send(await begin(onDisk, values), onDisk)
        } catch (error) {
          if (file.size !== size || conflictErrorOf(error)?.reason !== 'uploads.otherFile') throw error
          send(await begin(fixed, values), fixed)
        }
      }),
    /** Saves the mapping of the file that is at the service. */
    saveMapping: (values: Pick<SourceState, 'map' | 'formats'>) =>
      act(async () => {
        await saveMapping(values, stored.mappingVersion)
      }),
    /** Ends the upload that is in the way, so that this file can be uploaded. */
    cancelOther: async () => {
      setIsSaving(true)
      try {
        const { upload } = await client.uploads.get({ environmentId, entity })
        if (upload !== null) await client.uploads.cancel({ environmentId, entity, uploadId: upload.id })
        setRefusal(null)
        refresh()
      } catch (error) {
        showError(error)
      } finally {
        setIsSaving(false)
      }
    },
  }
}
