export { SignInError, needsInteraction } from './errors.ts'
export { SessionGate, useSession, type SessionGateProps } from './session-gate.tsx'
export { acquireToken, beforeSignInEvent, identityClient, knownTenants, leavesForSignIn, noteAcceptedToken, signInAgain, signOut, switchTenant, signInWithAnotherAccount, type SessionUser } from './session.ts'
export { azureRoles, nameTenant, requestedTenant, tabAccount, type RequestedTenant } from './tenant.ts'
