import type { MoveNoteCode } from '../../../contract/moving-in/moving-in-definitions.ts'
import type { ParsedConfig } from '../../configuration/files/config-files.ts'
import { orderAfter } from '../../configuration/import/plan-import.ts'
import { type ConfigRule, type EnvironmentConfig, nameKey } from '../../configuration/model.ts'
import { areaOf } from '../../configuration/rule-areas.ts'
import { placeOfFile } from '../model/moved-objects.ts'

/** Returns the keys of rules that stay out because of a rule of their name here: its text is active, or it is another. */
export function rulesToLeaveOut(
  { rules }: Pick<EnvironmentConfig, 'rules'>,
  { config, places }: Pick<ParsedConfig, 'config' | 'places'>,
): { key: string; code: MoveNoteCode }[] {
  return config.rules.flatMap((rule): { key: string; code: MoveNoteCode }[] => {
    const was = rules.find(each => areaOf(each) === areaOf(rule) && nameKey(each.body.name) === nameKey(rule.body.name))
    const file = places.get(rule)?.file
    if (was === undefined || file === undefined) return []
    const { key } = placeOfFile(file)
    // Neither of them can change: an import would replace the rule.
    if (was.type !== rule.type || was.assessment !== rule.assessment) return [{ key, code: 'otherType' }]
    return was.status === 'active' && textsOf(was) !== textsOf(rule) ? [{ key, code: 'activeRule' }] : []
  })
}

const textsOf = ({ body: { condition, clauses } }: ConfigRule): string =>
  JSON.stringify([condition, clauses.map(({ name, section, text }) => [name, section, text])])

/**
 * Brings the rules of a source into the order of those that exist here; new ones follow. An area in `ordered` has the
 * order of the source instead. Returns those of them whose order would move active rules, and which have it not.
 */
export function arrangeRules(
  { rules }: Pick<EnvironmentConfig, 'rules'>,
  { config }: Pick<ParsedConfig, 'config'>,
  ordered: ReadonlySet<string>,
): string[] {
  const refused: string[] = []
  config.rules = [...Map.groupBy(config.rules, areaOf)].flatMap(([area, next]) => {
    const old = rules.filter(rule => areaOf(rule) === area)
    if (ordered.has(area)) {
      if (!movesActive(old, next)) return next
      refused.push(area)
    }
    const ranks = new Map(old.map(({ body }, index) => [nameKey(body.name), index]))
    const rankOf = ({ body }: ConfigRule): number => ranks.get(nameKey(body.name)) ?? old.length
    return next.toSorted((a, b) => rankOf(a) - rankOf(b))
  })
  return refused
}

/** Whether active rules would run in another order; those of one type run together. */
function movesActive(old: readonly ConfigRule[], next: readonly ConfigRule[]): boolean {
  const after = new Map(orderAfter(old, next, false).map((name, index) => [name, index]))
  const active = old.filter(({ status }) => status === 'active')
  return [...Map.groupBy(active, ({ type }) => type).values()].some(same => {
    const ranks = same.map(({ body }) => after.get(nameKey(body.name)) ?? 0)
    return ranks.some((rank, index) => index > 0 && rank < (ranks[index - 1] ?? 0))
  })
}
