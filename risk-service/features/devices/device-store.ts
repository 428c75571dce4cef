import type { DeviceRegistry, DeviceSession } from '../../engine/enrich/device-sessions.ts'
import type { Coordinates } from '../../engine/enrich/index.ts'
import type { DeviceReader } from '../../fql/index.ts'
import type { Ports } from '../../ports/index.ts'
import { type Attributes, matchKeyOf, sameDeviceThreshold, similarity } from './device-signals.ts'
import { createSessionCache, environmentKeyOf, lookBackMs, type StoredSession, toSession } from './session-cache.ts'
import {
  appendVisit,
  parseStoredAttributes,
  speedOfTravel,
  storedAttributes,
  type VisitHistory,
} from './visit-history.ts'

interface CollectedSession {
  environmentId: string
  sessionId: string
  pageId: string
  cookieId: string
  ip: string | null
  botScore: number
  attributes: Attributes
}

/** A past session, with the device that was found for it. */
export interface PastSession extends CollectedSession {
  at: Date
  deviceId: string
}

export interface DeviceStore extends DeviceRegistry {
  /**
   * Imports past sessions, in order of time: those within the retention are stored, and all of them are available to
   * later decisions.
   */
  takeOver: (sessions: readonly PastSession[]) => Promise<void>
  /**
   * Stores a session and finds its device. A repeat with the same id is merged with the stored session where it comes from
   * the same browser, told by its cookie; that of another one changes nothing.
   */
  record: (session: CollectedSession) => Promise<DeviceSession>
}

/** Rows of one statement, well below the limit of its parameters. */
const rowsPerStatement = 1000

/** Returns the service's findings, which become attributes of the session. */
const toFoundSession = (
  { deviceId, cookieId, botScore }: Pick<PastSession, 'deviceId' | 'cookieId' | 'botScore'>,
  { sessions }: VisitHistory,
): Attributes => ({ deviceId, cookieDeviceId: cookieId, botScore: String(botScore), sessionCount: String(sessions) })

export interface DeviceStoreDeps extends Pick<Ports, 'db' | 'clock' | 'newId'> {
  /**
   * Returns the coordinates of an address. The product's data contains countries only: without a better source the
   * speed of travel is unknown.
   */
  placeOf?: (ip: string) => Coordinates | undefined
  /** Whether other processes collect sessions, too; absent: none does. */
  isShared?: () => boolean
}

/**
 * Creates the store of fingerprinted sessions: the newest are in memory, so that a decision reads the database only for
 * old ones of environments that have them.
 */
export async function createDeviceStore({
  db,
  clock,
  newId,
  placeOf = () => undefined,
  isShared,
}: DeviceStoreDeps): Promise<DeviceStore> {
  const cache = await createSessionCache(db, clock, isShared)

  /**
   * Returns the device of other sessions with the cookie, else of one of the newest with similar attributes; and the
   * visit history of the cookie.
   */
  async function deviceOf(
    { environmentId, sessionId, cookieId, attributes }: CollectedSession,
    matchKey: string,
    since: Date,
  ): Promise<{ deviceId: string | undefined; before: VisitHistory | null }> {
    const recent = db
      .selectFrom('device_session')
      .select(['device_id', 'attributes', 'ip', 'at'])
      .where('environment_id', '=', environmentId)
      .where('at', '>', since)
      .where('session_id', '!=', sessionId)
      .orderBy('at', 'desc')
    const byCookie = await recent.where('cookie_id', '=', cookieId).limit(1).executeTakeFirst()
    if (byCookie !== undefined)
      return { deviceId: byCookie.device_id, before: parseStoredAttributes(byCookie as StoredSession).trail }
    const alike = matchKey === '' ? [] : await recent.where('match_key', '=', matchKey).limit(20).execute()
    return {
      deviceId: alike.find(row => similarity(row.attributes as Attributes, attributes) >= sameDeviceThreshold)
        ?.device_id,
      before: null,
    }
  }

  /** Returns the stored visit histories of cookies, by environment and cookie. */
  async function trailsOf(sessions: readonly PastSession[], since: Date): Promise<Map<string, VisitHistory>> {
    const trails = new Map<string, VisitHistory>()
    const cookies = [...new Set(sessions.map(({ cookieId }) => cookieId))]
    for (let from = 0; from < cookies.length; from += rowsPerStatement) {
      const rows = await db
        .selectFrom('device_session')
        .select(['environment_id', 'cookie_id', 'attributes', 'ip', 'at'])
        .distinctOn(['environment_id', 'cookie_id'])
        .where('cookie_id', 'in', cookies.slice(from, from + rowsPerStatement))
        .where('at', '>', since)
        .orderBy('environment_id')
        .orderBy('cookie_id')
        .orderBy('at', 'desc')
        .execute()
      for (const row of rows)
        trails.set(
          environmentKeyOf(row.environment_id, row.cookie_id),
          parseStoredAttributes(row as unknown as StoredSession).trail,
        )
    }
    return trails
  }

  const readers = new Map<string, DeviceReader>()
  const store: DeviceStore = {
    find: cache.find,
    async record(collected) {
      const { environmentId, sessionId } = collected
      const before = await db
        .selectFrom('device_session')
        .select(['device_id', 'attributes', 'ip', 'at', 'bot_score', 'cookie_id'])
        .where('environment_id', '=', environmentId)
        .where('session_id', '=', sessionId)
        .executeTakeFirst()
      const at = clock()
      const since = new Date(at.getTime() - lookBackMs)
      if (before !== undefined && before.cookie_id !== collected.cookieId && before.at > since)
        return toSession(before as StoredSession)
      const attributes: Attributes = {
        ...(before === undefined ? {} : parseStoredAttributes(before as StoredSession).attributes),
        ...collected.attributes,
      }
      const matchKey = matchKeyOf(attributes)
      const { deviceId: storedDeviceId, before: earlier } = await deviceOf(
        { ...collected, attributes },
        matchKey,
        since,
      )
      const deviceId = before?.device_id ?? storedDeviceId ?? newId()
      const trail = appendVisit(earlier, { ip: collected.ip, at }, since)
      Object.assign(attributes, toFoundSession({ ...collected, deviceId }, trail))
      const row = {
        at,
        page_id: collected.pageId,
        device_id: deviceId,
        cookie_id: collected.cookieId,
        match_key: matchKey,
        ip: collected.ip,
        bot_score: collected.botScore,
        attributes: JSON.stringify(storedAttributes(attributes, trail)),
      }
      const { numInsertedOrUpdatedRows: written } = await db
        .insertInto('device_session')
        .values({ environment_id: environmentId, session_id: sessionId, ...row })
        .onConflict(conflict =>
          conflict
            .columns(['environment_id', 'session_id'])
            .doUpdateSet(row)
            .where(eb =>
              eb.or([eb('device_session.cookie_id', '=', collected.cookieId), eb('device_session.at', '<=', since)]),
            ),
        )
        .executeTakeFirst()
      // Another browser was faster meanwhile.
      if (written === 0n) return await store.record(collected)
      const session: DeviceSession = {
        at,
        deviceId,
        ip: collected.ip,
        botScore: collected.botScore,
        attributes,
        history: trail.history,
      }
      cache.set(environmentId, sessionId, session)
      return session
    },
    async takeOver(sessions) {
      const since = new Date(clock().getTime() - lookBackMs)
      const trails = await trailsOf(sessions, since)
      const sessionsWithHistory = sessions.map(session => {
        const key = environmentKeyOf(session.environmentId, session.cookieId)
        const trail = appendVisit(trails.get(key) ?? null, session, since)
        trails.set(key, trail)
        return { ...session, trail, attributes: { ...session.attributes, ...toFoundSession(session, trail) } }
      })
      const recent = sessionsWithHistory.filter(({ at }) => at > since)
      for (let from = 0; from < recent.length; from += rowsPerStatement) {
        await db
          .insertInto('device_session')
          .values(
            recent
              .slice(from, from + rowsPerStatement)
              .map(({ environmentId, sessionId, at, pageId, deviceId, cookieId, ip, botScore, attributes, trail }) => ({
                environment_id: environmentId,
                session_id: sessionId,
                at,
                page_id: pageId,
                device_id: deviceId,
                cookie_id: cookieId,
                match_key: matchKeyOf(attributes),
                ip,
                bot_score: botScore,
                attributes: JSON.stringify(storedAttributes(attributes, trail)),
              })),
          )
          .onConflict(conflict => conflict.columns(['environment_id', 'session_id']).doNothing())
          .execute()
      }
      for (const {
        environmentId,
        sessionId,
        at,
        deviceId,
        ip,
        botScore,
        attributes,
        trail: { history },
      } of sessionsWithHistory)
        cache.set(environmentId, sessionId, { at, deviceId, ip, botScore, attributes, history })
    },
    readerOf(environmentId, at) {
      const cached = at === undefined ? readers.get(environmentId) : undefined
      if (cached !== undefined) return cached
      const mapSession = <T>(sessionId: string, project: (session: DeviceSession | null) => T): T | Promise<T> => {
        const session = cache.find(environmentId, sessionId, at)
        return session instanceof Promise ? session.then(project) : project(session)
      }
      const reader: DeviceReader = {
        attributes: sessionId =>
          mapSession(sessionId, session =>
            session === null
              ? undefined
              : session.history === undefined || session.history.length === 0
                ? session.attributes
                : { ...session.attributes, ipAddressHistory: session.history },
          ),
        speedOfTravel: sessionId => mapSession(sessionId, session => speedOfTravel(session?.history ?? [], placeOf)),
      }
      if (at === undefined) readers.set(environmentId, reader)
      return reader
    },
  }
  return store
}
