import type { UploadEntityName } from '../../../contract/index.ts'
import type { UploadEntity } from '../../../upload-files/entities/entities.ts'
import { findEntity, uploadEntities } from '../../../upload-files/entities/entities.ts'
import { issueMessage, type UploadIssue } from '../../../upload-files/issues/issues.ts'
import { type Delimiter, delimiters } from '../../../upload-files/read/delimiter.ts'
import { checkFile, type FileHead, type HeadOptions, headSize, readHead } from '../../../upload-files/read/file-head.ts'
import { readPieces } from '../files/file-pieces.ts'

/** A command that was not understood; the message says what is expected. */
export class UsageError extends Error {}

export interface UploadFile {
  head: FileHead
  /** The whole file, its head too. */
  pieces: AsyncIterable<Uint8Array>
}

/** The options that describe a file. */
export const fileOptions = {
  entity: { type: 'string' },
  delimiter: { type: 'string' },
  'no-header': { type: 'boolean', default: false },
} as const

/** An entity of the contract. */
export type NamedEntity = UploadEntity & { name: UploadEntityName }

/** @throws UsageError for a name that is no entity */
export function readEntity(name: string | undefined): NamedEntity {
  const entity = name === undefined ? undefined : findEntity(name)
  if (!entity) throw new UsageError(`--entity takes one of ${uploadEntities.map(each => each.name).join(', ')}.`)
  return entity as NamedEntity
}

const delimiterNames: Readonly<Record<string, Delimiter>> = { comma: ',', semicolon: ';', tab: '\t' }

export function readHeadOptions(values: { delimiter?: string | undefined; 'no-header': boolean }): HeadOptions {
  const { delimiter: text } = values
  const delimiter = text === undefined ? undefined : (delimiterNames[text] ?? delimiters.find(each => each === text))
  if (text !== undefined && delimiter === undefined) throw new UsageError('--delimiter takes comma, semicolon or tab.')
  return { hasHeader: !values['no-header'], ...(delimiter ? { delimiter } : {}) }
}

/** Opens a file, or standard input for `-`. Returns its issues if it cannot be read as rows. */
export async function openUpload(file: string, options: HeadOptions): Promise<UploadFile | UploadIssue[]> {
  if (file !== '-') {
    // Its size is counted while it is read, since it may be packed.
    const issues = checkFile(file.replace(/\.gz$/i, ''), 1)
    if (issues.length > 0) return issues
  }
  const pieces = readPieces(file)
  const first: Uint8Array[] = []
  let size = 0
  let isWhole = false
  while (size < headSize && !isWhole) {
    const next = await pieces.next()
    if (next.done === true) isWhole = true
    else {
      first.push(next.value)
      size += next.value.length
    }
  }
  const head = readHead(Buffer.concat(first), isWhole, options)
  if (Array.isArray(head)) {
    await pieces.return(undefined)
    return head
  }
  return { head, pieces: chain(first, pieces) }
}

async function* chain(first: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* first
  yield* rest
}

/** Returns an issue as a line for people. */
export const issueLine = (issue: UploadIssue): string =>
  `${issue.code}: ${issueMessage(issue)}${issue.detail === null ? '' : ` (${issue.detail})`}`
