import type { Capability, LiveEvent } from '../../contract/index.ts'

/** The permitted receivers of a change. Checked again at every delivery: rights may have ended since. */
export interface Audience {
  /** Null where the environment alone determines it. */
  tenantId: string | null
  /** Null: the tenant as a whole. */
  environmentId: string | null
  /** Required with level Read in the environment; null: every user of the tenant. */
  capability: Capability | null
  /** The only person who receives the change. */
  userId?: string | null
}
/** The content of a change in the stream, which creates `hello` and `reset` itself. */
type Change = Exclude<LiveEvent, { kind: 'hello' } | { kind: 'reset' }>
export interface Publication {
  event: Change
  audience: Audience
  /** A newer publication with the same key replaces an older one. */
  supersedes?: string
  /** Rights of listeners may differ from here on. */
  changesRights?: boolean
}
/** A publication with its place in the stream. */
export interface PlacedPublication extends Publication {
  /** A listener that has received it goes on from here. */
  id: string
  /** The place before it. */
  before: string
}
