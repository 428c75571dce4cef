import { isUtf8 } from 'node:buffer'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { builtInAssessments, createCheckEnvironment } from '../../engine/assessments/assessment-info.ts'
import { configToFiles } from '../../features/configuration/files/config-files.ts'
import { type EnvironmentConfig, emptyConfig } from '../../features/configuration/model.ts'
import type { CheckEnvironment, DecisionKind } from '../../fql/index.ts'
import type { TranslationState } from '../../fql/translation/result/notes.ts'
import {
  type TranslatedRule,
  type Translation,
  TranslationError,
  type TranslationOrigin,
} from '../../fql/translation/result/translation.ts'
import { guessOrigin, translateRules } from '../../fql/translation/translate.ts'
import { FolderError, readFolder, writeFolder } from './folder.ts'

export interface TranslateOptions {
  /** Absent: guessed. */
  from?: TranslationOrigin | undefined
  assessment: string
  /** A JSON file of paths by names. */
  map?: string | undefined
  /** `type=Decision`. */
  events: readonly string[]
  /** Folder that the translated rules are written to. */
  out?: string | undefined
}

/** Translates the rules of a file and prints them. False: one failed. */
export async function translateFile(file: string, options: TranslateOptions): Promise<boolean> {
  const text = await readText(file)
  const origin = options.from ?? guessOrigin(text)
  if (origin === null)
    throw new FolderError(`${file} has no rules of Stripe Radar or json-rules-engine. Say which with --from.`)
  if (origin === 'stripe-radar' && options.assessment !== 'purchase')
    throw new FolderError('Rules of Radar are about payments: they are translated for the assessment purchase.')
  const translation = translated(origin, text, {
    check: checkEnvironmentOf(options.assessment),
    paths: options.map === undefined ? new Map() : await readPaths(options.map),
    decisions: readDecisions(options.events),
  })
  for (const line of translationLines(translation)) console.log(line)
  if (options.out !== undefined) await writeTranslation(options.out, toConfig(translation, options.assessment))
  return translation.rules.every(({ state }) => state !== 'failed')
}

function translated(...parameters: Parameters<typeof translateRules>): Translation {
  try {
    return translateRules(...parameters)
  } catch (error) {
    throw error instanceof TranslationError ? new FolderError(error.message) : error
  }
}

async function readText(file: string): Promise<string> {
  const found = await stat(file).catch(() => null)
  if (found === null) throw new FolderError(`There is no file ${file}.`)
  if (!found.isFile()) throw new FolderError(`${file} is a folder: name a file with rules.`)
  const bytes = await readFile(file)
  if (!isUtf8(bytes)) throw new FolderError(`${file} is not text in UTF-8.`)
  return bytes.toString('utf8')
}

/** Fields of an assessment that is not built in are not checked: only its environment has them. */
function checkEnvironmentOf(assessment: string): CheckEnvironment {
  const found = builtInAssessments.find('', assessment)
  return found === null ? { attributes: new Map(), kind: 'decision' } : createCheckEnvironment(found, 'decision')
}

async function readPaths(file: string): Promise<Map<string, string>> {
  const expected = `${file}: an object of paths by names is expected, such as {"accountAge": "user.accountAge"}.`
  let value: unknown
  try {
    value = JSON.parse(await readText(file))
  } catch (error) {
    throw error instanceof FolderError ? error : new FolderError(expected)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new FolderError(expected)
  const entries = Object.entries(value)
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string'))
    throw new FolderError(expected)
  return new Map(entries)
}

const decisions = new Map<string, DecisionKind | 'Observe'>(
  (['Approve', 'Reject', 'Review', 'Challenge', 'Observe'] as const).map(name => [name.toLowerCase(), name]),
)

function readDecisions(events: readonly string[]): Map<string, DecisionKind | 'Observe'> {
  return new Map(
    events.map(text => {
      const at = text.lastIndexOf('=')
      const decision = decisions.get(
        text
          .slice(at + 1)
          .trim()
          .toLowerCase(),
      )
      if (at <= 0 || decision === undefined)
        throw new FolderError(
          `--event ${text}: the type of an event, =, and Approve, Reject, Review, Challenge or Observe are expected.`,
        )
      return [text.slice(0, at), decision]
    }),
  )
}

const stateLabels: Record<TranslationState, string> = {
  same: 'same',
  sameWithNote: 'same with a note',
  needsYou: 'needs you',
  leftOut: 'left out',
  failed: 'failed',
}

/** Returns what a translation made of each rule, the resources that they read, and a summary. */
export function translationLines({ rules, velocitySets, lists }: Translation): string[] {
  const counts = Map.groupBy(rules, ({ state }) => state)
  const summary = Object.entries(stateLabels).map(
    ([state, label]) => `${counts.get(state as TranslationState)?.length ?? 0} ${label}`,
  )
  return [
    ...rules.flatMap(ruleLines),
    ...velocitySets.flatMap(({ name, velocities }) => [
      `velocity set ${name}`,
      ...velocities.flatMap(({ text }) => indented(text, '    ')),
      '',
    ]),
    ...lists.flatMap(name => [`custom list ${name}`, '    value', '']),
    `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}: ${summary.join(', ')}`,
  ]
}

const ruleLines = ({ number, name, state, original, clause, notes }: TranslatedRule): string[] => [
  `${number} ${stateLabels[state]}: ${name}`,
  `  ${original.length > 500 ? `${original.slice(0, 500)}…` : original}`,
  ...indented(clause?.text ?? '', '    '),
  ...notes.map(
    note =>
      `  ${stateLabels[note.state]}${note.condition === null ? '' : `, ${note.condition}`}: ${note.message} ${note.next}`,
  ),
  '',
]
const indented = (text: string, indent: string): string[] =>
  text === '' ? [] : text.split('\n').map(line => `${indent}${line}`)

/** Longest description of a rule. */
const maxDescription = 500

/**
 * Returns the translated rules as a configuration. An import of a new rule changes no decision: it is inactive. What the
 * environment has already retains its status and its rows.
 */
export function toConfig({ order, velocitySets, lists }: Translation, assessment: string): EnvironmentConfig {
  return {
    ...emptyConfig(),
    rules: order.flatMap(({ name, original, clause }) =>
      clause === null
        ? []
        : [
            {
              assessment,
              type: 'decision' as const,
              status: 'unchanged' as const,
              body: {
                name,
                description: original.length > maxDescription ? `${original.slice(0, maxDescription - 1)}…` : original,
                condition: '',
                clauses: [clause],
                sample: { payload: {}, riskScore: 0 },
              },
            },
          ],
    ),
    velocitySets: velocitySets.map(({ name, velocities }) => ({
      status: 'active',
      body: { name, description: '', condition: '', velocities: velocities.map(({ text }) => ({ text })) },
    })),
    customLists: lists.map(name => ({ name, description: '', csv: 'value\n', whenEmpty: 'unchanged' })),
  }
}

/** Writes the folder of a configuration; one that has other rules is refused, because they would be removed. */
async function writeTranslation(folder: string, config: EnvironmentConfig): Promise<void> {
  const files = configToFiles(config)
  const existing = await stat(folder).then(
    () => readFolder(folder),
    () => null,
  )
  const other = [...(existing?.files.keys() ?? [])].find(
    name => /^(rules|velocities|lists)\//.test(name) && !files.has(name),
  )
  if (other !== undefined)
    throw new FolderError(
      `${path.join(folder, other)} is not of this translation: name a folder of its own with --out.`,
    )
  // Rows that were added to the file of a list stay.
  for (const [name, text] of existing?.files ?? []) if (files.has(name) && name.endsWith('.csv')) files.set(name, text)
  const { written, unchanged } = await writeFolder(folder, files)
  console.log(`${files.size} files in ${folder} (${written} written, ${unchanged} as they were)`)
}
