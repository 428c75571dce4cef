import type { Provider } from 'oidc-provider'
import type { TokenDependencies } from '../application-tokens.ts'
import type { IdentityOptions } from '../options.ts'
import type { SignInLimits } from './sign-in-limits.ts'

export interface HandlerDependencies extends TokenDependencies {
  options: IdentityOptions
  build: string
  limits: SignInLimits
  /** Resources of users' tokens. */
  userResources: readonly string[]
  /** Null while the embedded sign-in is off. */
  providerFor: ((origin: string, tenantId: string) => Provider) | null
}
