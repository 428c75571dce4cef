import type { DeviceSession } from '../../engine/enrich/device-sessions.ts'
import type { Db } from '../../ports/database.ts'
import type { Ports } from '../../ports/index.ts'
import { parseStoredAttributes } from './visit-history.ts'

/** Maximum of sessions in memory: they are read within minutes of their collection. */
const maxInMemory = 20_000
const loadedAtStart = 5000
/** Maximum of concurrent reads of the store; further ones return no session rather than wait. */
const maxConcurrentReads = 8
/** The same where sessions arrive at several processes, so that most decisions read. */
const maxSharedReads = 64
/** A session that another process may have collected again is read again after this time, */
const freshMs = 1000
/** until a page has long been left. */
const collectedMs = 1_800_000
/** Time after its collection during which a session is found. */
export const lookBackMs = 28 * 86_400_000

export interface StoredSession {
  at: Date
  device_id: string
  ip: string | null
  bot_score: number
  attributes: Record<string, unknown>
}
/** Returns a stored session as decisions read it. */
export function toSession(row: StoredSession): DeviceSession {
  const {
    attributes,
    trail: { history },
  } = parseStoredAttributes(row)
  return { at: row.at, deviceId: row.device_id, ip: row.ip, botScore: row.bot_score, attributes, history }
}

/** Returns the key of a session or a cookie of an environment in a map. */
export const environmentKeyOf = (environmentId: string, id: string): string => `${environmentId} ${id}`

export interface SessionCache {
  set: (environmentId: string, sessionId: string, session: DeviceSession | null) => void
  /** Reads from memory where possible; null when no session exists, or too many reads run. */
  find: (environmentId: string, sessionId: string, at?: Date) => DeviceSession | null | Promise<DeviceSession | null>
}

/**
 * Creates the cache of the newest sessions, so that a decision reads the database only for old ones of environments
 * that have them.
 */
export async function createSessionCache(
  db: Db,
  clock: Ports['clock'],
  isShared: () => boolean = () => false,
): Promise<SessionCache> {
  const memory = new Map<string, { session: DeviceSession | null; readAt: number }>()
  /** Others have collected sessions since the start: also after they have ended, not all are in this memory. */
  let wereOthers = false
  /** Environments with sessions that are only in the store. */
  const older = new Set<string>()
  let reading = 0

  function set(environmentId: string, sessionId: string, session: DeviceSession | null): void {
    const key = environmentKeyOf(environmentId, sessionId)
    memory.delete(key)
    memory.set(key, { session, readAt: clock().getTime() })
    if (memory.size <= maxInMemory) return
    const [oldest] = memory.keys()
    if (oldest === undefined) return
    if (memory.get(oldest)?.session !== null) older.add(oldest.slice(0, oldest.indexOf(' ')))
    memory.delete(oldest)
  }

  const columns = ['environment_id', 'session_id', 'at', 'device_id', 'ip', 'bot_score', 'attributes'] as const
  const rows = await db
    .selectFrom('device_session')
    .select(columns)
    .where('at', '>', new Date(clock().getTime() - lookBackMs))
    .orderBy('at', 'desc')
    .limit(loadedAtStart)
    .execute()
  if (rows.length === loadedAtStart)
    for (const { environment_id: id } of await db
      .selectFrom('device_session')
      .select('environment_id')
      .distinct()
      .execute())
      older.add(id)
  for (const row of rows.toReversed()) set(row.environment_id, row.session_id, toSession(row))

  async function read(environmentId: string, sessionId: string, at: Date): Promise<DeviceSession | null> {
    reading += 1
    try {
      const row = await db
        .selectFrom('device_session')
        .select(columns)
        .where('environment_id', '=', environmentId)
        .where('session_id', '=', sessionId)
        .where('at', '>', new Date(at.getTime() - lookBackMs))
        .executeTakeFirst()
      const session = row === undefined ? null : toSession(row)
      set(environmentId, sessionId, session)
      return session
    } catch {
      // An event is decided without its device rather than not at all.
      return null
    } finally {
      reading -= 1
    }
  }

  /** Whether another process may know more. */
  function isOutdated({ session, readAt }: { session: DeviceSession | null; readAt: number }): boolean {
    const now = clock().getTime()
    return session === null || (now - readAt >= freshMs && now - session.at.getTime() < collectedMs)
  }

  function find(
    environmentId: string,
    sessionId: string,
    at = clock(),
  ): DeviceSession | null | Promise<DeviceSession | null> {
    wereOthers ||= isShared()
    const cached = memory.get(environmentKeyOf(environmentId, sessionId))
    if (cached === undefined || (wereOthers && isOutdated(cached))) {
      if (wereOthers ? reading < maxSharedReads : older.has(environmentId) && reading < maxConcurrentReads)
        return read(environmentId, sessionId, at)
    }
    // A service that has run for long finds no more than one that has just started.
    const session = cached?.session ?? null
    return session !== null && at.getTime() - session.at.getTime() >= lookBackMs ? null : session
  }

  return { set, find }
}
