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

interface RenderedPage {
  /** Leaves the page for the sign-in and loads it again at its address, with what the tab stored alone. */
  loseSession: () => void
  /** The parameters in the address of the page. */
  readSearch: () => string
}

/** Shows a page of the environment that can lose its session. */
export function renderPage(content: ReactNode, address = pageAddress): RenderedPage {
  const show = (at: string) => {
    const router = createPageRouter(at)
    render(page({ router, queryClient: createQueryClient(), children: content }))
    return router
  }
  let router = show(address)
  return {
    loseSession: () => {
      act(() => window.dispatchEvent(new Event(beforeSignInEvent)))
      cleanup()
      const { pathname, search } = router.state.location
      router = show(pathname + search)
    },
    readSearch: () => router.state.location.search,
  }
}

/** Names of the entries of recovery that are still stored in the tab. */
export const readRecoveryKeys = (): string[] =>
  Object.keys(sessionStorage).filter(key => key.startsWith(sessionKeys.drafts))

/** A form is sent, and not answered any more. */
export const waitForCall = (calls: readonly RecordedCall[], procedure: string): Promise<void> =>
  waitFor(() => expect(calls.map(call => call.procedure)).toContain(procedure))
