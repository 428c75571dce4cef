import { type SupportListId, supportListIds } from '../../contract/lists/list-definitions.ts'
import type { Engine } from '../../engine/index.ts'
import type { ListRegistry } from '../../engine/lists/types.ts'
import type { RightsChanges } from '../../kernel/access/rights-changes.ts'
import { codeOf } from '../../kernel/errors/error-code.ts'
import type { ChangeTopic, ServiceChange, ServiceChanges } from '../../kernel/store/changes/service-changes.ts'
import type { Logger } from '../../ports/index.ts'

interface FollowedCaches {
  engine: Pick<Engine, 'reloadRules' | 'reloadContainments'>
  lists: Pick<ListRegistry, 'reloadSupport'>
  rightsChanges: Pick<RightsChanges, 'publish'>
  log: Logger
}

interface CacheFollower {
  /** Resolves when nothing waits to be read. */
  idle: () => Promise<void>
  stop: () => Promise<void>
}

/** What has to be read again. */
interface Stale {
  rules: Set<string>
  allRules: boolean
  containments: boolean
  /** Keys of support lists by environment and list; null: the whole list. */
  support: Map<string, { environmentId: string; list: SupportListId; keys: Set<string> | null }>
}

const topics: readonly ChangeTopic[] = ['rules', 'support', 'containments', 'environments', 'rights']
const noStale = (): Stale => ({ rules: new Set(), allRules: false, containments: false, support: new Map() })
const retryMs = 500
/** Above so many, reading the list is cheaper than reading its entries one by one. */
const maxKeys = 1000

/**
 * Has the caches of this process follow what any process changed: one read at a time, of everything that changed since
 * the one before. A read that fails is repeated until it succeeds.
 */
export function followChanges(
  changes: Pick<ServiceChanges, 'subscribe'>,
  { engine, lists, rightsChanges, log }: FollowedCaches,
): CacheFollower {
  let stale = noStale()
  let running: Promise<void> | null = null
  let stopped = false

  const isStale = ({ rules, allRules, containments, support }: Stale) =>
    allRules || containments || rules.size + support.size > 0

  function note({ topic, key, payload }: ServiceChange): void {
    if (topic === 'support') noteSupport(key ?? '', payload)
    else if (topic === 'containments') stale.containments = true
    else if (topic !== 'rights')
      if (key === null) stale.allRules = true
      else stale.rules.add(key)
  }

  function noteSupport(environmentId: string, payload: unknown): void {
    const { list: name, keys } = (payload ?? {}) as { list?: string; keys?: string[] | null }
    const list = supportListIds.find(each => each === name)
    if (list === undefined) return
    const id = `${environmentId} ${list}`
    const found = stale.support.get(id) ?? { environmentId, list, keys: new Set<string>() }
    stale.support.set(id, found)
    if (keys === undefined || keys === null) found.keys = null
    for (const each of keys ?? []) found.keys?.add(each)
    if ((found.keys?.size ?? 0) > maxKeys) found.keys = null
  }

  async function read(now: Stale): Promise<void> {
    for (const { environmentId, list, keys } of now.support.values())
      await lists.reloadSupport(environmentId, keys === null ? { list } : { list, keys: [...keys] })
    const [only] = now.rules
    if (now.allRules || now.rules.size > 1) await engine.reloadRules()
    else if (only !== undefined) await engine.reloadRules(only)
    // Rules are read with what is contained.
    else if (now.containments) await engine.reloadContainments()
  }

  /** What could not be read waits together with what changed meanwhile. */
  function putBack({ rules, allRules, containments, support }: Stale): void {
    for (const id of rules) stale.rules.add(id)
    stale.allRules ||= allRules
    stale.containments ||= containments
    for (const [id, { keys, ...rest }] of support) {
      const later = stale.support.get(id)
      if (later === undefined) stale.support.set(id, { ...rest, keys })
      else later.keys = keys === null || later.keys === null ? null : new Set([...keys, ...later.keys])
    }
  }

  async function readAll(): Promise<void> {
    let failing = false
    while (!stopped && isStale(stale)) {
      const now = stale
      stale = noStale()
      try {
        await read(now)
        if (failing) log.write(1, 'changes.loaded-again')
        failing = false
      } catch (error) {
        putBack(now)
        if (!failing) log.write(3, 'changes.not-loaded', { code: codeOf(error) })
        failing = true
        await new Promise(resolve => setTimeout(resolve, retryMs))
      }
    }
  }
  function start(): void {
    running ??= readAll().finally(() => {
      running = null
      if (!stopped && isStale(stale)) start()
    })
  }

  changes.subscribe({
    topics,
    onChanges(found) {
      if (found.some(({ topic }) => topic === 'rights' || topic === 'environments')) rightsChanges.publish()
      for (const change of found) note(change)
      start()
    },
    onMissed() {
      rightsChanges.publish()
      stale.allRules = true
      start()
    },
  })
  return {
    idle: async () => {
      while (running !== null) await running
    },
    async stop() {
      stopped = true
      await running
    },
  }
}
