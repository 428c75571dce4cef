import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isIsoTime } from '../../../contract/common/iso-time.ts'

/* The published schemas of events and their samples: those of the specification where it stands beside the project. */

const own = new URL('../../../contract/event-tracing/schemas/', import.meta.url)
const shared = new URL('../../../../../shared/spec/', import.meta.url)

const ajv = new Ajv2020({ strict: false, allErrors: true })
// With up to seven fractional digits.
ajv.addFormat('date-time', isIsoTime)

type Schema = { $id: string } & Record<string, unknown>
const read = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'))
const schemasOf = (folder: URL): Map<string, Schema> =>
  new Map(
    readdirSync(folder).map(file => [file.replace('.schema.json', ''), read(new URL(file, folder)) as Schema] as const),
  )

/** The schemas by name, and those of the specification; null: it does not stand beside the project. */
export const ownSchemas = schemasOf(own)
export const sharedSchemas = existsSync(shared) ? schemasOf(new URL('schemas/event-tracing/', shared)) : null

const validators = new Map([...(sharedSchemas ?? ownSchemas)].map(([name, schema]) => [name, ajv.compile(schema)]))

/** Returns what is wrong with an event by the published schema of this name; nothing: it has the shape. */
export function faultsOf(schema: string, event: unknown): unknown {
  const validate = validators.get(schema)
  if (validate === undefined) return ['no schema']
  return validate(event) ? [] : validate.errors
}

/** Returns the names of all schemas that an event fits. */
export const fittingSchemas = (event: unknown): string[] =>
  [...validators].filter(([, validate]) => validate(event)).map(([name]) => name)

/** The published samples by their schema; null: the specification does not stand beside the project. */
export const samples: readonly { schema: string; event: Record<string, unknown> }[] | null = existsSync(shared)
  ? readdirSync(new URL('samples/event-tracing/', shared)).map(file => ({
      schema: file.split('.')[0] ?? '',
      event: read(new URL(`samples/event-tracing/${file}`, shared)) as Record<string, unknown>,
    }))
  : null
