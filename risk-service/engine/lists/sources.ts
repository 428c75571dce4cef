import type { ListConnection } from '../../contract/list-sources.ts'
import type { CallError } from '../../contract/resource-limits.ts'
import type { KeyVault, OutgoingHttp, Ports } from '../../ports.ts'
import { CallProblem } from '../calls/authentication.ts'
import { type Breaker, createBreaker } from '../calls/breaker.ts'
import { createCallMeter, type MeteredCall } from '../calls/meter.ts'
import { within } from '../calls/perform.ts'
import type { Sealer } from '../calls/seal.ts'
import { createCosmosSource, readConnectionString } from './cosmos.ts'
import { cellText, type ListSource } from './source.ts'

/** A list whose rows are elsewhere, as it is stored. `secret`: sealed, null where the connection names a key vault. */
export interface StoredSource {
  listId: string
  environmentId: string
  version: number
  connection: ListConnection
  secret: string | null
}

/**
 * Asks the databases that lists are in. Every question is counted, and a database that fails is left alone for a while.
 */
export interface ListSources {
  /** The value, or null when no document has the key. Rejects with `CallProblem`. */
  value: (
    stored: StoredSource,
    keyColumn: string,
    key: string,
    valueColumn: string,
  ) => Promise<{ value: string | undefined } | null>
  /** For a test or a preview; counted as a question when there is a list already. @throws CallProblem */
  open: (connection: ListConnection, stored: StoredSource | null) => Promise<ListSource>
  /** Does a question of an administrator and counts it for its list. @throws CallProblem */
  counted: <T>(stored: Pick<StoredSource, 'environmentId' | 'listId'> | null, work: () => Promise<T>) => Promise<T>
  seal: (place: string, text: string) => Promise<string>
  /** Why an address would not be called, or null. */
  problemOf: (url: string) => string | null
  flush: () => Promise<void>
}
export interface ListSourcesDeps extends Pick<Ports, 'db' | 'clock' | 'log'> {
  http: OutgoingHttp
  sealer: Sealer
  vault?: KeyVault | null
  onCall?: (call: MeteredCall) => void
}

/** Where the connection string of a list belongs: sealed for it, and opened nowhere else. */
export const listSecretPlace = (environmentId: string, listId: string): string =>
  `list ${environmentId} ${listId} connection`

/** `source` undefined: to be opened, and its connection string fetched, with the next question. */
interface Opened {
  version: number
  source: Promise<ListSource> | undefined
  breaker: Breaker
}

export function createListSources(deps: ListSourcesDeps): ListSources {
  const { clock, log, http, sealer, vault = null } = deps
  const meter = createCallMeter(deps)
  const opened = new Map<string, Opened>()

  function note(
    { environmentId, listId }: Pick<StoredSource, 'environmentId' | 'listId'>,
    error: CallError | null,
    status: number,
    latencyMs: number,
  ): void {
    const call: MeteredCall = { environmentId, kind: 'list', targetId: listId, error, status, latencyMs }
    meter.add(call)
    deps.onCall?.(call)
  }

  async function counted<T>(
    of: Pick<StoredSource, 'environmentId' | 'listId'> | null,
    work: () => Promise<T>,
  ): Promise<T> {
    const started = performance.now()
    try {
      const result = await work()
      if (of !== null) note(of, null, 200, Math.round(performance.now() - started))
      return result
    } catch (error) {
      const problem = error instanceof CallProblem ? error : new CallProblem('unknown', 'Unknown failure')
      if (of !== null) note(of, problem.type, problem.status, Math.round(performance.now() - started))
      throw problem
    }
  }

  async function connectionString({ secret, timeoutMs }: ListConnection, stored: StoredSource | null): Promise<string> {
    if ('value' in secret) return secret.value
    if ('reference' in secret) {
      if (vault === null)
        throw new CallProblem(
          'definition',
          'The secret is an address in a key vault, and no key vault is connected to this installation.',
        )
      try {
        return await within(timeoutMs, vault.resolve(secret.reference))
      } catch (error) {
        if (error instanceof CallProblem) throw error
        throw new CallProblem('definition', 'The key vault did not give the secret.')
      }
    }
    if (stored?.secret == null) throw new CallProblem('definition', 'The secret is missing. Enter it again.')
    try {
      return await sealer.open(listSecretPlace(stored.environmentId, stored.listId), stored.secret)
    } catch {
      throw new CallProblem(
        'definition',
        'The stored secret cannot be read with the key of this installation. Enter it again.',
      )
    }
  }

  async function open(connection: ListConnection, stored: StoredSource | null): Promise<ListSource> {
    const account = readConnectionString(await connectionString(connection, stored))
    if (account === null)
      throw new CallProblem('definition', 'The secret is no connection string: AccountEndpoint=…;AccountKey=…')
    const host = new URL(account.endpoint).hostname
    if (host.includes('.') && !/^[\d.]+$/.test(host) && host.split('.')[0] !== connection.account.toLowerCase())
      throw new CallProblem('definition', 'The connection string is of another account.')
    return createCosmosSource(account, connection.database, { http, clock, timeoutMs: connection.timeoutMs })
  }

  function openedOf(stored: StoredSource): Opened {
    const known = opened.get(stored.listId)
    if (known?.version === stored.version) return known
    const made: Opened = { version: stored.version, breaker: createBreaker(), source: undefined }
    opened.set(stored.listId, made)
    return made
  }

  /**
   * A key vault that was away is asked again, and so is one whose key the database no longer takes: it may have been
   * changed there.
   */
  async function ask<T>(to: Opened, stored: StoredSource, work: (source: ListSource) => Promise<T>): Promise<T> {
    const source = (to.source ??= open(stored.connection, stored))
    let isOpen = false
    try {
      const found = await source
      isOpen = true
      return await work(found)
    } catch (error) {
      if ((!isOpen || (error instanceof CallProblem && error.status === 401)) && to.source === source)
        to.source = undefined
      throw error
    }
  }

  return {
    counted,
    open,
    async value(stored, keyColumn, key, valueColumn) {
      const to = openedOf(stored)
      const { breaker } = to
      if (!breaker.take(clock().getTime())) {
        note(stored, 'circuit', 0, 0)
        throw new CallProblem('circuit', 'Circuit breaker')
      }
      let success = false
      try {
        const found = await counted(stored, () =>
          ask(to, stored, source =>
            source.value({ container: stored.connection.container, keyColumn, key, valueColumn }),
          ),
        )
        success = true
        return found === null ? null : { value: cellText(found.value) }
      } finally {
        const now = clock().getTime()
        const closed = breaker.openUntil(now) === null
        breaker.note(now, success)
        if (closed && breaker.openUntil(now) !== null)
          log.write(2, 'lists.suspended', { listId: stored.listId, environmentId: stored.environmentId })
      }
    },
    seal: (place, text) => sealer.seal(place, text),
    problemOf: url => http.problemOf(url),
    flush: () => meter.flush(),
  }
}
