import type { DeviceReader } from '../../fql/index.ts'

/**
 * Where a session came from. How many hops away it was (TCP distance) is nothing that a service behind a socket sees.
 */
export interface IpVisit {
  ip: string
  timestamp: string
}

/** A fingerprinted session, as events that name it use it. */
export interface DeviceSession {
  at: Date
  /** Of the device, found by its likeness to earlier sessions. */
  deviceId: string
  /** Address that the session came from. */
  ip: string | null
  /** 0 to 999, higher is more likely a program. */
  botScore: number
  /** Texts by the names of the catalogue. */
  attributes: Readonly<Record<string, string>>
  /** Of the latest sessions with its cookie, itself first; five at most. */
  history?: readonly IpVisit[]
}

/**
 * The sessions of all environments; `at`: of the event that asks, now when absent. Sessions of long before it are not
 * found.
 */
export interface DeviceRegistry {
  /** At once for what is in memory, and for environments of which nothing else is stored. */
  find: (environmentId: string, sessionId: string, at?: Date) => DeviceSession | null | Promise<DeviceSession | null>
  /** For the functions of the query language; one per environment. */
  readerOf: (environmentId: string, at?: Date) => DeviceReader
}

const emptyDeviceReader: DeviceReader = { attributes: () => undefined, speedOfTravel: () => 0 }
/** Where nothing is fingerprinted. */
export const emptyDeviceRegistry: DeviceRegistry = { find: () => null, readerOf: () => emptyDeviceReader }
