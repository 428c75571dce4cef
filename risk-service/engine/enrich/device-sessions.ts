import type { DeviceReader } from '../../fql/index.ts'

/** The origin of a session. The number of hops (TCP distance) is not visible to a service behind a socket. */
export interface IpVisit {
  ip: string
  timestamp: string
}

/** A fingerprinted session for events that name it. */
export interface DeviceSession {
  at: Date
  /** Id of the device, found by its similarity to earlier sessions. */
  deviceId: string
  /** Address of the client of the session. */
  ip: string | null
  /** 0 to 999, higher is more likely a program. */
  botScore: number
  /** Texts by the names of the catalogue. */
  attributes: Readonly<Record<string, string>>
  /** Addresses of the latest sessions with its cookie, its own first; at most five. */
  history?: readonly IpVisit[]
}

/**
 * The sessions of all environments; `at`: time of the event, now when absent. Sessions of long before it are not found.
 */
export interface DeviceRegistry {
  /** Synchronous for sessions in memory, and for environments without any other stored session. */
  find: (environmentId: string, sessionId: string, at?: Date) => DeviceSession | null | Promise<DeviceSession | null>
  /** For the functions of the query language; one per environment. */
  readerOf: (environmentId: string, at?: Date) => DeviceReader
}

const emptyDeviceReader: DeviceReader = { attributes: () => undefined, speedOfTravel: () => 0 }
/** The registry of a service without fingerprinting. */
export const emptyDeviceRegistry: DeviceRegistry = { find: () => null, readerOf: () => emptyDeviceReader }
