import type { CallError } from '../../contract/common/resource-limits.ts'
import type { ListConnection } from '../../contract/lists/database-list-inputs.ts'
import type { KeyVault, OutgoingHttp, Ports } from '../../ports/index.ts'
import { OutgoingCallError } from '../calls/authentication.ts'
import { createCallMeter, type MeteredCall } from '../calls/call-meter.ts'
import { type CircuitBreaker, createCircuitBreaker } from '../calls/circuit-breaker.ts'
import { withTimeout } from '../calls/perform-call.ts'
import type { SecretCipher } from '../calls/secret-encryption.ts'
import { createCosmosSource, readConnectionString } from './cosmos-source.ts'
import { cellText, type ListSource } from './list-source.ts'

/**
 * A list whose rows are in a database of the customer, as it is stored. `secret`: encrypted, null where the connection
 * names a key vault.
 */
export interface StoredListSource {
  listId: string
  environmentId: string
  version: number
  connection: ListConnection
  secret: string | null
}

/** Queries the databases of lists. Every query is counted, and a failing database is suspended for a while. */
export interface ListSources {
  /** The value, or null when no document has the key. Rejects with `OutgoingCallError`. */
  value: (
    stored: StoredListSource,
    keyColumn: string,
    key: string,
    valueColumn: string,
  ) => Promise<{ value: string | undefined } | null>
  /** For a test or a preview; counted as a query when the list exists. @throws OutgoingCallError */
  open: (connection: ListConnection, stored: StoredListSource | null) => Promise<ListSource>
  /** Runs a query of an administrator and counts it for its list. @throws OutgoingCallError */
  metered: <T>(stored: Pick<StoredListSource, 'environmentId' | 'listId'> | null, work: () => Promise<T>) => Promise<T>
  encrypt: (place: string, text: string) => Promise<string>
  /** Returns why an address would not be called, or null. */
  addressIssue: (url: string) => string | null
  flush: () => Promise<void>
}
export interface ListSourcesDeps extends Pick<Ports, 'db' | 'clock' | 'log'> {
  http: OutgoingHttp
  cipher: SecretCipher
  vault?: KeyVault | null
  onCall?: (call: MeteredCall) => void
}

/** Returns the place of a list's connection string: it is encrypted for this place, and decrypted for no other. */
export const listSecretPlace = (environmentId: string, listId: string): string =>
  `list ${environmentId} ${listId} connection`

/** `source` undefined: the next query opens it and fetches its connection string. */
interface OpenSource {
  version: number
  source: Promise<ListSource> | undefined
  breaker: CircuitBreaker
}

export function createListSources(deps: ListSourcesDeps): ListSources {
  const { clock, log, http, cipher, vault = null } = deps
  const meter = createCallMeter(deps)
  const opened = new Map<string, OpenSource>()

  function note(
    { environmentId, listId }: Pick<StoredListSource, 'environmentId' | 'listId'>,
    error: CallError | null,
    status: number,
    latencyMs: number,
  ): void {
    const call: MeteredCall = { environmentId, kind: 'list', targetId: listId, error, status, latencyMs }
    meter.add(call)
    deps.onCall?.(call)
  }

  async function counted<T>(
    of: Pick<StoredListSource, 'environmentId' | 'listId'> | null,
    work: () => Promise<T>,
  ): Promise<T> {
    const started = performance.now()
    try {
      const result = await work()
      if (of !== null) note(of, null, 200, Math.round(performance.now() - started))
      return result
    } catch (error) {
      const problem = error instanceof OutgoingCallError ? error : new OutgoingCallError('unknown', 'Unknown failure')
      if (of !== null) note(of, problem.type, problem.status, Math.round(performance.now() - started))
      throw problem
    }
  }

  async function connectionString(
    { secret, timeoutMs }: ListConnection,
    stored: StoredListSource | null,
  ): Promise<string> {
    if ('value' in secret) return secret.value
    if ('reference' in secret) {
      if (vault === null)
        throw new OutgoingCallError(
          'definition',
          'The secret is an address in a key vault, and no key vault is connected to this installation.',
        )
      try {
        return await withTimeout(timeoutMs, vault.resolve(secret.reference))
      } catch (error) {
        if (error instanceof OutgoingCallError) throw error
        throw new OutgoingCallError('definition', 'The key vault did not give the secret.')
      }
    }
    if (stored?.secret == null) throw new OutgoingCallError('definition', 'The secret is missing. Enter it again.')
    try {
      return await cipher.decrypt(listSecretPlace(stored.environmentId, stored.listId), stored.secret)
    } catch {
      throw new OutgoingCallError(
        'definition',
        'The stored secret cannot be read with the key of this installation. Enter it again.',
      )
    }
  }

  async function open(connection: ListConnection, stored: StoredListSource | null): Promise<ListSource> {
    const account = readConnectionString(await connectionString(connection, stored))
    if (account === null)
      throw new OutgoingCallError('definition', 'The secret is no connection string: AccountEndpoint=…;AccountKey=…')
    const host = new URL(account.endpoint).hostname
    if (host.includes('.') && !/^[\d.]+$/.test(host) && host.split('.')[0] !== connection.account.toLowerCase())
      throw new OutgoingCallError('definition', 'The connection string is of another account.')
    return createCosmosSource(account, connection.database, { http, clock, timeoutMs: connection.timeoutMs })
  }

  function openedOf(stored: StoredListSource): OpenSource {
    const current = opened.get(stored.listId)
    if (current?.version === stored.version) return current
    const fresh: OpenSource = { version: stored.version, breaker: createCircuitBreaker(), source: undefined }
    opened.set(stored.listId, fresh)
    return fresh
  }

  /**
   * Retries after an unreachable key vault, and fetches the key again when the database no longer accepts it: the vault
   * may contain a new one.
   */
  async function ask<T>(
    to: OpenSource,
    stored: StoredListSource,
    work: (source: ListSource) => Promise<T>,
  ): Promise<T> {
    const source = (to.source ??= open(stored.connection, stored))
    let isOpen = false
    try {
      const found = await source
      isOpen = true
      return await work(found)
    } catch (error) {
      if ((!isOpen || (error instanceof OutgoingCallError && error.status === 401)) && to.source === source)
        to.source = undefined
      throw error
    }
  }

  return {
    metered: counted,
    open,
    async value(stored, keyColumn, key, valueColumn) {
      const to = openedOf(stored)
      const { breaker } = to
      if (!breaker.tryAcquire(clock().getTime())) {
        note(stored, 'circuit', 0, 0)
        throw new OutgoingCallError('circuit', 'Circuit breaker')
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
        breaker.record(now, success)
        if (closed && breaker.openUntil(now) !== null)
          log.write(2, 'lists.suspended', { listId: stored.listId, environmentId: stored.environmentId })
      }
    },
    encrypt: (place, text) => cipher.encrypt(place, text),
    addressIssue: url => http.addressIssue(url),
    flush: () => meter.flush(),
  }
}
