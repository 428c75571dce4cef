import type { MoveNoteCode } from '../../../contract/moving-in/moving-in-definitions.ts'
import type { ParsedConfig } from '../../configuration/files/config-files.ts'
import { type ConfigRule, type EnvironmentConfig, nameKey } from '../../configuration/model.ts'
import { areaOf } from '../../configuration/rule-areas.ts'
import { placeOfFile } from '../model/moved-objects.ts'

/** Returns the keys of rules that stay out because of a rule of their name here: its text is active, or it is another. */
export function rulesToLeaveOut(
  { rules }: Pick<EnvironmentConfig, 'rules'>,
  { config, places }: Pick<ParsedConfig, 'config' | 'places'>,
): { key: string; code: MoveNoteCode }[] {
  return config.rules.flatMap(rule => {
    const was = rules.find(each => areaOf(each) === areaOf(rule) && nameKey(each.body.name) === nameKey(rule.body.name))
    const file = places.get(rule)?.file
    if (was === undefined || file === undefined) return []
    const { key } = placeOfFile(file)
    // Neither of them can change: an import would replace the rule.
    if (was.type !== rule.type || was.assessment !== rule.assessment) return [{ key, code: 'otherType' as const }]
    return was.status === 'active' && textsOf(was) !== textsOf(rule) ? [{ key, code: 'activeRule' as const }] : []
  })
}

const textsOf = ({ body: { condition, clauses } }: ConfigRule): string =>
  JSON.stringify([condition, clauses.map(({ name, section, text }) => [name, section, text])])
