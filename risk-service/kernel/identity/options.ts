import type { SignInData } from '../../contract/index.ts'
import type { Db } from '../../ports/database.ts'
import type { Logger } from '../../ports/index.ts'
import type { SecretKey } from '../../ports/secret-key.ts'
import { isLoopback } from '../loopback.ts'
import type { SecurityLog } from '../security-log.ts'
import type { SignInRates } from '../settings/sign-in-rates.ts'
import type { BrownOutGate } from './credentials/brown-out-gate.ts'
import type { CredentialCalls } from './credentials/credential-calls.ts'

/** The two resource URIs of each kind that clients of the original service use, newest first. */
export const publishedAudiences = {
  production: ['https://api.dfp.dynamics.com', 'https://api.dfp.microsoft.com'],
  sandbox: ['https://api.dfp.dynamics-int.com', 'https://api.dfp.microsoft-int.com'],
} as const

export interface IdentityOptions {
  db: Db
  clock: () => Date
  newId: () => string
  log: Logger
  /** Receives sign-ins and refusals; absent: nobody. */
  security?: SecurityLog
  /** Counts the uses of credentials, and refuses those of a rehearsal; absent: nobody does. */
  credentialCalls?: CredentialCalls
  brownOuts?: BrownOutGate
  /** Limits of the anonymous paths; absent: the documented ones. */
  rates?: SignInRates
  /** Processes that share the limits of addresses; absent: this one alone. */
  processes?: () => number
  /** `ASSAY_PUBLIC_URL`, an origin; null: derived from the request. */
  publicUrl: string | null
  /** Addresses whose X-Forwarded-Proto and X-Forwarded-Host are trusted. */
  trustedProxies: readonly string[]
  /** Address the service listens on. */
  host: string
  /**
   * Whether the password-less demo accounts may sign in, and whether that was allowed on a reachable address
   * (`ASSAY_DEMO_PUBLIC=1`).
   */
  demo: boolean
  demoPublic: boolean
  /** `ASSAY_AUTHORITY` and `ASSAY_CLIENT_ID`: an external identity provider instead of the embedded one. */
  external: { authority: string; clientId: string } | null
  /** `ASSAY_PROD_RESOURCE`, `ASSAY_SANDBOX_RESOURCE`: accepted beside the published URIs. */
  productionResource: string | null
  sandboxResource: string | null
  /** `ASSAY_SECRET_KEY`: encrypts the signing keys in the store; null stores them in readable form. */
  secretKey: SecretKey | null
  /** Renders the sign-in page (`http/node/pages.ts`); null where the console is not built. */
  signInPage: SignInPage | null
}

export type SignInPage = (
  data: SignInData,
  secure: boolean,
) => { status: number; headers: Record<string, string>; body: string }

/**
 * Returns why the demo accounts may not be offered with these settings, as one line with the remedy; null when they
 * may.
 */
export function demoIssue(options: Pick<IdentityOptions, 'demo' | 'demoPublic' | 'external' | 'host'>): string | null {
  if (!options.demo) return null
  if (options.external)
    return 'The demo tenants need the embedded sign-in: set ASSAY_DEMO=0, or remove ASSAY_AUTHORITY.'
  if (!isLoopback(options.host) && !options.demoPublic) {
    return `Demo accounts have no password and HOST is ${options.host}: set ASSAY_DEMO=0, listen on 127.0.0.1, or set ASSAY_DEMO_PUBLIC=1 to offer them to everybody who reaches this address.`
  }
  return null
}
