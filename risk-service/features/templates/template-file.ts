import {
  type TemplateFileIssue,
  type TemplateKind,
  templateLimits,
} from '../../contract/templates/template-definitions.ts'
import { ValidationError } from '../../kernel/errors/errors.ts'
import { type Contents, contentSchemas, fileFormat, fileHeadSchema, fileVersion } from './model.ts'

/** A template independent of its storage. */
export interface Snapshot<Kind extends TemplateKind = TemplateKind> {
  kind: Kind
  name: string
  description: string
  source: string
  content: Contents[Kind]
}

const fileError = (fault: TemplateFileIssue, message: string): ValidationError =>
  new ValidationError(['file', fault], message)

/** Returns the text of a file: the same for the same template, whether or not it was stored before. */
function fileText({ kind, name, description, source, content }: Snapshot): string {
  return `${JSON.stringify({ format: fileFormat, version: fileVersion, kind, name, description, source, content: parseContent(kind, content) }, null, 2)}\n`
}

/** Returns a template as a file for download, named after it. */
export function fileOf(snapshot: Snapshot): File {
  const name = snapshot.name.replace(/[^\p{L}\p{N} ._-]+/gu, '_').trim() || 'template'
  return new File([fileText(snapshot)], `${name}.${snapshot.kind}.json`, { type: 'application/json' })
}

/** Parses a file of a kind. @throws ValidationError with the faults */
export async function parseTemplateFile<Kind extends TemplateKind>(file: Blob, kind: Kind): Promise<Snapshot<Kind>> {
  if (file.size > templateLimits.fileSize) throw fileError('size', 'A template is at most 20 MB.')
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
  } catch {
    throw fileError('json', 'The file is not JSON.')
  }
  const head = fileHeadSchema.safeParse(parsed)
  if (!head.success) throw fileError('format', 'The file is not a template.')
  if (head.data.kind !== kind) throw fileError('kind', `The file is not a template of the kind ${kind}.`)
  if (head.data.version > fileVersion) throw fileError('version', 'The file was written by a newer release.')
  const { name, description, source } = head.data
  return { kind, name, description, source, content: parseContent(kind, head.data.content) }
}

/** @throws ValidationError with the place where a file was changed by hand */
export function parseContent<Kind extends TemplateKind>(kind: Kind, content: unknown): Contents[Kind] {
  const read = contentSchemas[kind].safeParse(content)
  if (read.success) return read.data as Contents[Kind]
  const [issue] = read.error.issues
  throw fileError(
    'content',
    `The template cannot be read: ${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? ''}`,
  )
}
