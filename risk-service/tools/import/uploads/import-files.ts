import { entitiesOfDataType, type UploadErrorChoice, type UploadFormat } from '../../../contract/index.ts'
import type { UploadCall } from '../../../features/uploads/files/upload-call.ts'
import type { RunServices } from '../../../features/uploads/processing/run-context.ts'
import { loadUpload } from '../../../features/uploads/read-uploads.ts'
import { createErrorFile } from '../../../features/uploads/run-reads/load-issues.ts'
import { NotFoundError } from '../../../kernel/errors/errors.ts'
import { noMasking } from '../../../kernel/personal-data/masking.ts'
import type { Mapping } from '../../../upload-files/check/mapping.ts'
import { checkFile, type HeadOptions } from '../../../upload-files/read/file-head.ts'
import { issueLine, type NamedEntity, openUpload } from './open-upload.ts'
import { processFiles } from './process-files.ts'
import { type PutResult, putFile, RefusedError } from './put-file.ts'
import { createProgress, isWhole, summaryOf } from './run-progress.ts'
import { openSource, type SourceFile } from './source-file.ts'

interface ImportedFile {
  entity: NamedEntity
  file: string
  /** The file that the options describe; of the others delimiter and mapping are found. */
  isDescribed: boolean
}

export interface ImportOptions {
  files: readonly ImportedFile[]
  mapping: Mapping | null
  formats: Readonly<Record<string, UploadFormat>>
  head: HeadOptions
  dryRun: boolean
  onErrors: UploadErrorChoice
  again: boolean
}

/** Sends files and processes them. Prints the error file. Returns whether every row is stored, or could be. */
export async function importFiles(
  call: UploadCall,
  services: RunServices,
  options: ImportOptions,
  folder: string,
): Promise<boolean> {
  const results: PutResult[] = []
  for (const file of options.files) {
    const source = await openSource(file.file, folder)
    try {
      results.push(await sendFile(call, services, source, file, options))
    } finally {
      await source.remove()
    }
  }
  const names = options.files.map(({ entity }) => entity.name)
  if (results.every(({ state }) => state === 'processed')) {
    console.error(`${names.join(', ')}: stored by an earlier command. To store it again: --again`)
    return true
  }
  await requireOthers(call, options)
  const progress = createProgress()
  const run = await processFiles(call, services, { ...options, entities: names, onProgress: progress.showRun })
  progress.end()
  const errors = await createErrorFile({ ...call, masking: noMasking }, { runId: run.id }).catch((error: unknown) => {
    if (error instanceof NotFoundError) return null
    throw error
  })
  if (errors !== null) process.stdout.write(await errors.text())
  for (const line of summaryOf(run)) console.error(line)
  return isWhole(run)
}

async function sendFile(
  call: UploadCall,
  { signal }: RunServices,
  source: SourceFile,
  { entity, isDescribed }: ImportedFile,
  options: ImportOptions,
): Promise<PutResult> {
  const issues = checkFile(source.name, source.size)
  const opened = issues.length > 0 ? issues : await openUpload(source.path, isDescribed ? options.head : {})
  if (Array.isArray(opened)) throw new RefusedError(`${source.name}: ${opened.map(issueLine).join(' ')}`)
  const progress = createProgress()
  const result = await putFile(call, source, {
    entity,
    head: opened.head,
    mapping: isDescribed ? options.mapping : null,
    formats: isDescribed ? options.formats : {},
    again: options.again,
    signal,
    onBytes: sent => progress.showBytes(entity.name, sent, source.size),
  })
  progress.end()
  if (result.unmapped.length > 0)
    throw new RefusedError(
      `U-10: ${entity.name} has no column for ${result.unmapped.join(', ')}. Name them: --mapping FILE`,
    )
  return result
}

/** @throws RefusedError that names the files which are processed together with these and are not there */
async function requireOthers(call: UploadCall, { files }: ImportOptions): Promise<void> {
  const [first] = files
  if (first === undefined) return
  const missing = []
  for (const name of entitiesOfDataType(first.entity.name))
    if (!files.some(({ entity }) => entity.name === name)) {
      const { state, file } = await loadUpload(call, name)
      if (file === null || state === 'Uploading' || state === 'NeedsMapping' || state === 'Processed')
        missing.push(name)
    }
  if (missing.length > 0)
    throw new RefusedError(
      `${files.map(({ entity }) => entity.name).join(', ')}: sent, and processed together with ${missing.join(', ')}: name these, too: ${missing.map(name => `--with ${name}=FILE`).join(' ')}`,
    )
}
