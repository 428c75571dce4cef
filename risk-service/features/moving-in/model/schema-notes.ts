import type { z } from 'zod'
import { type FileFaultCode, type FileFaultParams, fileFaultText } from '../../../contract/common/file-faults.ts'
import type { MoveNote } from '../../../contract/moving-in/moving-in.ts'
import { issueText, ownFaultOf, type SchemaFault, schemaFaultOf } from '../../configuration/files/schema-fault.ts'
import { createNote } from './moved-objects.ts'

/** A note on a value of a file; `detail` says it in English, for the command. */
export const createSchemaNote = (
  { kind, field, limit, names, detail }: SchemaFault,
  { line, column }: { line: number; column: number } = { line: 0, column: 0 },
): MoveNote =>
  createNote('schema', {
    kind,
    field,
    limit,
    names,
    line,
    detail: line > 0 ? `${line}:${column} ${detail}` : detail,
  })

/** A note on a file with a fault of the catalogue. */
export const createFaultNote = (fault: FileFaultCode, params: FileFaultParams = {}): MoveNote => {
  const message = fileFaultText(fault, params)
  const field = String(params['field'] ?? '')
  return createNote(
    'fault',
    {},
    {
      code: 'CFG001',
      message: field === '' ? message : `${field}: ${message}`,
      params: { ...params, fault },
      line: 0,
      column: 0,
    },
  )
}

/** Returns what a schema finds in a value; a sentence of the schema itself stays as it is. */
export const schemaNotes = (error: z.ZodError, value: unknown): MoveNote[] =>
  error.issues.map(issue => {
    const own = ownFaultOf(issue)
    if (own !== null) return createFaultNote(own.fault, { ...own.params, field: issue.path.map(String).join('.') })
    const found = schemaFaultOf(issue, value)
    return found === null ? createNote('unreadable', { detail: issueText(issue) }) : createSchemaNote(found)
  })
