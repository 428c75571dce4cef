import { z } from 'zod'
import { defined } from '../../../contract/defined.ts'
import type { ExternalCallBody } from '../../../contract/external-calls/external-call-inputs.ts'
import { secretsOf } from '../../../engine/calls/call-definition.ts'
import { findCallIssues } from '../../external-calls/validate-call.ts'
import {
  type ConfigFileIssue,
  type ConfigRule,
  type EnvironmentConfig,
  emptyConfig,
  externalAssessmentFileSchema,
  externalCallFileSchema,
  settingsSchema,
  sourceListFileSchema,
} from '../model.ts'
import { areaOf } from '../rule-areas.ts'
import { readRules } from './assessment-folder.ts'
import { parseConfigJson } from './config-json.ts'
import { createFileIssue } from './file-fault.ts'
import { byName, fileNameOf, nameOf } from './file-names.ts'
import { positionOfMember } from './json-position.ts'
import { checkCustomList, parseListName, readSourceList } from './list-files.ts'
import {
  functionToFiles,
  parseFunction,
  parseVelocitySet,
  parseVelocityText,
  type ResourcePositions,
  velocitySetToFiles,
} from './resource-files.ts'
import { type ParsedRule, ruleToFiles } from './rule-files.ts'
import { checkNoSecret } from './secret-check.ts'
import { readSupportList, supportListToFile } from './support-list-files.ts'

/*
 * An environment's rules, lists and settings as a folder of readable files for version control: one resource per file,
 * the same bytes for the same content.
 *
 *   settings.json                              rule evaluation and payload samples, per assessment
 *   rules/<assessment>/order.txt               names of the rules in run order, one per line
 *   rules/<assessment>/<rule>/rule.json        type, status, description, clauses in run order, sample
 *   rules/<assessment>/<rule>/condition.fql    absent: applies to every event
 *   rules/<assessment>/<rule>/clauses/<clause>.fql
 *   rules/<assessment>/<rule>.fql              a whole rule in one file, the form of texts of the former service
 *   rules/routing/…                            the same for routing rules
 *   velocities/<set>/set.json                  status, description, velocities in order
 *   velocities/<set>/condition.fql             absent: every event
 *   velocities/<set>/velocities/<velocity>.fql
 *   velocities/<set>.fql                       a whole set in one file
 *   functions/<function>/function.json         description, parameters, properties, sample
 *   functions/<function>/properties/<property>.fql
 *   external-calls/<call>.json                 an external call, without its secrets
 *   external-assessments/<assessment>.json     an assessment that rules call
 *   lists/custom/<list>.csv                    the file of a custom list
 *   lists/custom/<list>.json                   its description, and whether a file without rows leaves it as it is
 *   lists/databases/<list>.json                 a database list: description, columns, connection without its secret
 *   lists/support/<list>.csv                   entries of a support list
 */

const callFolder = 'external-calls'
const assessmentFolder = 'external-assessments'
/** The folder of database lists. */
const sourceFolder = 'lists/databases'
const listAboutSchema = z.strictObject({
  description: z.string().max(500),
  whenEmpty: z.literal('unchanged').optional(),
})
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Returns the files of a configuration by path, in the order of their paths. */
export function configToFiles(config: EnvironmentConfig): Map<string, string> {
  const files = new Map<string, string>()
  const settings = Object.fromEntries(
    Object.entries(config.settings)
      .filter(([, value]) => Object.keys(value).length > 0)
      .sort(([a], [b]) => byName(a, b)),
  )
  if (Object.keys(settings).length > 0) files.set('settings.json', json(settings))
  for (const [folder, rules] of Map.groupBy(config.rules, areaOf)) {
    files.set(`rules/${folder}/order.txt`, `${rules.map(({ body }) => body.name).join('\n')}\n`)
    for (const rule of rules) for (const [path, text] of ruleToFiles(rule)) files.set(`rules/${folder}/${path}`, text)
  }
  for (const set of config.velocitySets) for (const [path, text] of velocitySetToFiles(set)) files.set(path, text)
  for (const body of config.functions) for (const [path, text] of functionToFiles(body)) files.set(path, text)
  for (const call of config.externalCalls) files.set(`${callFolder}/${fileNameOf(call.name)}.json`, json(call))
  for (const each of config.externalAssessments)
    files.set(`${assessmentFolder}/${fileNameOf(each.name)}.json`, json(each))
  for (const { name, description, csv, whenEmpty } of config.customLists) {
    files.set(`lists/custom/${fileNameOf(name)}.csv`, csv)
    if (description !== '' || whenEmpty !== undefined)
      files.set(`lists/custom/${fileNameOf(name)}.json`, json({ description, ...defined({ whenEmpty }) }))
  }
  for (const { name, description, columns, connection } of config.sourceLists)
    files.set(`${sourceFolder}/${fileNameOf(name)}.json`, json({ description, columns, connection }))
  for (const list of config.supportLists)
    if (list.entries.length > 0) files.set(`lists/support/${fileNameOf(list.name)}.csv`, supportListToFile(list))
  return new Map([...files].sort(([a], [b]) => byName(a, b)))
}

export interface ParsedConfig {
  config: EnvironmentConfig
  /** Positions of the parts of each rule of `config.rules`. */
  places: ReadonlyMap<ConfigRule, ParsedRule>
  /** The positions of each entry of `config.velocitySets` and `config.functions` in its files. */
  resourcePlaces: ReadonlyMap<object, ResourcePositions>
  problems: ConfigFileIssue[]
  /** The kinds of resources that the folder contains; all others are neither compared nor removed. */
  covers: {
    settings: boolean
    rules: string[]
    customLists: boolean
    sourceLists: boolean
    supportLists: string[]
    externalCalls: boolean
    externalAssessments: boolean
    velocitySets: boolean
    functions: boolean
  }
}

/**
 * Reads a folder; entries of support lists that have expired at `now` are left out. Finds all issues in one pass; a
 * configuration with issues must not be used. @param unread issues of the files themselves
 */
export function filesToConfig(
  files: ReadonlyMap<string, string>,
  now: Date,
  unread: readonly ConfigFileIssue[] = [],
): ParsedConfig {
  const config = emptyConfig()
  const problems: ConfigFileIssue[] = [...unread]
  const places = new Map<ConfigRule, ParsedRule>()
  const folders = new Map<string, Map<string, string>>()
  const resources = {
    velocities: new Map<string, Map<string, string>>(),
    functions: new Map<string, Map<string, string>>(),
  }
  const resourcePlaces = new Map<object, ResourcePositions>()
  const keepSet = (read: ReturnType<typeof parseVelocitySet>): void => {
    if (!read) return
    config.velocitySets.push(read.set)
    resourcePlaces.set(read.set, read.places)
  }

  for (const [path, text] of files) {
    const parts = path.split('/')
    const [area = '', second = ''] = parts
    if (path === 'settings.json')
      config.settings =
        (parseConfigJson(path, text, settingsSchema, problems) as EnvironmentConfig['settings'] | null) ?? {}
    else if (area === callFolder && parts.length === 2 && path.endsWith('.json')) {
      const call = parseConfigJson(path, text, externalCallFileSchema, problems)
      if (call) readCall(path, text, call, config, problems)
    } else if (area === assessmentFolder && parts.length === 2 && path.endsWith('.json')) {
      const pointer = parseConfigJson(path, text, externalAssessmentFileSchema, problems)
      if (pointer) config.externalAssessments.push(pointer)
    } else if ((area === 'velocities' || area === 'functions') && parts.length >= 3) {
      resources[area].set(
        second,
        (resources[area].get(second) ?? new Map<string, string>()).set(parts.slice(2).join('/'), text),
      )
    } else if (area === 'velocities' && parts.length === 2 && /\.fql$/i.test(path)) {
      keepSet(parseVelocityText(path, text, problems))
    } else if (area === 'rules' && parts.length >= 3)
      folders.set(second, (folders.get(second) ?? new Map<string, string>()).set(parts.slice(2).join('/'), text))
    else if (area === 'lists' && second === 'custom' && parts.length === 3 && path.endsWith('.csv')) {
      const about = `${path.slice(0, -4)}.json`
      const described = files.has(about)
        ? parseConfigJson(about, files.get(about) ?? '', listAboutSchema, problems)
        : null
      checkCustomList(path, text, problems)
      config.customLists.push({
        name: parseListName(path, nameOf(parts[2]?.slice(0, -4) ?? ''), problems),
        description: described?.description ?? '',
        csv: text,
        ...defined({ whenEmpty: described?.whenEmpty }),
      })
    } else if (area === 'lists' && second === 'custom' && path.endsWith('.json')) {
      if (!files.has(`${path.slice(0, -5)}.csv`)) problems.push(createFileIssue(path, 'listAlone'))
    } else if (area === 'lists' && second === 'databases' && parts.length === 3 && path.endsWith('.json')) {
      const list = parseConfigJson(path, text, sourceListFileSchema, problems)
      if (list) readSourceList(path, text, { name: nameOf(parts[2]?.slice(0, -5) ?? ''), ...list }, config, problems)
    } else if (area === 'lists' && second === 'support' && parts.length === 3 && path.endsWith('.csv')) {
      const name = nameOf(parts[2]?.slice(0, -4) ?? '')
      config.supportLists.push({ name, entries: readSupportList(path, name, text, now, problems) })
    } else if (/^(?:queues\/.*|environments|users|applications)(?:\.json)$/.test(path))
      problems.push({
        file: path,
        line: 0,
        column: 0,
        severity: 'warning',
        code: 'CFG008',
        message: 'It is no part of a configuration: "npm run config -- move" moves it in.',
      })
    else if (!/(^|\/)(README[^/]*|\.[^/]*|[^/]*\.md)$/i.test(path))
      problems.push(createFileIssue(path, /\.fql$/i.test(path) ? 'noTextPlace' : 'noPlace'))
  }
  for (const [name, inside] of resources.velocities) keepSet(parseVelocitySet(name, inside, problems))
  for (const [name, inside] of resources.functions) {
    const read = parseFunction(name, inside, problems)
    if (!read) continue
    config.functions.push(read.body)
    resourcePlaces.set(read.body, read.places)
  }
  const { velocitySets, functions, customLists, sourceLists, supportLists, externalCalls, externalAssessments } = config
  const inFolder = (folder: string, ending: string, items: readonly { name: string }[]): NamedFile[] =>
    items.map(({ name }) => ({ name, file: `${folder}/${fileNameOf(name)}${ending}` }))
  for (const items of [
    inFolder(
      'velocities',
      '/set.json',
      velocitySets.map(({ body }) => body),
    ),
    inFolder('functions', '/function.json', functions),
    [...inFolder('lists/custom', '.csv', customLists), ...inFolder(sourceFolder, '.json', sourceLists)],
    inFolder('lists/support', '.csv', supportLists),
    inFolder(callFolder, '.json', externalCalls),
    inFolder(assessmentFolder, '.json', externalAssessments),
  ])
    checkUniqueNames(items, problems)
  for (const [folder, inside] of folders)
    for (const read of readRules(folder, inside, problems)) {
      places.set(read.rule, read)
      config.rules.push(read.rule)
    }
  return {
    config,
    places,
    resourcePlaces,
    problems: problems.sort((a, b) => byName(a.file, b.file) || a.line - b.line || a.column - b.column),
    covers: {
      settings: files.has('settings.json'),
      rules: [...folders.keys()],
      customLists: config.customLists.length > 0,
      sourceLists: config.sourceLists.length > 0,
      supportLists: config.supportLists.map(({ name }) => name),
      externalCalls: config.externalCalls.length > 0,
      externalAssessments: config.externalAssessments.length > 0,
      velocitySets: config.velocitySets.length > 0,
      functions: config.functions.length > 0,
    },
  }
}

/** Folders are for version control: a secret in one is an error. The service decides which addresses may be called. */
function readCall(
  file: string,
  text: string,
  call: ExternalCallBody,
  config: EnvironmentConfig,
  problems: ConfigFileIssue[],
): void {
  config.externalCalls.push(call)
  for (const {
    path: [, ...path],
    fault,
    params,
  } of findCallIssues(call, () => null))
    problems.push(createFileIssue(file, fault, params, { ...positionOfMember(text, path), field: path.join('.') }))
  for (const { place, secret } of secretsOf(call)) checkNoSecret(file, text, place.split('.'), secret, problems)
}

/** The file of a resource, or another one of its folder, by which the resource is found. */
interface NamedFile {
  name: string
  file: string
}

/** Reports all but the first of those of a name: names are compared without regard to letter case. */
function checkUniqueNames(items: readonly NamedFile[], problems: ConfigFileIssue[]): void {
  for (const [name, [, ...repeated]] of Map.groupBy(items, each => each.name.toLowerCase()))
    for (const { file } of repeated) problems.push(createFileIssue(file, 'twoFiles', { name }, { code: 'CFG002' }))
}
