import { listConnectionSchema } from '../../contract/lists/database-lists.ts'
import { type SupportListId, supportKey, supportListIds, supportLists } from '../../contract/lists/list-definitions.ts'
import { type CheckEnvironment, type ListReader, type RuleSource, remoteListPrefix } from '../../fql/index.ts'
import type { Ports } from '../../ports/index.ts'
import { gunzip } from '../lib/gzip.ts'
import { createSerialQueue } from '../lib/serial-queue.ts'
import { type CompiledList, compileListFile, type IndexedColumns } from './compiled-list.ts'
import { findListReferences } from './list-references.ts'
import type { ListSources, StoredListSource } from './list-sources.ts'

type CheckLists = NonNullable<CheckEnvironment['lists']>

/** What changed in a support list: the keys, or all of it. */
interface SupportListChange {
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

/** `remote`: where the rows are, when they are not here. */
interface Definition {
  id: string
  name: string
  version: number
  columns: readonly string[]
  size: number
  remote: StoredListSource | null
}
interface Loaded {
  version: number
  list: CompiledList
  size: number
}
type Status = 'Safe' | 'Block' | 'Watch'
/** `until`: milliseconds; Infinity without an expiry. */
interface Entry {
  status: Status
  until: number
}

const permanentEntries: Readonly<Record<Status, Entry>> = {
  Safe: { status: 'Safe', until: Infinity },
  Block: { status: 'Block', until: Infinity },
  Watch: { status: 'Watch', until: Infinity },
}
/** Bytes of files that are kept for rules that are only tried. */
const trialCacheBytes = 64 * 1024 * 1024

const parseRemoteSource = ({
  connection,
  ...rest
}: Omit<StoredListSource, 'connection'> & { connection: unknown }): StoredListSource | null =>
  connection === null || connection === undefined
    ? null
    : { ...rest, connection: listConnectionSchema.parse(connection) }

export const supportId = (environmentId: string, list: SupportListId): string => `${environmentId}/${list}`

export function createListRegistry({
  db,
  log,
  sources = null,
}: Pick<Ports, 'db' | 'log'> & { sources?: ListSources | null }): ListRegistry {
  /** Environment to lists by lower-cased name. */
  let definitions: ReadonlyMap<string, ReadonlyMap<string, Definition>> = new Map()
  const checks = new Map<string, CheckLists>()
  const loaded = new Map<string, Loaded>()
  /** What the rules of an environment ask, by lower-cased name. */
  const wanted = new Map<string, ReadonlyMap<string, IndexedColumns>>()
  /** Lists of rules that were tried, the latest last. */
  const borrowed = new Map<string, number>()
  /** Lists whose rows are elsewhere, as rules ask for them. */
  let remotes: ReadonlyMap<string, StoredListSource> = new Map()
  const support = new Map<string, Map<string, Entry>>()
  /** Number and last change of entries as they were read. */
  const supportStates = new Map<string, string>()
  /** The one that was looked into last: somebody leafs through it. */
  let opened: { id: string; version: number; list: CompiledList | null } | null = null

  /** One change at a time: a later one reads what an earlier one left. */
  const inTurn = createSerialQueue()

  async function readDefinitions(environmentId: string | undefined): Promise<void> {
    const rows = await db
      .selectFrom('list')
      .leftJoin('list_source', 'list_source.list_id', 'list.id')
      .select([
        'id',
        'environment_id',
        'name',
        'version',
        'columns',
        'size',
        'list_source.connection',
        'list_source.secret',
      ])
      .$if(environmentId !== undefined, query => query.where('environment_id', '=', environmentId ?? ''))
      .execute()
    const fresh = new Map(environmentId === undefined ? [] : definitions)
    if (environmentId !== undefined) fresh.delete(environmentId)
    for (const [id, lists] of Map.groupBy(rows, row => row.environment_id)) {
      fresh.set(
        id,
        new Map(
          lists.map(({ id: listId, name, version, columns, size, connection, secret }) => [
            name.toLowerCase(),
            {
              id: listId,
              name,
              version,
              columns,
              size,
              remote: parseRemoteSource({ listId, environmentId: id, version, connection, secret }),
            },
          ]),
        ),
      )
    }
    // What rules ask is read before they are told of it: until then they go on with what they have.
    for (const [id, uses] of wanted)
      if (environmentId === undefined || id === environmentId) await load(fresh.get(id), uses)
    definitions = fresh
    remotes = new Map(
      [...fresh.values()].flatMap(lists =>
        [...lists.values()].flatMap(({ id, remote }) =>
          remote === null ? [] : [[remoteListPrefix + id, remote] as const],
        ),
      ),
    )
    if (environmentId === undefined) checks.clear()
    else checks.delete(environmentId)
    forget()
  }

  async function load(
    lists: ReadonlyMap<string, Definition> | undefined,
    uses: ReadonlyMap<string, IndexedColumns>,
  ): Promise<void> {
    for (const [name, use] of uses) {
      const definition = lists?.get(name)
      if (!definition || definition.remote !== null) continue
      const known = loaded.get(definition.id)
      const list = known?.version === definition.version ? known.list : await readRows(definition)
      if (!list) continue
      await list.buildIndexes(use)
      loaded.set(definition.id, { version: definition.version, list, size: definition.size })
    }
  }

  async function readRows({ id, version }: Pick<Definition, 'id' | 'version'>): Promise<CompiledList | null> {
    const row = await db
      .selectFrom('list_version')
      .select(['content', 'file_name'])
      .where('list_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    // Changed again meanwhile: the next reload brings it.
    if (!row?.content) return null
    const { list, facts } = await compileListFile(await gunzip(row.content), row.file_name)
    if (!list) log.write(3, 'lists.unreadable', { list: id, version, code: facts.problems[0]?.code ?? '' })
    return list
  }

  /** Lists that nobody asks any more leave the memory. */
  function forget(): void {
    const asked = new Set<string>()
    for (const [environmentId, uses] of wanted) {
      for (const name of uses.keys()) {
        const id = definitions.get(environmentId)?.get(name)?.id
        if (id !== undefined) asked.add(id)
      }
    }
    const known = new Set([...definitions.values()].flatMap(lists => [...lists.values()].map(({ id }) => id)))
    let room = trialCacheBytes
    for (const id of [...borrowed.keys()].reverse()) {
      room -= borrowed.get(id) ?? 0
      if (room < 0 || !known.has(id)) borrowed.delete(id)
    }
    for (const id of loaded.keys()) if (!known.has(id) || (!asked.has(id) && !borrowed.has(id))) loaded.delete(id)
  }

  async function readSupport(environmentId: string, change: SupportListChange): Promise<void> {
    const { list, keys } = change
    const rows = await db
      .selectFrom('support_entry')
      .select(['key', 'status', 'expires_at'])
      .where('environment_id', '=', environmentId)
      .where('list', '=', list)
      .$if(keys !== undefined, query => query.where('key', 'in', keys ?? []))
      .execute()
    const id = supportId(environmentId, list)
    const entries = (keys === undefined ? undefined : support.get(id)) ?? new Map<string, Entry>()
    for (const key of keys ?? []) entries.delete(key)
    for (const row of rows)
      entries.set(
        row.key,
        row.expires_at === null
          ? permanentEntries[row.status]
          : { status: row.status, until: row.expires_at.getTime() },
      )
    support.set(id, entries)
    // What else changed at the same time is not known.
    if (keys !== undefined) supportStates.delete(id)
  }

  /** Reads the support lists that are not as they were read: few changes touch them, and they may be long. */
  async function readChangedSupport(environmentId: string | undefined): Promise<void> {
    const rows = await db
      .selectFrom('support_entry')
      .select(({ fn }) => [
        'environment_id',
        'list',
        fn.countAll<number>().as('entries'),
        fn.max('updated_at').as('latest'),
      ])
      .$if(environmentId !== undefined, query => query.where('environment_id', '=', environmentId ?? ''))
      .groupBy(['environment_id', 'list'])
      .execute()
    const states = new Map(
      rows.map(row => [
        supportId(row.environment_id, row.list as SupportListId),
        { ...row, state: `${row.entries} ${row.latest?.getTime()}` },
      ]),
    )
    for (const id of support.keys()) {
      if (states.has(id) || (environmentId !== undefined && !id.startsWith(`${environmentId}/`))) continue
      support.delete(id)
      supportStates.delete(id)
    }
    for (const [id, { environment_id, list, state }] of states) {
      if (supportStates.get(id) === state) continue
      await readSupport(environment_id, { list: list as SupportListId })
      supportStates.set(id, state)
    }
  }

  function askAfar(
    list: string,
    keyColumn: string,
    key: string,
    valueColumn: string,
  ): Promise<{ value: string | undefined } | null> {
    const remote = remotes.get(list)
    if (remote === undefined || sources === null) return Promise.reject(new Error('Definition not found'))
    return sources.value(remote, keyColumn, key, valueColumn)
  }

  const reader: ListReader = {
    remote: {
      containsKey: async (list, column, key) => (await askAfar(list, column, key, column)) !== null,
      lookup: async (list, keyColumn, key, valueColumn) => (await askAfar(list, keyColumn, key, valueColumn))?.value,
    },
    containsKey: (list, column, key) => (loaded.get(list)?.list.find(column, key) ?? -1) >= 0,
    lookup(list, keyColumn, key, valueColumn) {
      const found = loaded.get(list)?.list
      return found?.cell(valueColumn, found.find(keyColumn, key))
    },
    lookupClosest(list, keyColumn, key, valueColumn) {
      const found = loaded.get(list)?.list
      return found?.cell(valueColumn, found.closest(keyColumn, key))
    },
    supportStatus(list, value, now) {
      const entry = support.get(list)?.get(supportKey(list.slice(list.lastIndexOf('/') + 1) as SupportListId, value))
      return entry !== undefined && entry.until > now.getTime() ? entry.status : undefined
    },
  }

  return {
    checkLists(environmentId) {
      const known = checks.get(environmentId)
      if (known) return known
      const made: CheckLists = {
        custom: new Map(
          [...(definitions.get(environmentId) ?? [])].map(([key, { id, name, columns, remote }]) => [
            key,
            remote === null ? { id, name, columns } : { id: remoteListPrefix + id, name, columns, remote: true },
          ]),
        ),
        support: new Map(
          supportListIds.map(list => [
            supportLists[list].name.toLowerCase(),
            { id: supportId(environmentId, list), name: supportLists[list].name },
          ]),
        ),
      }
      checks.set(environmentId, made)
      return made
    },
    reader,
    sources,
    signature: environmentId =>
      JSON.stringify(
        [...(definitions.get(environmentId) ?? [])]
          .map(([, { id, columns, remote }]) => [id, columns, remote !== null])
          .sort(),
      ),
    loadForRules: (environmentId, rules) =>
      inTurn(async () => {
        const uses = findListReferences(rules)
        if (uses.size === 0) wanted.delete(environmentId)
        else wanted.set(environmentId, uses)
        await load(definitions.get(environmentId), uses)
        forget()
      }),
    loadForTrial: (environmentId, rules) =>
      inTurn(async () => {
        const uses = findListReferences(rules)
        await load(definitions.get(environmentId), uses)
        for (const name of uses.keys()) {
          const definition = definitions.get(environmentId)?.get(name)
          if (!definition || definition.remote !== null) continue
          borrowed.delete(definition.id)
          borrowed.set(definition.id, definition.size)
        }
        forget()
      }),
    reload: environmentId =>
      inTurn(async () => {
        await readDefinitions(environmentId)
        await readChangedSupport(environmentId)
      }),
    async openVersion(listId, version) {
      const known = loaded.get(listId)
      if (known?.version === version) return known.list
      if (opened?.id !== listId || opened.version !== version)
        opened = { id: listId, version, list: await readRows({ id: listId, version }) }
      return opened.list
    },
    reloadSupport: (environmentId, change) => inTurn(() => readSupport(environmentId, change)),
    versionOf: (environmentId, listId) =>
      [...(definitions.get(environmentId)?.values() ?? [])].find(({ id }) => id === listId)?.version ?? null,
  }
}
