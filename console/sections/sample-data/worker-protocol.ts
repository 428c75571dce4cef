/* The messages between the page and the worker with the service. */

/** What a tester makes of the calls: as they are, slow, with nothing stored, or without a database. */
export const conditions = ['well', 'slow', 'empty', 'failing'] as const
export type Condition = (typeof conditions)[number]

export interface SerialisedRequest {
  url: string
  method: string
  headers: [string, string][]
  body: ArrayBuffer | null
}
export const purchaseKinds = ['ordinary', 'suspicious'] as const
export type PurchaseKind = (typeof purchaseKinds)[number]
/** The unchanged answer of the risk API. */
export interface PurchaseResult {
  status: number
  id: string
  answer: unknown
}

/** Commands with one answer each, by name. */
export interface Commands {
  token: { input: { tenantId: string; accountId: string }; answer: string | null }
  condition: { input: Condition; answer: null }
  purchase: { input: { environmentId: string; kind: PurchaseKind }; answer: PurchaseResult }
  /** Stores a snapshot of the database, so that the next page of this tab continues with it. */
  saveSnapshot: { input: null; answer: null }
}
export type CommandName = keyof Commands

interface SampleAccount {
  id: string
  name: string
  username: string
  role: string | null
  wids: readonly string[]
}
export interface SampleTenant {
  id: string
  name: string
  accounts: readonly SampleAccount[]
  /** It has an API client that can send purchases. */
  shop: boolean
}

export type MessageToWorker =
  | { kind: 'start'; version: string; build: { build: string; revision: string }; tab: string }
  | { kind: 'request'; id: number; request: SerialisedRequest }
  | { kind: 'abort'; id: number }
  | {
      [Name in CommandName]: { kind: 'command'; id: number; command: Name; input: Commands[Name]['input'] }
    }[CommandName]

export type MessageFromWorker =
  | { kind: 'progress'; share: number }
  | { kind: 'ready'; tenants: readonly SampleTenant[] }
  | { kind: 'failed'; reason: string }
  | { kind: 'head'; id: number; status: number; headers: [string, string][]; hasBody: boolean }
  | { kind: 'chunk'; id: number; chunk: Uint8Array<ArrayBuffer> }
  | { kind: 'end'; id: number }
  | { kind: 'broken'; id: number }
  | { kind: 'answer'; id: number; value: unknown }
