import type { FileFaultCode } from '../../../contract/common/file-faults.ts'
import type { Capability } from '../../../contract/index.ts'
import type { MovedObject, MoveNote } from '../../../contract/moving-in/moving-in.ts'
import type { MovedKind, MoveNoteCode } from '../../../contract/moving-in/moving-in-definitions.ts'
import { refusalCodeOf } from '../../../contract/moving-in/service-errors.ts'
import { gunzip } from '../../../engine/lib/gzip.ts'
import { ValidationError } from '../../../kernel/errors/errors.ts'
import { configToFiles, filesToConfig, type ParsedConfig } from '../../configuration/files/config-files.ts'
import type { SchemaFault } from '../../configuration/files/schema-fault.ts'
import { type ImportReport, importConfig } from '../../configuration/import/import-config.ts'
import type { PlannedChange } from '../../configuration/import/plan-import.ts'
import { type ConfigFileIssue, nameKey } from '../../configuration/model.ts'
import { loadConfiguration } from '../../configuration/stored-configuration.ts'
import { createMoved, createNote, type ObjectPlace, placeOfFile } from '../model/moved-objects.ts'
import type { MovingContext } from '../model/moving-context.ts'
import { createRefusal, refusalNoteOf } from '../model/refusal-notes.ts'
import { createSchemaNote } from '../model/schema-notes.ts'
import type { CollectedFiles } from '../sources/collect-files.ts'
import { comparedText } from './compared-text.ts'
import { arrangeRules, rulesToLeaveOut } from './present-rules.ts'

/** What each kind needs, with write. */
const capabilities: Partial<Record<MovedKind, Capability>> = {
  settings: 'rules',
  rule: 'rules',
  order: 'rules',
  routingRule: 'routingrules',
  customList: 'lists.custom',
  databaseList: 'lists.custom',
  supportList: 'lists.support',
  externalCall: 'externalcalls',
  externalAssessment: 'externalassessments',
  function: 'functions',
  velocitySet: 'velocities',
}

/** Reasons for which a rule stays out that show both texts. */
const comparable: ReadonlySet<MoveNoteCode> = new Set(['activeRule', 'otherType'])

export interface ConfigurationPart {
  objects: MovedObject[]
  refusal: MoveNote | null
  /** Something was stored. */
  changed: boolean
}

/** Codes of the check of a text for names that the environment lacks. */
const missingCodes = new Set(['FQL2001', 'FQL2007'])
/** Faults of a file that names something that the environment lacks. */
const missingFaults: ReadonlySet<string> = new Set<FileFaultCode>(['noAssessment', 'assessmentSpelling'])

/**
 * Moves rules, lists, calls and settings in. What is faulty, what would change an active rule and what the caller may
 * not write stays out, and everything else is imported at once. A new rule is inactive, and active rules run in the
 * order of before.
 */
export async function moveConfiguration(
  context: MovingContext,
  { files, withoutRows }: Pick<CollectedFiles, 'files' | 'withoutRows'>,
  { queues, dryRun }: { queues: readonly string[]; dryRun: boolean },
): Promise<ConfigurationPart> {
  const { importer, environmentId, may } = context
  const places = new Map([...files.keys()].map(path => [path, placeOfFile(path)] as const))
  const objects = new Map<string, ObjectPlace>([...places.values()].map(place => [place.key, place]))
  const notes = new Map<string, MoveNote[]>()
  const note = (key: string, added: MoveNote): void => void notes.set(key, [...(notes.get(key) ?? []), added])
  const out = new Set<string>()
  const leaveOut = (key: string, reason: MoveNote): void => {
    note(key, reason)
    out.add(key)
  }
  for (const { key, kind } of objects.values()) {
    const capability = capabilities[kind]
    if (capability !== undefined && !may(capability)) leaveOut(key, createNote('noRight'))
  }

  const now = importer.ports.clock()
  const current = await loadConfiguration(importer.ports.db, environmentId, now, gunzip)
  const whole = inactive(filesToConfig(files, now))
  for (const { key, code } of rulesToLeaveOut(current, whole)) if (!out.has(key)) leaveOut(key, createNote(code))
  const readLeft = (): ParsedConfig => {
    const read = inactive(filesToConfig(importable(files, places, out), now))
    const ordered = [...objects.values()].filter(({ kind, key }) => kind === 'order' && !out.has(key))
    const refused = new Set(arrangeRules(current, read, new Set(ordered.map(({ area }) => area))))
    for (const { key, area } of ordered) if (refused.has(area)) leaveOut(key, createNote('activeOrder'))
    // Without what the file of an order is faulty for.
    return refused.size > 0 ? readLeft() : read
  }

  let report: ImportReport | null = null
  let refusal: MoveNote | null = null
  // Each round leaves at least one object out.
  for (let round = 0; report === null && refusal === null && round <= objects.size; round++) {
    const read = readLeft()
    try {
      // The last round is the import itself: what is left out is the same as in a dry run.
      const tried = await importConfig({ ...importer, queues: [...queues] }, read, { prune: false, dryRun: true })
      const faults = faultsOf(tried)
      const before = out.size
      if (faults.length === 0) report = tried
      for (const each of faults) leaveOut(keyOf(each, places), noteOf(each))
      // A fault of what the environment has cannot be left out.
      if (out.size === before) refusal = noteOfFaults(faults)
    } catch (error) {
      const fault = faultOf(error, places)
      if (fault === null || out.has(fault.key)) refusal = wholeRefusal(error)
      else leaveOut(fault.key, fault.note)
    }
  }
  if (report !== null && refusal === null && !dryRun && report.plan.changes.length > 0) {
    const read = readLeft()
    try {
      report = await importConfig({ ...importer, queues: [...queues] }, read, { prune: false, dryRun: false })
      // Somebody else changed what it needs after the dry run.
      refusal = noteOfFaults(faultsOf(report))
    } catch (error) {
      refusal = wholeRefusal(error)
    }
  }
  // A refused import is rolled back.
  const planned = refusal === null ? (report?.plan.changes ?? []) : []
  const changes = new Map(planned.map(change => [changeKey(change), change]))
  for (const each of report?.problems ?? []) {
    const key = keyOf(each, places)
    if (objects.has(key) && !out.has(key)) note(key, noteOf(each))
  }
  const texts = { before: configToFiles(current), after: configToFiles(whole.config) }
  return {
    refusal,
    changed: report?.applied ?? false,
    objects: [...objects.values()].map(place => {
      const change = out.has(place.key) ? undefined : changes.get(`${place.kind} ${place.area} ${nameKey(place.name)}`)
      const own = notes.get(place.key) ?? []
      if (change !== undefined && isReplaced(place.kind, change)) own.push(createNote('replaces'))
      if (withoutRows.has(`${place.key}.csv`) && !out.has(place.key)) own.push(createNote('noRows'))
      const text =
        out.has(place.key) && !own.some(({ code }) => comparable.has(code)) ? null : comparedText(place, texts)
      const action = change === undefined ? 'none' : change.action === 'create' ? 'create' : 'change'
      return createMoved(place, { action, notes: own, text })
    }),
  }
}

/** Kinds whose change is read at once by what decides. */
const replacing: ReadonlySet<MovedKind> = new Set([
  'settings',
  'customList',
  'databaseList',
  'supportList',
  'externalCall',
  'externalAssessment',
  'function',
  'velocitySet',
])

/** Whether something here is replaced; new entries of a support list replace none. */
const isReplaced = (kind: MovedKind, { action, details }: PlannedChange): boolean =>
  action !== 'create' && replacing.has(kind) && (kind !== 'supportList' || details.some(each => / changed$/.test(each)))

/** A rule that exists keeps its status, and a new one is inactive; a list without rows leaves that of its name. */
function inactive(read: ParsedConfig): ParsedConfig {
  for (const rule of read.config.rules) rule.status = 'unchanged'
  for (const list of read.config.customLists) list.whenEmpty = 'unchanged'
  return read
}

/** Returns the files without those of the objects that stay out; an order names the rules that there are. */
function importable(
  files: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, ObjectPlace>,
  out: ReadonlySet<string>,
): Map<string, string> {
  const left = [...files].filter(([path]) => !out.has(places.get(path)?.key ?? ''))
  const named = new Set(
    left.map(([path]) => {
      const place = placeOfFile(path)
      return `${path.split('/')[1] ?? ''} ${nameKey(place.name)}`
    }),
  )
  return new Map(
    left.map(([path, text]) => {
      const [, folder, file] = path.split('/')
      if (file !== 'order.txt') return [path, text]
      const lines = [...new Set(text.split(/\r?\n/).map(line => line.trim()))]
      return [path, `${lines.filter(line => named.has(`${folder ?? ''} ${nameKey(line)}`)).join('\n')}\n`]
    }),
  )
}

const keyOf = ({ file }: Pick<ConfigFileIssue, 'file'>, places: ReadonlyMap<string, ObjectPlace>): string =>
  places.get(file)?.key ?? placeOfFile(file).key

function noteOf({ severity, code, message, line, column, params = {} }: ConfigFileIssue): MoveNote {
  if (code === 'CFG006') return createNote('secret')
  if (code === 'CFG007') return createNote('expired', { count: Number(/^\d+/.exec(message)?.[0] ?? 0) })
  if (params.fault === 'json') return createNote('notJson', { line })
  if (params.fault === 'schema')
    return createSchemaNote({ ...(params as unknown as SchemaFault), detail: message }, { line, column })
  const diagnostic = { code, message, params, line, column }
  if (severity === 'warning') return createNote('warning', {}, diagnostic)
  if (missingCodes.has(code) || missingFaults.has(String(params.fault))) return createNote('missing', {}, diagnostic)
  return createNote(code.startsWith('FQL') ? 'language' : 'fault', {}, diagnostic)
}

const faultsOf = ({ problems }: ImportReport): ConfigFileIssue[] =>
  problems.filter(({ severity }) => severity === 'error')

const noteOfFaults = ([first]: readonly ConfigFileIssue[]): MoveNote | null =>
  first === undefined ? null : noteOf(first)

function wholeRefusal(error: unknown): MoveNote {
  const note = refusalNoteOf(error)
  if (note === null) throw error
  return note
}

/** Returns the object that an import was refused for; null: it concerns all of them. */
function faultOf(error: unknown, places: ReadonlyMap<string, ObjectPlace>): { key: string; note: MoveNote } | null {
  if (!(error instanceof ValidationError)) return null
  const file = String(error.issues[0]?.path[0] ?? '')
  const key = places.get(file)?.key ?? placeOfFile(file).key
  if (![...places.values()].some(place => place.key === key)) return null
  const detail = error.message.startsWith(`${file}: `) ? error.message.slice(file.length + 2) : error.message
  return { key, note: createRefusal(refusalCodeOf(error.issues[0]?.code), detail) }
}

const changeKinds: Partial<Record<PlannedChange['kind'], MovedKind>> = { sourceList: 'databaseList' }
function changeKey({ kind, area, name }: PlannedChange): string {
  if (kind === 'rule')
    return `${area === 'routing' ? 'routingRule' : 'rule'} ${area === 'routing' ? '' : area} ${nameKey(name)}`
  if (kind === 'settings') return 'settings  settings'
  return `${changeKinds[kind] ?? kind} ${kind === 'order' ? area : ''} ${nameKey(name)}`
}
