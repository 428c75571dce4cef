import type { RetailAccessFailure, RetailEntity } from '../contract/index.ts'

/** A row as the retail system sends it: values by the names of columns in capital letters. */
export type RetailRecord = Readonly<Record<string, unknown>>

/** Where a reading of an entity continues. */
export interface RetailPosition {
  /** Time of the last change that was read, as the retail system writes it; null: everything is read. */
  since: string | null
  /** The next page of a reading that goes on, as the retail system names it; null: it begins. */
  next: string | null
}

/** A page of changes, in the order of their times. */
export interface RetailPage {
  rows: readonly RetailRecord[]
  /** Null: it was the last one. */
  next: string | null
}

/** The retail system was not read. */
export interface RetailRefusal {
  failure: RetailAccessFailure
  /** Status of the answer; null: there was none. */
  status: number | null
}

/** A host, with its port where it is not the usual one, or `*.` and a domain. */
export interface RetailHost {
  host: string
  /** The tenant that may connect to it; null: each. */
  tenantId: string | null
}
/** The application of this installation that retail systems issue tokens to, and where those may be sent. */
export interface RetailApplication {
  tokenUrl: string
  clientId: string
  clientSecret: string
  hosts: readonly RetailHost[]
}

/** A system of shops whose transactions are imported. Never rejects, and follows no redirect. */
export interface RetailConnector {
  /** Name of the system, for people. */
  system: string
  /** Whether a tenant may connect to an address: an origin, without path. */
  mayConnect: (tenantId: string, address: string) => boolean
  /** Returns why the address cannot be read; null: it can. */
  test: (address: string, signal?: AbortSignal) => Promise<RetailRefusal | null>
  /** Returns a page of what changed in an entity since a position. */
  listChanges: (
    address: string,
    entity: RetailEntity,
    position: RetailPosition,
    signal?: AbortSignal,
  ) => Promise<RetailPage | RetailRefusal>
}
