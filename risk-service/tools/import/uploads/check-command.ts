import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { FormatFinding } from '../../../upload-files/check/check-options.ts'
import { FileCheck, type FileCheckResult } from '../../../upload-files/check/file-check.ts'
import { type ColumnFormat, formatsOfType } from '../../../upload-files/check/format-scan.ts'
import type { KeySet } from '../../../upload-files/check/key-set.ts'
import type { Mapping } from '../../../upload-files/check/mapping.ts'
import { findEntity, type UploadEntity } from '../../../upload-files/entities/entities.ts'
import { guessMapping } from '../../../upload-files/guess/guess-mapping.ts'
import { IssueList, writeErrorFile } from '../../../upload-files/issues/issue-list.ts'
import { createIssue, shownValue } from '../../../upload-files/issues/issues.ts'
import type { Delimiter } from '../../../upload-files/read/delimiter.ts'
import { maxSize } from '../../../upload-files/read/file-head.ts'
import {
  fileOptions,
  issueLine,
  openUpload,
  readEntity,
  readHeadOptions,
  type UploadFile,
  UsageError,
} from './open-upload.ts'

export const checkUsage =
  'npm run --silent import -- check FILE --entity ENTITY [--mapping FILE] [--format ATTRIBUTE=FORMAT] [--parent FILE] [--delimiter comma|semicolon|tab] [--no-header]'

/**
 * Checks a file: prints the error file, and a summary on standard error. The mapping is guessed unless it is in a file.
 * Returns the exit code, which is 1 for a file that cannot be processed.
 */
export async function runCheck(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...fileOptions,
      mapping: { type: 'string' },
      format: { type: 'string', multiple: true, default: [] },
      parent: { type: 'string' },
    },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new UsageError('Name one file, or - for standard input.')
  const entity = readEntity(values.entity)
  const formats = readFormats(entity, values.format)
  const headOptions = readHeadOptions(values)
  const parentKeys =
    values.parent === undefined ? undefined : await readParentKeys(entity, values.parent, headOptions.delimiter)
  const opened = await openUpload(file, headOptions)
  if (Array.isArray(opened)) {
    const issues = new IssueList()
    for (const issue of opened) {
      issues.push(issue)
      console.error(issueLine(issue))
    }
    process.stdout.write(writeErrorFile(entity.name, issues))
    return 1
  }
  const mapping = values.mapping === undefined ? guessOf(entity, opened) : readMapping(entity, values.mapping)
  const started = performance.now()
  const { result, bytes } = await checkUpload(opened, entity, mapping, {
    formats,
    ...(parentKeys ? { parentKeys } : {}),
  })
  process.stdout.write(writeErrorFile(entity.name, result.issues))
  const seconds = (performance.now() - started) / 1000
  for (const line of summaryOf(entity, mapping, opened, result)) console.error(line)
  console.error(`${(bytes / 2 ** 20).toFixed(1)} MiB in ${seconds.toFixed(1)} s`)
  return result.fails ? 1 : 0
}

const guessOf = (entity: UploadEntity, { head }: UploadFile): Mapping => guessMapping(entity, head.columns, head.rows)

/** Checks a file up to the size that one may have, which is seen while it is read, since it may be packed. */
export async function checkUpload(
  { head, pieces }: UploadFile,
  entity: UploadEntity,
  mapping: Mapping,
  more: { formats?: Record<string, ColumnFormat>; parentKeys?: KeySet },
  limit = maxSize,
): Promise<{ result: FileCheckResult; bytes: number }> {
  const check = new FileCheck({ entity, head, mapping, now: Date.now(), ...more })
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > limit) {
      check.stop(createIssue('U-02'))
      break
    }
    if (!check.push(piece)) break
  }
  return { result: check.finish(), bytes }
}

/**
 * Reads the keys of the parent's file, whose columns are found by their names. It may have another delimiter than the
 * file: the chosen one is used where none is detected.
 * @throws UsageError for a file that cannot be read to its end: rows of its other keys would seem to be orphans
 */
async function readParentKeys(entity: UploadEntity, file: string, delimiter?: Delimiter): Promise<KeySet> {
  const parent = entity.parent === undefined ? undefined : findEntity(entity.parent)
  if (!parent) throw new UsageError(`${entity.name} has no parent: leave --parent out.`)
  const detected = await openUpload(file, {})
  const isUnclear = Array.isArray(detected) && detected.some(({ code }) => code === 'U-05')
  const opened = isUnclear && delimiter !== undefined ? await openUpload(file, { delimiter }) : detected
  if (Array.isArray(opened)) throw new UsageError(`${file}: ${opened.map(issueLine).join(' ')}`)
  const mapping = guessOf(parent, opened)
  const key = parent.key[0] ?? ''
  const { result } = await checkUpload(opened, parent, mapping, {})
  if (result.endedBy !== null) throw new UsageError(`${file}: ${issueLine(result.endedBy)}`)
  if (result.keys === null || !(key in mapping)) throw new UsageError(`${file} has no column for ${key}.`)
  return result.keys
}

/** @throws UsageError for a format that is none of the attribute's */
export function readFormats(entity: UploadEntity, texts: readonly string[]): Record<string, ColumnFormat> {
  return Object.fromEntries(
    texts.map(text => {
      const [name, value] = text.split('=')
      const column = entity.columns.find(each => each.name === name)
      if (!column) throw new UsageError(`--format ${text}: ${entity.name} has no attribute ${name ?? ''}.`)
      const formats = formatsOfType(column.type)
      const format = formats.find(each => each === value)
      if (!format) throw new UsageError(`--format ${text}: choose ${formats.join(', ') || 'none for this attribute'}.`)
      return [column.name, format]
    }),
  )
}

/** @throws UsageError for a file that is no mapping of the entity */
export function readMapping(entity: UploadEntity, file: string): Mapping {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const entries = typeof content === 'object' && content !== null ? Object.entries(content) : []
  if (entries.length === 0) throw new UsageError(`${file} has no mapping: {"attribute": "column"}.`)
  for (const [name, column] of entries)
    if (typeof column !== 'string' || !entity.columns.some(each => each.name === name))
      throw new UsageError(`${file}: ${name} is no attribute of ${entity.name} with the name of a column.`)
  return Object.fromEntries(entries) as Mapping
}

/** Returns the lines that say what was found and what was not searched for. */
export function summaryOf(
  entity: UploadEntity,
  mapping: Mapping,
  { head }: Pick<UploadFile, 'head'>,
  result: FileCheckResult,
): string[] {
  const required = entity.columns.filter(({ requirement }) => requirement !== undefined)
  const mapped = required.filter(({ name }) => name in mapping)
  const unused = head.columns.filter(column => !Object.values(mapping).includes(column))
  const { issues } = result
  const count = (value: number): string => value.toLocaleString('en-US')
  return [
    `${entity.name}: ${count(result.rows)} rows, ${count(issues.errors)} errors, ${count(issues.warnings)} warnings. ${result.fails ? 'The file cannot be processed.' : 'The file can be processed.'}`,
    `Mapped: ${mapped.length} of ${required.length} required attributes, ${Object.keys(mapping).length} of ${entity.columns.length} in all.${unused.length > 0 ? ` Columns without an attribute: ${unused.map(shownValue).join(', ')}.` : ''}`,
    ...result.formats.map(formatLine),
    ...(result.areKeysComplete ? [] : ['The file has more keys than duplicates were searched in.']),
    ...(result.areOrphansSearched ? [] : ['Orphans were not searched for: the parent has too many keys.']),
  ]
}

const formatLine = ({ attribute, column, values, formats }: FormatFinding): string =>
  formats.length === 1
    ? `${attribute}: the ${values} refused values of '${shownValue(column)}' are ${formats[0] ?? ''}. To read them so: --format ${attribute}=${formats[0] ?? ''}`
    : `${attribute}: the ${values} refused values of '${shownValue(column)}' are ambiguous: ${formats.join(' or ')}. Choose with --format ${attribute}=FORMAT`
