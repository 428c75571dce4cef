export {
  acquireToken,
  identityClient,
  listTenants,
  recordAcceptedToken,
  signInAgain,
  signOut,
  switchTenant,
} from './session.ts'
export { SessionGate, useSession } from './session-gate.tsx'
export { SignInError } from './sign-in-error.ts'
export { isLeavingForSignIn } from './sign-in-redirect.ts'
export { recordTenantName } from './tenant.ts'
