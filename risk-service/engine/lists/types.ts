import type { SupportListId } from '../../contract/lists/list-definitions.ts'
import type { CheckEnvironment, ListReader, RuleSource } from '../../fql/index.ts'
import type { CompiledList } from './compiled-list.ts'
import type { ListSources } from './list-sources.ts'

export type CheckLists = NonNullable<CheckEnvironment['lists']>

/** The changed keys of a support list, or all of it. */
export interface SupportListChange {
  list: SupportListId
  keys?: readonly string[]
}

/**
 * The lists of every environment as rules read them: names for the checker, rows in memory for decisions. A list
 * belongs to its environment alone. Only lists that rules use are in memory, packed, so that they need about as much
 * memory as their files.
 */
export interface ListRegistry {
  /** Names and columns of an environment's lists; readers are called with the ids in them. */
  checkLists: (environmentId: string) => CheckLists
  /** One reader for all environments; it sees changes as soon as they are read. */
  reader: ListReader
  /** Changes with names and columns: rules are then compiled again. */
  signature: (environmentId: string) => string
  /**
   * Loads the lists that these rules read; the lists stay until the next call for the environment. To be awaited before
   * the rules run.
   */
  loadForRules: (environmentId: string, rules: readonly RuleSource[]) => Promise<void>
  /** The same for a trial rule: cached as long as there is room. */
  loadForTrial: (environmentId: string, rules: readonly RuleSource[]) => Promise<void>
  /** Reads changes: of one environment, or of all. */
  reload: (environmentId?: string) => Promise<void>
  reloadSupport: (environmentId: string, change: SupportListChange) => Promise<void>
  /** Opens a version of a list for viewing; null when its file is not stored. */
  openVersion: (listId: string, version: number) => Promise<CompiledList | null>
  /** Queries the databases of lists; null where queries are not allowed. */
  sources: ListSources | null
  /** Version of a list that rules see; null before it is loaded. */
  versionOf: (environmentId: string, listId: string) => number | null
}

/** The lists of all environments, as far as rules need them. */
export interface RuleLists {
  /** Reads names and columns, before rules are compiled with them. */
  reload: (environmentId?: string) => Promise<void>
  checkLists: (environmentId: string) => CheckEnvironment['lists']
  /** Changes when names or columns do. */
  signature: (environmentId: string) => string
  /** Loads the rows that published rules read. */
  loadForRules: (environmentId: string, rules: readonly RuleSource[]) => Promise<void>
  /** The same for one run of a trial rule. */
  loadForTrial: (environmentId: string, rules: readonly RuleSource[]) => Promise<void>
  reader: ListReader
}
