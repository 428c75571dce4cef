import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { logLevels, trackError } from '../telemetry/telemetry.ts'
import { SignInError } from './identity/sign-in-error.ts'
import { type SessionUser, type SignedInState, type StartResult, startSession } from './session.ts'
import { SignedOutPage, SignInErrorPage } from './session-pages.tsx'

const SessionContext = createContext<Pick<SignedInState, 'user'> | null>(null)

export interface SessionGateProps {
  /** Shown until the session is loaded, and while the page is being redirected to the provider. */
  fallback: ReactNode
  children: ReactNode
}

/** Admits signed-in users only; shows `/signed-out` and failures of the sign-in itself. */
export function SessionGate({ fallback, children }: SessionGateProps) {
  const [result, setResult] = useState<StartResult | null>(null)
  const [error, setError] = useState<SignInError | null>(null)
  useEffect(() => {
    let unmounted = false
    startSession().then(
      value => {
        if (!unmounted) setResult(value)
      },
      (reason: unknown) => {
        trackError(reason, logLevels.critical)
        if (!unmounted) setError(reason instanceof SignInError ? reason : new SignInError('unknown', reason))
      },
    )
    return () => {
      unmounted = true
    }
  }, [])
  if (error) return <SignInErrorPage error={error} fallback={fallback} />
  if (result?.kind === 'signed-out') return <SignedOutPage fallback={fallback} />
  if (result?.kind !== 'signed-in') return fallback
  return <SessionContext value={result.state}>{children}</SessionContext>
}

/** The signed-in user; only below `SessionGate`. */
export function useSession(): SessionUser {
  const state = use(SessionContext)
  if (!state) throw new Error('useSession needs a SessionGate above it.')
  return state.user
}
