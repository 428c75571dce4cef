/** Roles of applications, as tokens name them in an environment of each kind. */
export const applicationRoleNames = {
  RiskApi: { production: 'Risk_API', sandbox: 'Sandbox_Risk_API' },
  ProvisioningApi: { production: 'Provisioning_API', sandbox: 'Sandbox_Provisioning_API' },
} as const
export type ApplicationRole = keyof typeof applicationRoleNames
export const applicationRoles = Object.keys(applicationRoleNames) as ApplicationRole[]

export const applicationLimits = {
  /** Characters of a display name. */
  name: 93,
  /** Secrets of one application that may be valid at the same time, so that one can replace the other without a gap. */
  secrets: 2,
  /** Characters of a secret. */
  secret: 40,
  /** Different characters that a secret has at least: a random one has more. */
  differentCharacters: 16,
  /** Characters of a certificate as PEM. */
  certificate: 16_384,
  /** Days before the end of a credential from which on the console warns. */
  warningDays: 30,
} as const

/** What becomes of the tokens of a credential that is removed: they end with their hour, or with it. */
export const tokenEndings = ['expire', 'end'] as const
export type TokenEnding = (typeof tokenEndings)[number]

/** Percentages of calls that a brown-out refuses. */
export const brownOutShares = [1, 10] as const
/** Minutes after which a brown-out ends by itself at the latest. */
export const brownOutMinutes = 60

/** Characters of secrets, none of which needs escaping in a form, an address or a shell. */
const secretCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._'

/** Returns a secret of random characters. */
export const newSecret = (): string =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(applicationLimits.secret)),
    byte => secretCharacters[byte % secretCharacters.length],
  ).join('')
