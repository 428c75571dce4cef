import { supportListIds, supportLists } from '../../contract/lists/list-definitions.ts'
import { type ListReader, remoteListPrefix } from '../../fql/index.ts'
import type { Ports } from '../../ports/index.ts'
import { gunzip } from '../lib/gzip.ts'
import { createSerialQueue } from '../lib/serial-queue.ts'
import { type CompiledList, compileListFile, type IndexedColumns } from './compiled-list.ts'
import { findListReferences } from './list-references.ts'
import type { ListSources, StoredListSource } from './list-sources.ts'
import { type ListDefinition, type ListDefinitions, loadListDefinitions } from './load-definitions.ts'
import { createSupportLists, supportId } from './support-lists.ts'
import type { CheckLists, ListRegistry } from './types.ts'

interface Loaded {
  version: number
  list: CompiledList
  size: number
}
/** Maximum bytes of cached files for trial rules. */
const trialCacheBytes = 64 * 1024 * 1024

/** Creates the registry, which reads lists when rules need them. Call `reload` before its first use. */
export function createListRegistry({
  db,
  log,
  sources = null,
}: Pick<Ports, 'db' | 'log'> & { sources?: ListSources | null }): ListRegistry {
  /** Lists by environment and lower-cased name. */
  let definitions: ListDefinitions = new Map()
  const checks = new Map<string, CheckLists>()
  const loaded = new Map<string, Loaded>()
  /** Lists that the rules of an environment read, by lower-cased name. */
  const ruleReferences = new Map<string, ReadonlyMap<string, IndexedColumns>>()
  /** Lists of trial rules, the latest last. */
  const trialLists = new Map<string, number>()
  /** Lists whose rows are in a database of the customer, as rules name them. */
  let remotes: ReadonlyMap<string, StoredListSource> = new Map()
  const support = createSupportLists({ db })
  /** The version that was opened last: a user pages through it. */
  let opened: { id: string; version: number; list: CompiledList | null } | null = null

  /** One change at a time: a later one reads what an earlier one left. */
  const changes = createSerialQueue()

  async function readDefinitions(environmentId: string | undefined): Promise<void> {
    const changed = await loadListDefinitions(db, environmentId)
    const others = [...definitions].filter(([id]) => environmentId !== undefined && id !== environmentId)
    const fresh: ListDefinitions = new Map([...others, ...changed])
    // Rows that rules read are loaded before rules see the change: until then they use the previous version.
    for (const [id, uses] of ruleReferences)
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
    dropUnused()
  }

  async function load(
    lists: ReadonlyMap<string, ListDefinition> | undefined,
    uses: ReadonlyMap<string, IndexedColumns>,
  ): Promise<void> {
    for (const [name, use] of uses) {
      const definition = lists?.get(name)
      if (!definition || definition.remote !== null) continue
      const current = loaded.get(definition.id)
      const list = current?.version === definition.version ? current.list : await readRows(definition)
      if (!list) continue
      await list.buildIndexes(use)
      loaded.set(definition.id, { version: definition.version, list, size: definition.size })
    }
  }

  async function readRows({ id, version }: Pick<ListDefinition, 'id' | 'version'>): Promise<CompiledList | null> {
    const row = await db
      .selectFrom('list_version')
      .select(['content', 'file_name'])
      .where('list_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    // Changed again in the meantime: the next reload reads it.
    if (!row?.content) return null
    const { list, facts } = await compileListFile(await gunzip(row.content), row.file_name)
    if (!list) log.write(3, 'lists.unreadable', { list: id, version, code: facts.problems[0]?.code ?? '' })
    return list
  }

  /** Drops lists that no rule reads any more from memory. */
  function dropUnused(): void {
    const referenced = new Set<string>()
    for (const [environmentId, uses] of ruleReferences) {
      for (const name of uses.keys()) {
        const id = definitions.get(environmentId)?.get(name)?.id
        if (id !== undefined) referenced.add(id)
      }
    }
    const existing = new Set([...definitions.values()].flatMap(lists => [...lists.values()].map(({ id }) => id)))
    let room = trialCacheBytes
    for (const id of [...trialLists.keys()].reverse()) {
      room -= trialLists.get(id) ?? 0
      if (room < 0 || !existing.has(id)) trialLists.delete(id)
    }
    for (const id of loaded.keys())
      if (!existing.has(id) || (!referenced.has(id) && !trialLists.has(id))) loaded.delete(id)
  }

  function readRemote(
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
      containsKey: async (list, column, key) => (await readRemote(list, column, key, column)) !== null,
      lookup: async (list, keyColumn, key, valueColumn) => (await readRemote(list, keyColumn, key, valueColumn))?.value,
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
    supportStatus: support.statusOf,
  }

  return {
    checkLists(environmentId) {
      const cached = checks.get(environmentId)
      if (cached) return cached
      const lists: CheckLists = {
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
      checks.set(environmentId, lists)
      return lists
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
      changes(async () => {
        const uses = findListReferences(rules)
        if (uses.size === 0) ruleReferences.delete(environmentId)
        else ruleReferences.set(environmentId, uses)
        await load(definitions.get(environmentId), uses)
        dropUnused()
      }),
    loadForTrial: (environmentId, rules) =>
      changes(async () => {
        const uses = findListReferences(rules)
        await load(definitions.get(environmentId), uses)
        for (const name of uses.keys()) {
          const definition = definitions.get(environmentId)?.get(name)
          if (!definition || definition.remote !== null) continue
          trialLists.delete(definition.id)
          trialLists.set(definition.id, definition.size)
        }
        dropUnused()
      }),
    reload: environmentId =>
      changes(async () => {
        await readDefinitions(environmentId)
        await support.reloadChanged(environmentId)
      }),
    async openVersion(listId, version) {
      const current = loaded.get(listId)
      if (current?.version === version) return current.list
      if (opened?.id !== listId || opened.version !== version)
        opened = { id: listId, version, list: await readRows({ id: listId, version }) }
      return opened.list
    },
    reloadSupport: (environmentId, change) => changes(() => support.reload(environmentId, change)),
    versionOf: (environmentId, listId) =>
      [...(definitions.get(environmentId)?.values() ?? [])].find(({ id }) => id === listId)?.version ?? null,
  }
}
