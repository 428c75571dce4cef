import { configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { createPageRouter, page, pageAddress } from './console-api-stub.ts'

// Parts of a page arrive late on a busy machine.
configure({ asyncUtilTimeout: 4_000 })
vi.setConfig({ testTimeout: 20_000 })

/**
 * Shows a page where a failed read is retried without a pause, and returns its router.
 * @param queryClient through which a test reads again what the page has read
 */
export function renderFailingPage(
  content: ReactNode,
  address = pageAddress,
  queryClient = createQueryClient(),
): ReturnType<typeof createPageRouter> {
  const { queries, ...rest } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...rest, queries: { ...queries, retryDelay: 0 } })
  const router = createPageRouter(address)
  render(page({ router, queryClient, children: content }))
  return router
}
