import type { SupportListId } from '../../contract/lists/list-definitions.ts'
import type { CheckEnvironment, ListReader, RuleSource } from '../../fql/index.ts'
import type { CompiledList } from './compiled-list.ts'
import type { ListSources } from './list-sources.ts'

export type CheckLists = NonNullable<CheckEnvironment['lists']>

/** What changed in a support list: the keys, or all of it. */
export interface SupportListChange {
  list: SupportListId
  keys?: readonly string[]
}

/**
 * The lists of every environment as rules read them: names for the checker, rows in memory for decisions. A list
 * belongs to its environment alone. Only lists that rules ask are in memory, packed, so that they weigh about as much
 * as their files.
 */
export interface ListRegistry {
  /** Names and columns of an environment's lists; ids in them are what readers are asked for. */
  checkLists: (environmentId: string) => CheckLists
  /** One reader for all; it sees changes as soon as they are read. */
  reader: ListReader
  /** Changes with names and columns: rules are compiled anew then. */
  signature: (environmentId: string) => string
  /**
   * Reads what these rules ask; the lists stay until the next call for the environment. To be awaited before the rules
   * run.
   */
  loadForRules: (environmentId: string, rules: readonly RuleSource[]) => Promise<void>
  /** The same for a rule that is only tried: kept as long as there is room. */
  loadForTrial: (environmentId: string, rules: readonly RuleSource[]) => Promise<void>
  /** Takes changes over: of one environment, or of all. */
  reload: (environmentId?: string) => Promise<void>
  reloadSupport: (environmentId: string, change: SupportListChange) => Promise<void>
  /** A version of a list to look into; null when its file is not kept. */
  openVersion: (listId: string, version: number) => Promise<CompiledList | null>
  /** Asks the databases that lists are in; null where none may be asked. */
  sources: ListSources | null
  /** Version of a list that rules see; null before it is known. */
  versionOf: (environmentId: string, listId: string) => number | null
}

/** The lists of all environments, as far as rules need them. */
export interface RuleLists {
  /** Reads names and columns, before rules are compiled with them. */
  reload: (environmentId?: string) => Promise<void>
  checkLists: (environmentId: string) => CheckEnvironment['lists']
  /** Changes when names or columns do. */
  signature: (environmentId: string) => string
  /** Has the rows at hand that published rules read. */
  loadForRules: (environmentId: string, rules: readonly RuleSource[]) => Promise<void>
  /** The same for a rule that is tried once. */
  loadForTrial: (environmentId: string, rules: readonly RuleSource[]) => Promise<void>
  reader: ListReader
}
