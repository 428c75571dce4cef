import {
  checkFile,
  FileCheck,
  type FileHead,
  findEntity,
  guessMapping,
  headSize,
  RowPlaces,
  readHead,
  type UploadEntity,
  writeErrorFile,
} from '@assay/risk-service/upload-files'
import type { CheckReport, FileTask, FoundRow, OpenedFile, TaskAnswer } from './check-tasks.ts'

/** Bytes that are read at once. */
const pieceSize = 4 * 2 ** 20
/** Milliseconds between two reports of the progress. */
const progressMs = 100

type Task<Kind extends FileTask['kind']> = Extract<FileTask, { kind: Kind }>

/** Carries out a task; the worker of the page runs it. @param onProgress called with the bytes that were read */
export async function runTask(task: FileTask, onProgress: (bytes: number) => void): Promise<TaskAnswer> {
  const entity = findEntity(task.entity)
  if (entity === undefined) throw new Error(`There is no entity ${task.entity}.`)
  if (task.kind === 'open') return { kind: 'open', opened: await openFile(entity, task) }
  if (task.kind === 'rows') return { kind: 'rows', rows: await findRows(task, onProgress) }
  return { kind: 'check', report: await checkWholeFile(entity, task, onProgress) }
}

async function openFile(entity: UploadEntity, { file, name, options }: Task<'open'>): Promise<OpenedFile> {
  const issues = checkFile(name, file.size)
  if (issues.length > 0) return { head: null, issues }
  const bytes = new Uint8Array(await file.slice(0, headSize).arrayBuffer())
  const head = readHead(bytes, file.size <= headSize, options)
  if (Array.isArray(head)) return { head: null, issues: head }
  return { head, guess: guessMapping(entity, head.columns, head.rows), issues: null }
}

async function checkWholeFile(
  entity: UploadEntity,
  { file, head, mapping, formats, now }: Task<'check'>,
  onProgress: (bytes: number) => void,
): Promise<CheckReport> {
  const check = new FileCheck({ entity, head: withoutRows(head), mapping, formats, now })
  await readPieces(file, bytes => check.push(bytes), onProgress)
  const { issues, rows, formats: found, fails, endedBy, areKeysComplete } = check.finish()
  return {
    rows,
    errors: issues.errors,
    warnings: issues.warnings,
    listed: issues.listed(),
    counts: [...issues.counts],
    formats: found,
    fails,
    isBlocked: issues.isBlocked,
    endedBy,
    areKeysComplete,
    errorFile: writeErrorFile(entity.name, issues),
  }
}

async function findRows({ file, head, rows }: Task<'rows'>, onProgress: (bytes: number) => void): Promise<FoundRow[]> {
  const places = new RowPlaces(rows, head)
  await readPieces(file, bytes => places.push(bytes), onProgress)
  const found: FoundRow[] = []
  for (const place of places.finish()) found.push({ ...place, text: await file.slice(place.from, place.to).text() })
  return found
}

/** Reads a file piece by piece, until no more are needed. */
async function readPieces(
  file: Blob,
  push: (bytes: Uint8Array) => boolean,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const read = (from: number) => file.slice(from, from + pieceSize).arrayBuffer()
  let reportedAt = 0
  // The next piece is read while this one is used.
  let next = read(0)
  for (let from = 0; from < file.size; from += pieceSize) {
    const bytes = new Uint8Array(await next)
    if (from + pieceSize < file.size) next = read(from + pieceSize)
    if (!push(bytes)) return
    const at = performance.now()
    if (at - reportedAt >= progressMs) {
      reportedAt = at
      onProgress(from + bytes.length)
    }
  }
}

const withoutRows = (head: FileHead): FileHead => ({ ...head, rows: [] })
