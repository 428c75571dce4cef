export { SignInError, needsInteraction } from './errors.ts'
export { SessionGate, useKnownTenants, useSession, type SessionGateProps } from './session-gate.tsx'
export { acquireToken, beforeSignInEvent, signOut, switchTenant, signInWithAnotherAccount, type SessionUser } from './session.ts'
export { requestedTenant, type RequestedTenant } from './tenant.ts'
