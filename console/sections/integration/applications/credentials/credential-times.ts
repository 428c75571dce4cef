import type { Application } from '@assay/risk-service/contract'

type Credentials = Pick<Application, 'credentials'>

/** Returns the credentials that are not over. */
export const validOf = (credentials: Application['credentials'], now: number): Application['credentials'] =>
  credentials.filter(({ expiresAt }) => Date.parse(expiresAt) > now)

/** Returns when the first valid credential of an application ends; null: it has none. */
export function firstExpiryOf({ credentials }: Credentials, now: number): string | null {
  return (
    validOf(credentials, now)
      .map(({ expiresAt }) => expiresAt)
      .toSorted()[0] ?? null
  )
}
