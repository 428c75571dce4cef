import { lazy, type ReactNode, Suspense } from 'react'
import type { SignInError } from './identity/sign-in-error.ts'

/*
 * Pages that few visits see: their code is no part of the start. When it does not come either, the start itself has
 * failed and its own page says so.
 */
const LazySignInErrorPage = lazy(async () => ({ default: (await import('./sign-in-error-page.tsx')).SignInErrorPage }))
const LazySignedOutPage = lazy(async () => ({ default: (await import('./signed-out-page.tsx')).SignedOutPage }))

/** The sign-in itself failed. `fallback` stands there until the page has arrived. */
export function SignInErrorPage({ error, fallback = null }: { error: SignInError; fallback?: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <LazySignInErrorPage error={error} />
    </Suspense>
  )
}

/** The user signed out. */
export function SignedOutPage({ fallback }: { fallback: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <LazySignedOutPage />
    </Suspense>
  )
}
