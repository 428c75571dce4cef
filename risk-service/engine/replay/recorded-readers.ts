import {
  type CallResult,
  type ListReader,
  type MaybePromise,
  type ResourceReaders,
  remoteListPrefix,
  type VelocityReader,
} from '../../fql/index.ts'
import type { RecordedInputs } from '../../ports/stored-explanation.ts'
import { inputKey, listQuestionKeys } from './recorded-inputs.ts'

/** A read of a resource by rules. */
export interface ResourceRead {
  kind: 'velocity' | 'list' | 'support' | 'lookup' | 'model' | 'call'
  /** In the form that `inputKey` expects. */
  key: string
  /** Id or name of the resource. */
  resource: string
  window?: string
  /** What was looked up, in the order of the key. */
  args: readonly string[]
  value: unknown
}

/**
 * Answers reads of rules with the recorded inputs of an event; other reads with `live`, which is recorded in
 * `unrecorded`.
 */
export class RecordedReaders {
  /** All reads of the runs so far. */
  readonly reads = new Map<string, ResourceRead>()
  /** Whether a run read inputs that were not read when the event was decided. */
  unrecorded: 'no' | 'today' | 'never' = 'no'
  /** Values that replace recorded ones, by the key of the read. */
  changes: ReadonlyMap<string, unknown> = new Map()
  private readonly recorded: RecordedInputs
  private readonly live: ResourceReaders
  private first: Set<string> | null = null

  constructor(recorded: RecordedInputs, live: ResourceReaders) {
    this.recorded = recorded
    this.live = live
  }

  /** Prepares another run. */
  reset(): void {
    this.unrecorded = 'no'
  }

  /**
   * Declares that the reads so far are all reads of the decided event: those that were not recorded were zero or a
   * miss.
   */
  freeze(): void {
    this.first = new Set(this.reads.keys())
  }

  private answer<T>(query: Omit<ResourceRead, 'value'>, none: T, live: (() => T) | null): T {
    const { key } = query
    const value = this.changes.has(key) ? (this.changes.get(key) as T) : this.find(key, none, live)
    this.reads.set(key, { ...query, value })
    return value
  }
  private find<T>(key: string, none: T, live: (() => T) | null): T {
    const inputName = inputKey(key)
    if (inputName in this.recorded && this.recorded[inputName] !== null) return this.recorded[inputName] as T
    if (inputName in this.recorded) {
      this.unrecorded = 'never'
      return none
    }
    if (this.first === null || this.first.has(key)) return none
    this.unrecorded = live === null ? 'never' : this.unrecorded === 'never' ? 'never' : 'today'
    return live === null ? none : live()
  }

  readers(): ResourceReaders {
    const { live } = this
    const lists: ListReader | undefined = live.lists
    // A database elsewhere is not queried for its present value: no caller waits here, and queries cost its owner.
    const today = <T>(list: string, ask: () => T): (() => T) | null => (list.startsWith(remoteListPrefix) ? null : ask)
    const velocities: VelocityReader = {
      read: (velocity, key, window) =>
        this.answer<MaybePromise<number>>(
          {
            kind: 'velocity',
            key: `velocity|${velocity.id ?? velocity.name.toLowerCase()}|${window.count}${window.unit}|${key}`,
            resource: velocity.name,
            window: `${window.count}${window.unit}`,
            args: [key],
          },
          0,
          live.velocities === undefined ? null : () => live.velocities?.read(velocity, key, window) ?? 0,
        ),
    }
    const call = (key: string, resource: string, args: readonly string[]): CallResult => {
      const inputName = inputKey(key)
      if (!(inputName in this.recorded)) this.unrecorded = 'never'
      return {
        ...this.answer(
          { kind: 'call', key, resource, args },
          { response: null, httpStatusCode: 0, errorMessage: '' },
          null,
        ),
        latencyMs: 0,
      }
    }
    return {
      ...live,
      velocities,
      calls: {
        external: (target, args) =>
          call(`external|${target.id ?? target.name.toLowerCase()}|${JSON.stringify(args)}`, target.name, args),
        assessment: (target, method, body, observation) =>
          call(
            `assessment|${method}|${target.id ?? target.name.toLowerCase()}|${observation ?? ''}|${JSON.stringify(body)}`,
            target.name,
            [JSON.stringify(body)],
          ),
      },
      models: Object.fromEntries(
        (['risk', 'bot'] as const).map(name => [
          name,
          () => this.answer({ kind: 'model', key: `model|${name}`, resource: name, args: [] }, undefined, null),
        ]),
      ),
      ...(lists === undefined
        ? {}
        : ({
            lists: {
              containsKey: (list: string, column: string, key: string) =>
                this.answer(
                  {
                    kind: 'list',
                    key: listQuestionKeys.containsKey(list, column, key),
                    resource: list,
                    args: [column, key],
                  },
                  false,
                  today(list, () => lists.containsKey(list, column, key)),
                ),
              lookup: (list: string, keyColumn: string, key: string, valueColumn: string) =>
                this.answer(
                  {
                    kind: 'lookup',
                    key: listQuestionKeys.lookup(list, keyColumn, key, valueColumn),
                    resource: list,
                    args: [keyColumn, key, valueColumn],
                  },
                  undefined,
                  today(list, () => lists.lookup(list, keyColumn, key, valueColumn)),
                ),
              lookupClosest: (list: string, keyColumn: string, key: string, valueColumn: string) =>
                this.answer(
                  {
                    kind: 'lookup',
                    key: listQuestionKeys.lookupClosest(list, keyColumn, key, valueColumn),
                    resource: list,
                    args: [keyColumn, key, valueColumn],
                  },
                  undefined,
                  () => lists.lookupClosest(list, keyColumn, key, valueColumn),
                ),
              supportStatus: (list: string, value: string, now: Date) =>
                this.answer(
                  { kind: 'support', key: listQuestionKeys.supportStatus(list, value), resource: list, args: [value] },
                  undefined,
                  () => lists.supportStatus(list, value, now),
                ),
            },
          } satisfies ResourceReaders)),
    }
  }
}
