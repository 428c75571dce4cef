import type { SessionUser } from './session-account.ts'

/** A sign-in inside the page instead of at a provider: what the sample data's accounts have. */
export interface InPageSession {
  user: SessionUser
  /** Organisations that can be signed in to, by id and name. */
  tenants: readonly { id: string; name: string }[]
  token: () => Promise<string>
  /** Leaves for the choice of an account, of this organisation if one is named. */
  chooseAccount: (tenantId?: string) => void
}

let session: InPageSession | null = null

/** Set before the pages behind the sign-in are loaded, and never reset: another account is another page. */
export function setInPageSession(value: InPageSession): void {
  session = value
}

export const inPageSession = (): InPageSession | null => session
