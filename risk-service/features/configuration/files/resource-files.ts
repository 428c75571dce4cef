import { z } from 'zod'
import { declaredTypes } from '../../../contract/common/resource-limits.ts'
import { type FunctionBody, functionBodySchema } from '../../../contract/functions.ts'
import { velocitySetBodySchema } from '../../../contract/velocities/velocities.ts'
import { parseVelocity } from '../../../engine/resources/velocity-text.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { ConfigFileIssue, ConfigVelocitySet } from '../model.ts'
import { parseConfigJson, schemaIssues } from './config-json.ts'
import { createFileIssue } from './file-fault.ts'
import { fileNameOf, nameOf } from './file-names.ts'
import { parseParts, withFinalNewline, withoutFinalNewline } from './rule-files.ts'

/*
 * A velocity set is a folder of `velocities/`: `set.json` describes it, `condition.fql` is the condition that its
 * velocities share, and each velocity is a file with its name. A function is a folder of `functions/`: `function.json`
 * has its parameters and properties, and the code of each property is a separate file. A set may also be one file,
 * `Name.fql`, the form of texts of the former service: lines `// condition` and `// velocity: Name` divide it, without
 * one it is a single velocity.
 */

const describedSet = z.strictObject({
  status: z.enum(['active', 'inactive']).default('active'),
  description: z.string().default(''),
  /** Files of the velocities in their order, without the extension. */
  velocities: z.array(z.string()).min(1),
})
const describedParameter = z.strictObject({
  name: z.string(),
  type: z.enum(declaredTypes),
  default: z.string().default(''),
})
const describedFunction = z.strictObject({
  description: z.string().default(''),
  parameters: z.array(describedParameter).default([]),
  properties: z.array(describedParameter.extend({ description: z.string().default('') })).min(1),
  sample: z.strictObject({ eventType: z.string(), payload: z.record(z.string(), z.unknown()) }).optional(),
})
const noSample: FunctionBody['sample'] = { eventType: 'Purchase', payload: {} }
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Returns the names of the files of a set's velocities: their own, or their number for a text without a name. */
const velocityFiles = ({ body }: ConfigVelocitySet): string[] =>
  body.velocities.map(({ text }, index) => parseVelocity(text)?.name ?? `${index + 1}`)

/** Returns files by path below `velocities/` and `functions/`. */
export function velocitySetToFiles(set: ConfigVelocitySet): Map<string, string> {
  const { status, body } = set
  const folder = `velocities/${fileNameOf(body.name)}`
  const names = velocityFiles(set)
  return new Map([
    [`${folder}/set.json`, json({ status, description: body.description, velocities: names })],
    ...(body.condition === '' ? [] : [[`${folder}/condition.fql`, withFinalNewline(body.condition)] as const]),
    ...body.velocities.map(
      ({ text }, index) =>
        [`${folder}/velocities/${fileNameOf(names[index] ?? '')}.fql`, withFinalNewline(text)] as const,
    ),
  ])
}
export function functionToFiles({
  name,
  description,
  parameters,
  properties,
  sample,
}: FunctionBody): Map<string, string> {
  const folder = `functions/${fileNameOf(name)}`
  const own = isSameJson(sample, noSample) ? {} : { sample }
  return new Map([
    [
      `${folder}/function.json`,
      json({ description, parameters, properties: properties.map(({ code: _code, ...each }) => each), ...own }),
    ],
    ...properties.map(
      each => [`${folder}/properties/${fileNameOf(each.name)}.fql`, withFinalNewline(each.code)] as const,
    ),
  ])
}

/**
 * Positions of the texts of a set or function, because problems are reported by file. `lines`: offset in lines of each
 * part within its file.
 */
export interface ResourcePositions {
  folder: string
  parts: string[]
  condition?: string
  lines?: { condition: number; parts: number[] }
}

/** Returns the texts that a description names, and reports unexpected files beside it. */
function textsOf(
  folder: string,
  about: string,
  inner: string,
  names: readonly string[],
  files: ReadonlyMap<string, string>,
  problems: ConfigFileIssue[],
): { texts: string[]; paths: string[] } {
  const paths = names.map(name => `${inner}/${fileNameOf(name)}.fql`)
  const expectedFiles = new Set([about, 'condition.fql', ...paths])
  for (const path of files.keys())
    if (!expectedFiles.has(path)) problems.push(createFileIssue(`${folder}/${path}`, 'textUnnamed', { about }))
  for (const path of paths) if (!files.has(path)) problems.push(createFileIssue(`${folder}/${path}`, 'textMissing'))
  return {
    texts: paths.map(path => withoutFinalNewline(files.get(path) ?? '')),
    paths: paths.map(path => `${folder}/${path}`),
  }
}

function parsed<T>(file: string, schema: z.ZodType<T>, value: unknown, problems: ConfigFileIssue[]): T | null {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  problems.push(...schemaIssues(file, result.error, value))
  return null
}

/** Reads the folder of a velocity set; `files` have paths inside it. */
export function parseVelocitySet(
  name: string,
  files: ReadonlyMap<string, string>,
  problems: ConfigFileIssue[],
): { set: ConfigVelocitySet; places: ResourcePositions } | null {
  const folder = `velocities/${name}`
  const about = parseConfigJson(`${folder}/set.json`, files.get('set.json') ?? '', describedSet, problems)
  if (!about) return null
  const { texts, paths } = textsOf(folder, 'set.json', 'velocities', about.velocities, files, problems)
  const body = parsed(
    `${folder}/set.json`,
    velocitySetBodySchema,
    {
      name: nameOf(name),
      description: about.description,
      condition: withoutFinalNewline(files.get('condition.fql') ?? ''),
      velocities: texts.map(text => ({ text })),
    },
    problems,
  )
  return body && { set: { status: about.status, body }, places: { folder, parts: paths } }
}

/** Reads a velocity set that is one file: `Name.fql`. It is active. */
export function parseVelocityText(
  file: string,
  text: string,
  problems: ConfigFileIssue[],
): { set: ConfigVelocitySet; places: ResourcePositions } | null {
  const { name, condition, parts } = parseParts(file, text, 'velocity')
  if (parts.length === 0) problems.push(createFileIssue(file, 'noVelocity'))
  if (parts.length === 0) return null
  const body = parsed(
    file,
    velocitySetBodySchema,
    { name, description: '', condition: condition?.text ?? '', velocities: parts.map(part => ({ text: part.text })) },
    problems,
  )
  return (
    body && {
      set: { status: 'active', body },
      places: {
        folder: file,
        parts: parts.map(() => file),
        condition: file,
        lines: { condition: condition?.line ?? 0, parts: parts.map(({ line }) => line) },
      },
    }
  )
}

/** Reads the files of a function. Returns null when its description cannot be parsed. */
export function parseFunction(
  name: string,
  files: ReadonlyMap<string, string>,
  problems: ConfigFileIssue[],
): { body: FunctionBody; places: ResourcePositions } | null {
  const folder = `functions/${name}`
  const about = parseConfigJson(
    `${folder}/function.json`,
    files.get('function.json') ?? '',
    describedFunction,
    problems,
  )
  if (!about) return null
  const { texts, paths } = textsOf(
    folder,
    'function.json',
    'properties',
    about.properties.map(each => each.name),
    files,
    problems,
  )
  const body = parsed(
    `${folder}/function.json`,
    functionBodySchema,
    {
      name: nameOf(name),
      description: about.description,
      parameters: about.parameters,
      properties: about.properties.map((each, index) => ({ ...each, code: texts[index] ?? '' })),
      sample: about.sample ?? noSample,
    },
    problems,
  )
  return body && { body, places: { folder, parts: paths } }
}
