import type { DeviceBook, DeviceSession } from '../engine/devices.ts'
import type { DeviceReader } from '../fql/index.ts'
import type { Ports } from '../ports.ts'
import { matchKeyOf, sameDevice, similarity, type Attributes } from './signals.ts'

export interface CollectedSession {
  environmentId: string
  sessionId: string
  pageId: string
  cookieId: string
  ip: string | null
  botScore: number
  attributes: Attributes
}

/** A session of the past, with the device that was found for it. */
export interface PastSession extends CollectedSession { at: Date; deviceId: string }

export interface DeviceStore extends DeviceBook {
  /** Takes over sessions of the past, in order of time: those that are kept that long are stored, all can be found by the decisions that follow. */
  takeOver: (sessions: readonly PastSession[]) => Promise<void>
  /** Stores a session and finds its device; once more with the same id, it joins what is there. */
  record: (session: CollectedSession) => Promise<DeviceSession>
}

/** Sessions in memory: they are asked for within minutes of their collection. */
const mostInMemory = 20_000
const atStart = 5000
/** Questions to the store at once; what comes beyond them goes without the session rather than wait. */
const mostAsking = 8
const lookBackMs = 28 * 86_400_000
/** Rows of one statement, well below the most parameters it may have. */
const storedAtOnce = 1000

/** What the service found, among the attributes of the session. */
const foundOf = ({ deviceId, cookieId, botScore }: Pick<PastSession, 'deviceId' | 'cookieId' | 'botScore'>): Attributes => ({ deviceId, cookieDeviceId: cookieId, botScore: String(botScore) })

/** Fingerprinted sessions: the newest in memory, so that a decision asks the store only for old ones of environments that have them. */
export async function createDeviceStore({ db, clock, newId }: Pick<Ports, 'db' | 'clock' | 'newId'>): Promise<DeviceStore> {
  const memory = new Map<string, DeviceSession | null>()
  /** Environments with sessions that are not in memory. */
  const older = new Set<string>()
  let asking = 0

  const keyOf = (environmentId: string, sessionId: string): string => `${environmentId} ${sessionId}`
  function keep(environmentId: string, sessionId: string, session: DeviceSession | null): void {
    const key = keyOf(environmentId, sessionId)
    memory.delete(key)
    memory.set(key, session)
    if (memory.size <= mostInMemory) return
    const [oldest] = memory.keys()
    if (oldest === undefined) return
    if (memory.get(oldest) !== null) older.add(oldest.slice(0, oldest.indexOf(' ')))
    memory.delete(oldest)
  }

  const columns = ['environment_id', 'session_id', 'at', 'device_id', 'ip', 'bot_score', 'attributes'] as const
  interface Row { at: Date; device_id: string; ip: string | null; bot_score: number; attributes: Record<string, unknown> }
  const sessionOf = (row: Row): DeviceSession => ({ at: row.at, deviceId: row.device_id, ip: row.ip, botScore: row.bot_score, attributes: row.attributes as Attributes })

  const rows = await db.selectFrom('device_session').select(columns).where('at', '>', new Date(clock().getTime() - lookBackMs)).orderBy('at', 'desc').limit(atStart).execute()
  if (rows.length === atStart) for (const { environment_id: id } of await db.selectFrom('device_session').select('environment_id').distinct().execute()) older.add(id)
  for (const row of rows.toReversed()) keep(row.environment_id, row.session_id, sessionOf(row))

  async function ask(environmentId: string, sessionId: string): Promise<DeviceSession | null> {
    asking += 1
    try {
      const row = await db.selectFrom('device_session').select(columns).where('environment_id', '=', environmentId).where('session_id', '=', sessionId)
        .where('at', '>', new Date(clock().getTime() - lookBackMs)).executeTakeFirst()
      const session = row === undefined ? null : sessionOf(row)
      keep(environmentId, sessionId, session)
      return session
    } catch {
      // An event is decided without its device rather than not at all.
      return null
    } finally {
      asking -= 1
    }
  }

  function find(environmentId: string, sessionId: string): DeviceSession | null | Promise<DeviceSession | null> {
    const known = memory.get(keyOf(environmentId, sessionId))
    if (known !== undefined) return known
    return older.has(environmentId) && asking < mostAsking ? ask(environmentId, sessionId) : null
  }

  /** The device of a session: by its cookie, else by the likeness to one of the newest sessions with the same stable attributes. */
  async function deviceOf({ environmentId, cookieId, attributes }: CollectedSession, matchKey: string): Promise<string> {
    const since = new Date(clock().getTime() - lookBackMs)
    const recent = db.selectFrom('device_session').select(['device_id', 'attributes']).where('environment_id', '=', environmentId).where('at', '>', since).orderBy('at', 'desc')
    const byCookie = await recent.where('cookie_id', '=', cookieId).limit(1).executeTakeFirst()
    if (byCookie !== undefined) return byCookie.device_id
    if (matchKey === '') return newId()
    const alike = await recent.where('match_key', '=', matchKey).limit(20).execute()
    return alike.find((row) => similarity(row.attributes as Attributes, attributes) >= sameDevice)?.device_id ?? newId()
  }

  const readers = new Map<string, DeviceReader>()
  return {
    find,
    async record(collected) {
      const { environmentId, sessionId } = collected
      const before = await db.selectFrom('device_session').select('attributes').where('environment_id', '=', environmentId).where('session_id', '=', sessionId).executeTakeFirst()
      const attributes: Attributes = { ...(before?.attributes as Attributes | undefined), ...collected.attributes }
      const matchKey = matchKeyOf(attributes)
      const at = clock()
      const deviceId = await deviceOf({ ...collected, attributes }, matchKey)
      Object.assign(attributes, foundOf({ ...collected, deviceId }))
      const row = {
        at, page_id: collected.pageId, device_id: deviceId, cookie_id: collected.cookieId, match_key: matchKey, ip: collected.ip, bot_score: collected.botScore, attributes: JSON.stringify(attributes),
      }
      await db.insertInto('device_session').values({ environment_id: environmentId, session_id: sessionId, ...row })
        .onConflict((conflict) => conflict.columns(['environment_id', 'session_id']).doUpdateSet(row)).execute()
      const session: DeviceSession = { at, deviceId, ip: collected.ip, botScore: collected.botScore, attributes }
      keep(environmentId, sessionId, session)
      return session
    },
    async takeOver(sessions) {
      const since = clock().getTime() - lookBackMs
      const known = sessions.map((session) => ({ ...session, attributes: { ...session.attributes, ...foundOf(session) } }))
      const recent = known.filter(({ at }) => at.getTime() > since)
      for (let from = 0; from < recent.length; from += storedAtOnce) {
        await db.insertInto('device_session').values(recent.slice(from, from + storedAtOnce).map(({ environmentId, sessionId, at, pageId, deviceId, cookieId, ip, botScore, attributes }) => ({
          environment_id: environmentId, session_id: sessionId, at, page_id: pageId, device_id: deviceId, cookie_id: cookieId, match_key: matchKeyOf(attributes), ip, bot_score: botScore,
          attributes: JSON.stringify(attributes),
        }))).onConflict((conflict) => conflict.columns(['environment_id', 'session_id']).doNothing()).execute()
      }
      for (const { environmentId, sessionId, at, deviceId, ip, botScore, attributes } of known) keep(environmentId, sessionId, { at, deviceId, ip, botScore, attributes })
    },
    readerOf(environmentId) {
      let reader = readers.get(environmentId)
      if (reader === undefined) {
        const attributesOf = (session: DeviceSession | null) => session?.attributes
        reader = {
          attributes: (sessionId) => {
            const found = find(environmentId, sessionId)
            return found instanceof Promise ? found.then(attributesOf) : attributesOf(found)
          },
          // No data that comes with the product places an address more exactly than its country.
          speedOfTravel: () => 0,
        }
        readers.set(environmentId, reader)
      }
      return reader
    },
  }
}
