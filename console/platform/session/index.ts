export { needsInteraction, SignInError } from './errors.ts'
export {
  acquireToken,
  beforeSignInEvent,
  identityClient,
  knownTenants,
  leavesForSignIn,
  noteAcceptedToken,
  type SessionUser,
  signInAgain,
  signInWithAnotherAccount,
  signOut,
  switchTenant,
} from './session.ts'
export { SessionGate, type SessionGateProps, useSession } from './session-gate.tsx'
export { azureRoles, nameTenant, type RequestedTenant, requestedTenant, tabAccount } from './tenant.ts'
