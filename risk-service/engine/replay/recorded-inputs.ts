import { type CallResult, type ListReader, listQueryKeys, type Scope } from '../../fql/index.ts'
import { OutgoingCallError } from '../calls/authentication.ts'
import { withTimeout } from '../calls/perform-call.ts'
import { fnvHash } from '../lib/fnv-hash.ts'

/**
 * Maximum length of a recorded response of a call or value of a list; rules that read a longer one cannot run again.
 */
const maxRecordedLength = 2000
/** Null represents an existing value that is too long. */
const recordableText = (text: string): string | null => (text.length > maxRecordedLength ? null : text)
const recordedKinds = /^(velocity|travel|model|external|assessment|list|lookup)\|/

/**
 * Returns the hash of a query. An event has a hundred or so queries at most: a collision has a chance of one in a
 * million.
 */
export const inputKey = (query: string): string => fnvHash(query).toString(36)

/**
 * Wraps the lists and records hits; created for every event, so it does nothing for a miss. `until`: the deadline of
 * lists elsewhere, the same as for calls.
 */
export class RecordingListReader implements ListReader {
  hits: Map<string, unknown> | undefined = undefined
  private readonly lists: ListReader
  private readonly until: number
  constructor(lists: ListReader, until = Infinity) {
    this.lists = lists
    this.until = until
  }
  /** Answers of lists elsewhere are among the results of the run. */
  get remote(): ListReader['remote'] {
    const {
      lists: { remote },
      until,
    } = this
    return remote === undefined || until === Infinity
      ? remote
      : {
          containsKey: (...query) => withDeadline(until, () => remote.containsKey(...query)),
          lookup: (...query) => withDeadline(until, () => remote.lookup(...query)),
        }
  }
  containsKey(list: string, column: string, key: string): boolean {
    const found = this.lists.containsKey(list, column, key)
    if (found) this.record(listQuestionKeys.containsKey(list, column, key), true)
    return found
  }
  lookup(list: string, keyColumn: string, key: string, valueColumn: string): string | undefined {
    const found = this.lists.lookup(list, keyColumn, key, valueColumn)
    if (found !== undefined) this.record(listQuestionKeys.lookup(list, keyColumn, key, valueColumn), found)
    return found
  }
  lookupClosest(list: string, keyColumn: string, key: string, valueColumn: string): string | undefined {
    const found = this.lists.lookupClosest(list, keyColumn, key, valueColumn)
    if (found !== undefined) this.record(listQuestionKeys.lookupClosest(list, keyColumn, key, valueColumn), found)
    return found
  }
  supportStatus(list: string, value: string, now: Date): ReturnType<ListReader['supportStatus']> {
    const found = this.lists.supportStatus(list, value, now)
    if (found !== undefined) this.record(listQuestionKeys.supportStatus(list, value), found)
    return found
  }
  private record(query: string, value: unknown): void {
    ;(this.hits ??= new Map<string, unknown>()).set(query, typeof value === 'string' ? recordableText(value) : value)
  }
}

async function withDeadline<T>(until: number, ask: () => T | Promise<T>): Promise<T> {
  const left = until - performance.now()
  if (left <= 0) throw new OutgoingCallError('timeout', 'Timeout')
  return await withTimeout(left, Promise.resolve(ask()))
}

/** Keys of the queries of lists, as texts. */
export const listQuestionKeys = {
  ...listQueryKeys,
  lookupClosest: (list: string, keyColumn: string, key: string, valueColumn: string): string =>
    `closest|${list}|${keyColumn}|${key}|${valueColumn}`,
  supportStatus: (list: string, value: string): string => `support|${list}|${value}`,
}

/**
 * Returns the recorded inputs of one run, as JSON; undefined without any. Serialised directly: an object with keys that
 * no other event has costs as much as a rule.
 */
export function serialiseInputs(
  scope: Scope,
  lists: RecordingListReader | undefined,
  bot: number | undefined,
): string | undefined {
  let json = bot === undefined ? '' : `,"bot":${bot}`
  if (lists?.hits !== undefined) for (const [query, value] of lists.hits) json += serialiseInput(query, value)
  if (scope.results !== undefined) {
    for (const [query, value] of scope.results) {
      if (value === 0 || value === undefined || value === false || !recordedKinds.test(query)) continue
      const small =
        typeof value === 'string'
          ? recordableText(value)
          : typeof value === 'number' || value === true
            ? value
            : compactValue(query, value)
      if (small !== undefined) json += serialiseInput(query, small)
    }
  }
  return json === '' ? undefined : `{${json.slice(1)}}`
}
const serialiseInput = (query: string, value: unknown): string => `,"${inputKey(query)}":${JSON.stringify(value)}`

function compactValue(query: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object') return undefined
  if (query.startsWith('model|')) {
    const { Score, Reasons } = value as Record<string, unknown>
    return { Score, Reasons }
  }
  if (!('response' in value)) return undefined
  const { response, httpStatusCode, errorMessage } = value as CallResult
  const call = { response, httpStatusCode, errorMessage }
  return JSON.stringify(call).length > maxRecordedLength ? undefined : call
}
