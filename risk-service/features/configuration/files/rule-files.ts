import { z } from 'zod'
import { defined } from '../../../contract/defined.ts'
import { clauseSections, type RuleBody, ruleBodySchema, ruleTypes } from '../../../contract/index.ts'
import { parse } from '../../../fql/parse/parse.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { ConfigFileIssue, ConfigRule } from '../model.ts'
import { parseConfigJson, schemaIssues } from './config-json.ts'
import { createFileIssue } from './file-fault.ts'
import { fileNameOf, nameOf } from './file-names.ts'

/*
 * A rule is a folder: `rule.json` describes it, `condition.fql` is its condition, and every clause is a separate file
 * with the clause's name. A rule may also be one file, `Name.fql`, the form of texts of the former service. Lines `//
 * condition` and `// clause: Name` divide such a file; without one it is a single clause.
 */

const describedClause = z.strictObject({
  name: z.string(),
  section: z.enum(clauseSections).default('prior'),
  visual: z.boolean().optional(),
})
const describedRule = z.strictObject({
  type: z.enum(ruleTypes).default('decision'),
  /** The assessment of a routing rule: routing rules share one folder, so that the path does not contain it. */
  assessment: z.string().optional(),
  status: z.enum(['active', 'inactive', 'unchanged']).default('active'),
  description: z.string().default(''),
  /** The clauses in run order. */
  clauses: z.array(describedClause).min(1),
  sample: z
    .strictObject({
      payload: z.record(z.string(), z.unknown()),
      riskScore: z.number(),
      botScore: z.number().optional(),
    })
    .optional(),
})

/** Sample of a rule that has none of its own. */
const noSample: RuleBody['sample'] = { payload: {}, riskScore: 0 }
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
/**
 * Returns a text as the content of a file: with an additional line end, which `withoutFinalNewline` removes, also where
 * the text ends with one.
 */
export const withFinalNewline = (text: string): string => `${text}\n`

/** Returns the files of a rule, by their path inside the folder of its assessment. */
export function ruleToFiles({ assessment, type, status, body }: ConfigRule): Map<string, string> {
  const folder = fileNameOf(body.name)
  const files = new Map<string, string>()
  const sample = isSameJson(body.sample, noSample) ? {} : { sample: body.sample }
  files.set(
    `${folder}/rule.json`,
    json({
      type,
      ...(type === 'routing' ? { assessment } : {}),
      status,
      description: body.description,
      clauses: body.clauses.map(({ name, section, visual }) => ({
        name,
        section,
        ...defined({ visual }),
      })),
      ...sample,
    }),
  )
  if (body.condition !== '') files.set(`${folder}/condition.fql`, withFinalNewline(body.condition))
  for (const { name, text } of body.clauses)
    files.set(`${folder}/clauses/${fileNameOf(name)}.fql`, withFinalNewline(text))
  return files
}

/**
 * Position of each part of a rule: problems of its text are reported by file and line. `line` precedes the part's first
 * line.
 */
interface PartPosition {
  file: string
  line: number
}
export interface ParsedRule {
  rule: ConfigRule
  places: { condition: PartPosition; clauses: PartPosition[] }
  file: string
}

type Issues = ConfigFileIssue[]

/** Removes the final line end of a file, which the text of a rule does not have. */
export const withoutFinalNewline = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/\n$/, '')

/** Reads the folder of one rule; `files` have paths inside it. */
export function parseRuleFolder(
  assessment: string,
  folder: string,
  name: string,
  files: ReadonlyMap<string, string>,
  problems: Issues,
): ParsedRule | null {
  const at = (path: string): string => `${folder}/${path}`
  const described = parseConfigJson(at('rule.json'), files.get('rule.json') ?? '', describedRule, problems)
  if (!described) return null
  const expectedFiles = new Set([
    'rule.json',
    'condition.fql',
    ...described.clauses.map(clause => `clauses/${fileNameOf(clause.name)}.fql`),
  ])
  for (const path of files.keys())
    if (!expectedFiles.has(path)) problems.push(createFileIssue(at(path), 'clauseUnnamed'))
  const clauses = described.clauses.map(clause => {
    const path = `clauses/${fileNameOf(clause.name)}.fql`
    const text = files.get(path)
    if (text === undefined) problems.push(createFileIssue(at(path), 'clauseMissing', { name: clause.name }))
    const { name: own, section, visual } = clause
    return { name: own, section, text: withoutFinalNewline(text ?? ''), ...defined({ visual }) }
  })
  if (described.assessment !== undefined && described.type !== 'routing')
    problems.push(createFileIssue(at('rule.json'), 'ruleAssessment', {}, { field: 'assessment' }))
  return checked(
    described.assessment ?? assessment,
    described.type,
    described.status,
    {
      name,
      description: described.description,
      condition: withoutFinalNewline(files.get('condition.fql') ?? ''),
      clauses,
      sample: sampleOf(described.sample),
    },
    {
      condition: { file: at('condition.fql'), line: 0 },
      clauses: described.clauses.map(clause => ({ file: at(`clauses/${fileNameOf(clause.name)}.fql`), line: 0 })),
    },
    at('rule.json'),
    problems,
  )
}

function sampleOf(sample: z.infer<typeof describedRule>['sample']): RuleBody['sample'] {
  if (!sample) return noSample
  const { payload, riskScore, botScore } = sample
  return { payload, riskScore, ...defined({ botScore }) }
}

const dividers = {
  clause: /^[ \t]*\/\/[ \t]*(?:(condition)|clause:[ \t]*(\S.*?))[ \t]*$/i,
  velocity: /^[ \t]*\/\/[ \t]*(?:(condition)|velocity:[ \t]*(\S.*?))[ \t]*$/i,
}

/** A part of a file; `name` is null for the condition, `line` precedes its first line. */
export interface FilePart {
  name: string | null
  line: number
  text: string
}

/**
 * Parses a file with a whole rule or velocity set into its name and its parts: lines `// condition` and `// clause:
 * Name` (`// velocity: Name`) divide it.
 */
export function parseParts(
  file: string,
  text: string,
  word: keyof typeof dividers,
): { name: string; condition: FilePart | undefined; parts: FilePart[] } {
  const name = nameOf((file.split('/').at(-1) ?? '').replace(/\.fql$/i, ''))
  const found: FilePart[] = []
  let current = { name: `${word}1` as string | null, line: 0, lines: [] as string[] }
  // Comments alone, as at the head of a file, are no part.
  const addPart = (): void => {
    if (current.lines.some(line => !/^\s*(\/\/.*)?$/.test(line)))
      found.push({ name: current.name, line: current.line, text: current.lines.join('\n').replace(/\n+$/, '') })
  }
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .entries()) {
    const divides = dividers[word].exec(line)
    if (!divides) {
      current.lines.push(line)
      continue
    }
    addPart()
    current = { name: divides[1] === undefined ? (divides[2] ?? '') : null, line: index + 1, lines: [] }
  }
  addPart()
  return { name, condition: found.find(part => part.name === null), parts: found.filter(part => part.name !== null) }
}

/**
 * Explains the dividers in the message of an error: the former console has separate boxes for a condition and the texts
 * after it, which lose their boundaries when they are copied into one file.
 */
export const withDividers = (
  { code, message }: { code: string; message: string },
  word: 'Clause' | 'Velocity',
): string =>
  code === 'FQL1007' && message.startsWith('WHEN ')
    ? `${message} In one file a line "// Condition" goes before the condition, and a line "// ${word}: Name" before each ${word.toLowerCase()}.`
    : message

/**
 * Returns the type of a rule: texts that decide nothing and do more than set variables are those of a post-decision
 * action.
 */
function typeOf(texts: readonly string[]): ConfigRule['type'] {
  const statements = texts.flatMap(text => parse(text).statements ?? [])
  const acts = statements.some(
    ({ kind, values: [call] }) =>
      kind === 'DO' && !(call?.kind === 'call' && call.name.toLowerCase() === 'setvariables'),
  )
  return acts && !statements.some(({ kind }) => kind === 'RETURN' || kind === 'OBSERVE') ? 'postDecision' : 'decision'
}

/** Reads a rule that is one file: `Name.fql`. It is active and has no sample. */
export function parseRuleText(assessment: string, file: string, text: string, problems: Issues): ParsedRule | null {
  const { name, condition, parts: clauses } = parseParts(file, text, 'clause')
  if (clauses.length === 0) {
    problems.push(createFileIssue(file, 'noClause'))
    return null
  }
  return checked(
    assessment,
    typeOf(clauses.map(part => part.text)),
    'active',
    {
      name,
      description: '',
      condition: condition?.text ?? '',
      sample: noSample,
      clauses: clauses.map(part => ({ name: part.name ?? '', section: 'prior' as const, text: part.text })),
    },
    { condition: { file, line: condition?.line ?? 0 }, clauses: clauses.map(({ line }) => ({ file, line })) },
    file,
    problems,
  )
}

function checked(
  assessment: string,
  type: ConfigRule['type'],
  status: ConfigRule['status'],
  body: RuleBody,
  places: ParsedRule['places'],
  file: string,
  problems: Issues,
): ParsedRule | null {
  const parsed = ruleBodySchema.safeParse(body)
  if (parsed.success) return { rule: { assessment, type, status, body: parsed.data }, places, file }
  problems.push(...schemaIssues(file, parsed.error, body))
  return null
}
