import { act, cleanup, configure, render, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { beforeSignInEvent } from '../session/identity/sign-in-redirect.ts'
import { sessionKeys } from '../storage/browser-storage.ts'
import { createPageRouter, page, pageAddress, type RecordedCall } from './console-api-stub.ts'

// Parts of a page arrive late on a busy machine.
configure({ asyncUtilTimeout: 4_000 })
vi.setConfig({ testTimeout: 20_000 })

/** Shows what an open form belongs to, and returns the way over the sign-in page. */
export function renderPage(content: ReactNode, address = pageAddress): { loseSession: () => void } {
  const show = (at: string) => {
    const router = createPageRouter(at)
    render(page({ router, queryClient: createQueryClient(), children: content }))
    return router
  }
  let router = show(address)
  return {
    /** The page is left for the sign-in, and begins again at its address with nothing but what was kept. */
    loseSession: () => {
      act(() => window.dispatchEvent(new Event(beforeSignInEvent)))
      cleanup()
      const { pathname, search } = router.state.location
      router = show(pathname + search)
    },
  }
}

/** Under which names something typed is still kept in the tab. */
export const readRecoveryKeys = (): string[] =>
  Object.keys(sessionStorage).filter(key => key.startsWith(sessionKeys.drafts))

/** A form is sent, and not answered any more. */
export const waitForCall = (calls: readonly RecordedCall[], procedure: string): Promise<void> =>
  waitFor(() => expect(calls.map(call => call.procedure)).toContain(procedure))
