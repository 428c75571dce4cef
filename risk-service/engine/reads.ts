import { type CallResult, type ListReader, listQuestions, type Scope } from '../fql/index.ts'
import { CallProblem } from './calls/authentication.ts'
import { within } from './calls/perform.ts'

/**
 * What rules were told by resources while an event was decided: velocities, hits of lists, models, calls. Kept with the
 * event under a short hash of what was asked, so that the rules can be run again exactly as they ran, whatever was
 * counted or listed since. Zeros and misses are left out: whatever was asked and is not here was that. A read takes
 * some 12 bytes.
 */
export type KeptReads = Readonly<Record<string, unknown>>

/**
 * Longest response of a call, and longest value of a list, that is kept; rules that read a longer one cannot be run
 * again.
 */
const longestKept = 2000
/** Null stands for a value that was there and is too long. */
const keptText = (text: string): string | null => (text.length > longestKept ? null : text)
const kinds = /^(velocity|travel|model|external|assessment|list|lookup)\|/

/** FNV-1a of what was asked. An event asks for some hundred things at most: two alike are one in a million. */
export function readKey(asked: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < asked.length; index++) hash = Math.imul(hash ^ asked.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}

/**
 * Stands before the lists and notes hits; made for every event, so it does nothing for a miss. `until`: when lists
 * elsewhere have to have answered, as calls have.
 */
export class ListWitness implements ListReader {
  hits: Map<string, unknown> | undefined = undefined
  private readonly lists: ListReader
  private readonly until: number
  constructor(lists: ListReader, until = Infinity) {
    this.lists = lists
    this.until = until
  }
  /** What lists elsewhere say is among the results of the run. */
  get remote(): ListReader['remote'] {
    const {
      lists: { remote },
      until,
    } = this
    return remote === undefined || until === Infinity
      ? remote
      : {
          containsKey: (...asked) => inTime(until, () => remote.containsKey(...asked)),
          lookup: (...asked) => inTime(until, () => remote.lookup(...asked)),
        }
  }
  containsKey(list: string, column: string, key: string): boolean {
    const found = this.lists.containsKey(list, column, key)
    if (found) this.note(listAsked.containsKey(list, column, key), true)
    return found
  }
  lookup(list: string, keyColumn: string, key: string, valueColumn: string): string | undefined {
    const found = this.lists.lookup(list, keyColumn, key, valueColumn)
    if (found !== undefined) this.note(listAsked.lookup(list, keyColumn, key, valueColumn), found)
    return found
  }
  lookupClosest(list: string, keyColumn: string, key: string, valueColumn: string): string | undefined {
    const found = this.lists.lookupClosest(list, keyColumn, key, valueColumn)
    if (found !== undefined) this.note(listAsked.lookupClosest(list, keyColumn, key, valueColumn), found)
    return found
  }
  supportStatus(list: string, value: string, now: Date): ReturnType<ListReader['supportStatus']> {
    const found = this.lists.supportStatus(list, value, now)
    if (found !== undefined) this.note(listAsked.supportStatus(list, value), found)
    return found
  }
  private note(asked: string, value: unknown): void {
    ;(this.hits ??= new Map<string, unknown>()).set(asked, typeof value === 'string' ? keptText(value) : value)
  }
}

async function inTime<T>(until: number, ask: () => T | Promise<T>): Promise<T> {
  const left = until - performance.now()
  if (left <= 0) throw new CallProblem('timeout', 'Timeout')
  return await within(left, Promise.resolve(ask()))
}

/** What a list was asked, as a text. */
export const listAsked = {
  ...listQuestions,
  lookupClosest: (list: string, keyColumn: string, key: string, valueColumn: string): string =>
    `closest|${list}|${keyColumn}|${key}|${valueColumn}`,
  supportStatus: (list: string, value: string): string => `support|${list}|${value}`,
}

/**
 * What is kept of one run, as JSON; undefined when nothing was told. As text at once: an object of keys that no other
 * event has costs as much as a rule.
 */
export function keptReads(scope: Scope, lists: ListWitness | undefined, bot: number | undefined): string | undefined {
  let kept = bot === undefined ? '' : `,"bot":${bot}`
  if (lists?.hits !== undefined) for (const [asked, value] of lists.hits) kept += entry(asked, value)
  if (scope.results !== undefined) {
    for (const [asked, value] of scope.results) {
      if (value === 0 || value === undefined || value === false || !kinds.test(asked)) continue
      const small =
        typeof value === 'string'
          ? keptText(value)
          : typeof value === 'number' || value === true
            ? value
            : smaller(asked, value)
      if (small !== undefined) kept += entry(asked, small)
    }
  }
  return kept === '' ? undefined : `{${kept.slice(1)}}`
}
const entry = (asked: string, value: unknown): string => `,"${readKey(asked)}":${JSON.stringify(value)}`

function smaller(asked: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return undefined
  if (asked.startsWith('model|')) {
    const { Score, Reasons } = value as Record<string, unknown>
    return { Score, Reasons }
  }
  if (!('response' in value)) return undefined
  const { response, httpStatusCode, errorMessage } = value as CallResult
  const call = { response, httpStatusCode, errorMessage }
  return JSON.stringify(call).length > longestKept ? undefined : call
}
