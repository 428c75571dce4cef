export { SignInError } from './errors.ts'
export {
  acquireToken,
  identityClient,
  knownTenants,
  leavesForSignIn,
  noteAcceptedToken,
  signInAgain,
  signOut,
  switchTenant,
} from './session.ts'
export { SessionGate, useSession } from './session-gate.tsx'
export { nameTenant } from './tenant.ts'
