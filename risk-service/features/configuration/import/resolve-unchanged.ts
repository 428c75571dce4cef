import type { ParsedConfig } from '../files/config-files.ts'
import { readListFileFacts } from '../files/list-files.ts'
import { type ConfigRule, type EnvironmentConfig, nameKey } from '../model.ts'
import { areaOf } from '../rule-areas.ts'

/** A rule with the status that it has after the import. */
interface ResolvedRule extends ConfigRule {
  status: Exclude<ConfigRule['status'], 'unchanged'>
}
/** A folder whose parts that stay as they are have been read from the environment. */
export interface ResolvedConfig extends ParsedConfig {
  config: Omit<EnvironmentConfig, 'rules'> & { rules: ResolvedRule[] }
}

/**
 * Resolves what a folder leaves to the environment: the status `unchanged` of rules, and lists that stay as they are
 * while their file has no rows.
 */
export function resolveUnchanged(current: EnvironmentConfig, read: ParsedConfig): ResolvedConfig {
  const { config, places } = read
  const rules = config.rules.map((rule): readonly [ResolvedRule, ConfigRule] => [
    { ...rule, status: rule.status === 'unchanged' ? statusIn(current, rule) : rule.status },
    rule,
  ])
  return {
    ...read,
    config: {
      ...config,
      rules: rules.map(([resolved]) => resolved),
      customLists: config.customLists.flatMap(list => (hasRows(list) ? [list] : storedList(current, list))),
    },
    places: new Map(
      rules.flatMap(([resolved, rule]) => {
        const place = places.get(rule)
        return place === undefined ? [] : [[resolved, place] as const]
      }),
    ),
  }
}

/** A rule of another type is another rule of the same name. */
function statusIn(current: EnvironmentConfig, rule: ConfigRule): ResolvedRule['status'] {
  const stored = current.rules.find(
    each =>
      areaOf(each) === areaOf(rule) && each.type === rule.type && nameKey(each.body.name) === nameKey(rule.body.name),
  )
  return stored?.status === 'active' ? 'active' : 'inactive'
}

type CustomList = EnvironmentConfig['customLists'][number]

const hasRows = ({ name, csv, whenEmpty }: CustomList): boolean =>
  whenEmpty === undefined || readListFileFacts(csv, `${name}.csv`).rows > 0

/** The list of the environment; a database list of the name is left as it is, too. */
function storedList({ customLists, sourceLists }: EnvironmentConfig, list: CustomList): CustomList[] {
  const isSame = ({ name }: { name: string }): boolean => nameKey(name) === nameKey(list.name)
  return sourceLists.some(isSame) ? [] : [customLists.find(isSame) ?? list]
}
