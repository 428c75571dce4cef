import { supportKey } from '../../../contract/lists/list-definitions.ts'
import { isSameJson } from '../../../kernel/same-json.ts'
import type { ParsedConfig } from '../files/config-files.ts'
import { supportListOf } from '../files/support-list-files.ts'
import { type AssessmentSettings, type ConfigRule, type EnvironmentConfig, nameKey } from '../model.ts'
import { areaOf } from '../rule-areas.ts'

/** The effect of an import on one resource; `details` names the parts that differ. */
export interface PlannedChange {
  kind:
    | 'settings'
    | 'rule'
    | 'order'
    | 'customList'
    | 'sourceList'
    | 'supportList'
    | 'externalCall'
    | 'externalAssessment'
    | 'velocitySet'
    | 'function'
  action: 'create' | 'update' | 'delete' | 'reorder'
  /** Assessment of rules and settings; `routing` for routing rules. */
  area: string
  name: string
  details: string[]
}
/** `left`: resources of the environment that the folder lacks; they are deleted only with `prune`. */
export interface ImportPlan {
  changes: PlannedChange[]
  left: PlannedChange[]
}

/**
 * Returns the key by which the values of a support list are compared, as the list itself does: an address has several
 * spellings.
 */
export function supportEntryKeyOf(listName: string): (value: string) => string {
  const list = supportListOf(listName)
  return value => (list === null ? nameKey(value) : supportKey(list, value))
}

/** Rules and lists refer to each other by name, so that an import identifies a resource by its name. */
const byName = <T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T> =>
  new Map(items.map(item => [nameKey(nameOf(item)), item]))

const settingParts = ['evaluation', 'payload'] as const
/** Settings of a new environment. */
const defaults: AssessmentSettings = { evaluation: 'all' }

/**
 * Returns all changes of an import in the order in which they happen: lists before the rules that use them, deletions
 * last.
 */
export function planImport(
  current: EnvironmentConfig,
  { config: target, covers }: Pick<ParsedConfig, 'config' | 'covers'>,
  { prune }: { prune: boolean },
): ImportPlan {
  const changes: PlannedChange[] = []
  const left: PlannedChange[] = []
  const addDeletion = (kind: PlannedChange['kind'], area: string, name: string): void =>
    void left.push({ kind, action: 'delete', area, name, details: [] })

  if (covers.customLists) {
    const before = byName(current.customLists, list => list.name)
    for (const list of target.customLists) {
      const old = before.get(nameKey(list.name))
      const details = old
        ? [
            ...(old.csv === list.csv ? [] : ['content']),
            ...(old.description === list.description ? [] : ['description']),
          ]
        : []
      if (!old || details.length > 0)
        changes.push({ kind: 'customList', action: old ? 'update' : 'create', area: '', name: list.name, details })
      before.delete(nameKey(list.name))
    }
    for (const list of before.values()) addDeletion('customList', '', list.name)
  }
  for (const [kind, own] of [
    ['sourceList', 'sourceLists'],
    ['externalCall', 'externalCalls'],
    ['externalAssessment', 'externalAssessments'],
  ] as const) {
    if (covers[own]) planNamed(kind, current[own], target[own], changes, name => addDeletion(kind, '', name))
  }
  const flat = (sets: EnvironmentConfig['velocitySets']) => sets.map(({ status, body }) => ({ ...body, status }))
  if (covers.functions)
    planNamed('function', current.functions, target.functions, changes, name => addDeletion('function', '', name))
  if (covers.velocitySets)
    planNamed('velocitySet', flat(current.velocitySets), flat(target.velocitySets), changes, name =>
      addDeletion('velocitySet', '', name),
    )
  for (const list of target.supportLists) {
    const keyIn = supportEntryKeyOf(list.name)
    const before = new Map(
      current.supportLists
        .find(({ name }) => nameKey(name) === nameKey(list.name))
        ?.entries.map(entry => [keyIn(entry.value), entry]),
    )
    let [added, updated] = [0, 0]
    for (const entry of list.entries) {
      const key = keyIn(entry.value)
      const old = before.get(key)
      if (!old) added++
      // An entry retains its stored spelling.
      else if (!isSameJson({ ...old, value: '' }, { ...entry, value: '' })) updated++
      before.delete(key)
    }
    const details = [
      ...(added > 0 ? [`${added} added`] : []),
      ...(updated > 0 ? [`${updated} changed`] : []),
      ...(prune && before.size > 0 ? [`${before.size} removed`] : []),
    ]
    if (details.length > 0) changes.push({ kind: 'supportList', action: 'update', area: '', name: list.name, details })
    if (!prune && before.size > 0)
      left.push({
        kind: 'supportList',
        action: 'delete',
        area: '',
        name: list.name,
        details: [`${before.size} values`],
      })
  }
  if (covers.settings)
    for (const [area, settings] of Object.entries(target.settings)) {
      const old = current.settings[area] ?? {}
      const details = settingParts.filter(
        part => settings[part] !== undefined && !isSameJson(old[part] ?? defaults[part], settings[part]),
      )
      if (details.length > 0) changes.push({ kind: 'settings', action: 'update', area, name: area, details })
    }
  if (covers.settings)
    for (const [area, settings] of Object.entries(current.settings)) {
      const details = settingParts.filter(
        part => settings[part] !== undefined && target.settings[area]?.[part] === undefined,
      )
      if (details.length > 0) left.push({ kind: 'settings', action: 'delete', area, name: area, details })
    }
  for (const area of covers.rules) planRules(area, current.rules, target.rules, prune, changes, addDeletion)
  return {
    changes: prune ? [...changes, ...left.filter(each => each.kind !== 'supportList')] : changes,
    left: prune ? [] : left,
  }
}

/** Plans resources that are one JSON text with a name each; `details` are the members that differ. */
function planNamed(
  kind: PlannedChange['kind'],
  current: readonly { name: string }[],
  target: readonly { name: string }[],
  changes: PlannedChange[],
  addDeletion: (name: string) => void,
): void {
  const before = byName<{ name: string }>(current, each => each.name)
  for (const each of target) {
    const old = before.get(nameKey(each.name))
    before.delete(nameKey(each.name))
    const members = (item: object): Record<string, unknown> => item as Record<string, unknown>
    const details = old
      ? [...new Set([...Object.keys(old), ...Object.keys(each)])].filter(
          key => !isSameJson(members(old)[key], members(each)[key]),
        )
      : []
    if (!old || details.length > 0)
      changes.push({ kind, action: old ? 'update' : 'create', area: '', name: each.name, details })
  }
  for (const each of before.values()) addDeletion(each.name)
}

function planRules(
  area: string,
  current: readonly ConfigRule[],
  target: readonly ConfigRule[],
  prune: boolean,
  changes: PlannedChange[],
  addDeletion: (kind: 'rule', area: string, name: string) => void,
): void {
  const [old, next] = [current, target].map(rules => rules.filter(rule => areaOf(rule) === area))
  const before = byName(old ?? [], rule => rule.body.name)
  for (const rule of next ?? []) {
    const was = before.get(nameKey(rule.body.name))
    before.delete(nameKey(rule.body.name))
    const details = was ? differences(was, rule) : []
    if (!was || details.length > 0)
      changes.push({ kind: 'rule', action: was ? 'update' : 'create', area, name: rule.body.name, details })
  }
  for (const rule of before.values()) addDeletion('rule', area, rule.body.name)
  const after = orderAfter(old ?? [], next ?? [], prune)
  // A new rule is appended: only a different order is a change of its own.
  const defaultOrder = [
    ...(old ?? []).map(rule => nameKey(rule.body.name)).filter(name => after.includes(name)),
    ...after.filter(name => !(old ?? []).some(rule => nameKey(rule.body.name) === name)),
  ]
  if (!isSameJson(after, defaultOrder))
    changes.push({ kind: 'order', action: 'reorder', area, name: area, details: [] })
}

/**
 * Returns the names in run order after an import: the folder's order; rules that it lacks stay after the rule they
 * followed.
 */
export function orderAfter(old: readonly ConfigRule[], next: readonly ConfigRule[], prune: boolean): string[] {
  const order = next.map(rule => nameKey(rule.body.name))
  if (prune) return order
  let before: string | null = null
  for (const { body } of old) {
    const name = nameKey(body.name)
    if (!order.includes(name)) order.splice(before === null ? 0 : order.indexOf(before) + 1, 0, name)
    before = name
  }
  return order
}

function differences(was: ConfigRule, is: ConfigRule): string[] {
  const clauses = (rule: ConfigRule) => new Map(rule.body.clauses.map(clause => [clause.name, clause]))
  const [old, next] = [clauses(was), clauses(is)]
  const changed = [...next]
    .filter(([name, clause]) => old.has(name) && !isSameJson(old.get(name), clause))
    .map(([name]) => `clause ${name}`)
  const added = [...next.keys()].filter(name => !old.has(name)).map(name => `clause ${name} added`)
  const removed = [...old.keys()].filter(name => !next.has(name)).map(name => `clause ${name} removed`)
  const moved =
    added.length + removed.length === 0 && !isSameJson([...old.keys()], [...next.keys()]) ? ['order of clauses'] : []
  return [
    ...(was.body.name === is.body.name ? [] : ['name']),
    ...(was.type === is.type ? [] : ['type']),
    ...(was.status === is.status ? [] : [is.status]),
    ...(was.body.description === is.body.description ? [] : ['description']),
    ...(was.body.condition === is.body.condition ? [] : ['condition']),
    ...changed,
    ...added,
    ...removed,
    ...moved,
    ...(isSameJson(was.body.sample, is.body.sample) ? [] : ['sample']),
  ]
}
