import { supportKey } from '../contract/list-rules.ts'
import { areaOf } from './areas.ts'
import type { ReadConfig } from './files.ts'
import type { AssessmentSettings, ConfigRule, EnvironmentConfig } from './model.ts'
import { supportListOf } from './support-list-files.ts'

/** What an import does to one thing; `details` names what of it differs. */
export interface Change {
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
/** `left`: what the environment has and the folder has not; it is deleted only when told so. */
export interface Plan {
  changes: Change[]
  left: Change[]
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}
/** Rules and lists are told apart without letter case. */
export const keyOf = (name: string): string => name.trim().toLowerCase()
/** What tells the values of a support list apart, as the list does it: of an address there are several spellings. */
export function supportKeyOf(listName: string): (value: string) => string {
  const list = supportListOf(listName)
  return value => (list === null ? keyOf(value) : supportKey(list, value))
}

/** Rules and lists refer to each other by name, so a name is what an import knows a thing by. */
const byName = <T>(things: readonly T[], nameOf: (thing: T) => string): Map<string, T> =>
  new Map(things.map(thing => [keyOf(nameOf(thing)), thing]))

const settingParts = ['evaluation', 'payload'] as const
/** What an environment starts with. */
const defaults: AssessmentSettings = { evaluation: 'all' }

/**
 * Everything an import would change, in the order in which it happens: lists before the rules that use them, deletions
 * last.
 */
export function planImport(
  current: EnvironmentConfig,
  { config: wanted, covers }: Pick<ReadConfig, 'config' | 'covers'>,
  { prune }: { prune: boolean },
): Plan {
  const changes: Change[] = []
  const left: Change[] = []
  const gone = (kind: Change['kind'], area: string, name: string): void =>
    void left.push({ kind, action: 'delete', area, name, details: [] })

  if (covers.customLists) {
    const before = byName(current.customLists, list => list.name)
    for (const list of wanted.customLists) {
      const old = before.get(keyOf(list.name))
      const details = old
        ? [
            ...(old.csv === list.csv ? [] : ['content']),
            ...(old.description === list.description ? [] : ['description']),
          ]
        : []
      if (!old || details.length > 0)
        changes.push({ kind: 'customList', action: old ? 'update' : 'create', area: '', name: list.name, details })
      before.delete(keyOf(list.name))
    }
    for (const list of before.values()) gone('customList', '', list.name)
  }
  for (const [kind, own] of [
    ['sourceList', 'sourceLists'],
    ['externalCall', 'externalCalls'],
    ['externalAssessment', 'externalAssessments'],
  ] as const) {
    if (covers[own]) planNamed(kind, current[own], wanted[own], changes, name => gone(kind, '', name))
  }
  const flat = (sets: EnvironmentConfig['velocitySets']) => sets.map(({ status, body }) => ({ ...body, status }))
  if (covers.functions)
    planNamed('function', current.functions, wanted.functions, changes, name => gone('function', '', name))
  if (covers.velocitySets)
    planNamed('velocitySet', flat(current.velocitySets), flat(wanted.velocitySets), changes, name =>
      gone('velocitySet', '', name),
    )
  for (const list of wanted.supportLists) {
    const keyIn = supportKeyOf(list.name)
    const before = new Map(
      current.supportLists
        .find(({ name }) => keyOf(name) === keyOf(list.name))
        ?.entries.map(entry => [keyIn(entry.value), entry]),
    )
    let [added, updated] = [0, 0]
    for (const entry of list.entries) {
      const key = keyIn(entry.value)
      const old = before.get(key)
      if (!old) added++
      // An entry keeps the spelling that it has.
      else if (!same({ ...old, value: '' }, { ...entry, value: '' })) updated++
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
    for (const [area, settings] of Object.entries(wanted.settings)) {
      const old = current.settings[area] ?? {}
      const details = settingParts.filter(
        part => settings[part] !== undefined && !same(old[part] ?? defaults[part], settings[part]),
      )
      if (details.length > 0) changes.push({ kind: 'settings', action: 'update', area, name: area, details })
    }
  if (covers.settings)
    for (const [area, settings] of Object.entries(current.settings)) {
      const details = settingParts.filter(
        part => settings[part] !== undefined && wanted.settings[area]?.[part] === undefined,
      )
      if (details.length > 0) left.push({ kind: 'settings', action: 'delete', area, name: area, details })
    }
  for (const area of covers.rules) planRules(area, current.rules, wanted.rules, prune, changes, gone)
  return {
    changes: prune ? [...changes, ...left.filter(each => each.kind !== 'supportList')] : changes,
    left: prune ? [] : left,
  }
}

/** Things of which each is one JSON text with a name; `details` are the members that differ. */
function planNamed(
  kind: Change['kind'],
  current: readonly { name: string }[],
  wanted: readonly { name: string }[],
  changes: Change[],
  gone: (name: string) => void,
): void {
  const before = byName<{ name: string }>(current, each => each.name)
  for (const each of wanted) {
    const old = before.get(keyOf(each.name))
    before.delete(keyOf(each.name))
    const members = (thing: object): Record<string, unknown> => thing as Record<string, unknown>
    const details = old
      ? [...new Set([...Object.keys(old), ...Object.keys(each)])].filter(
          key => !same(members(old)[key], members(each)[key]),
        )
      : []
    if (!old || details.length > 0)
      changes.push({ kind, action: old ? 'update' : 'create', area: '', name: each.name, details })
  }
  for (const each of before.values()) gone(each.name)
}

function planRules(
  area: string,
  current: readonly ConfigRule[],
  wanted: readonly ConfigRule[],
  prune: boolean,
  changes: Change[],
  gone: (kind: 'rule', area: string, name: string) => void,
): void {
  const [old, next] = [current, wanted].map(rules => rules.filter(rule => areaOf(rule) === area))
  const before = byName(old ?? [], rule => rule.body.name)
  for (const rule of next ?? []) {
    const was = before.get(keyOf(rule.body.name))
    before.delete(keyOf(rule.body.name))
    const details = was ? differences(was, rule) : []
    if (!was || details.length > 0)
      changes.push({ kind: 'rule', action: was ? 'update' : 'create', area, name: rule.body.name, details })
  }
  for (const rule of before.values()) gone('rule', area, rule.body.name)
  const after = orderAfter(old ?? [], next ?? [], prune)
  // A new rule comes last by itself: only another order is a change of its own.
  const given = [
    ...(old ?? []).map(rule => keyOf(rule.body.name)).filter(name => after.includes(name)),
    ...after.filter(name => !(old ?? []).some(rule => keyOf(rule.body.name) === name)),
  ]
  if (!same(after, given)) changes.push({ kind: 'order', action: 'reorder', area, name: area, details: [] })
}

/** Names in run order after an import: the folder's order; rules it does not have stay after the rule they followed. */
export function orderAfter(old: readonly ConfigRule[], next: readonly ConfigRule[], prune: boolean): string[] {
  const order = next.map(rule => keyOf(rule.body.name))
  if (prune) return order
  let before: string | null = null
  for (const { body } of old) {
    const name = keyOf(body.name)
    if (!order.includes(name)) order.splice(before === null ? 0 : order.indexOf(before) + 1, 0, name)
    before = name
  }
  return order
}

function differences(was: ConfigRule, is: ConfigRule): string[] {
  const clauses = (rule: ConfigRule) => new Map(rule.body.clauses.map(clause => [clause.name, clause]))
  const [old, next] = [clauses(was), clauses(is)]
  const changed = [...next]
    .filter(([name, clause]) => old.has(name) && !same(old.get(name), clause))
    .map(([name]) => `clause ${name}`)
  const added = [...next.keys()].filter(name => !old.has(name)).map(name => `clause ${name} added`)
  const removed = [...old.keys()].filter(name => !next.has(name)).map(name => `clause ${name} removed`)
  const moved =
    added.length + removed.length === 0 && !same([...old.keys()], [...next.keys()]) ? ['order of clauses'] : []
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
    ...(same(was.body.sample, is.body.sample) ? [] : ['sample']),
  ]
}
