// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { recordNoResponse, useOffline } from '../offline/connection.ts'

it('a page whose service is out of reach is offline', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError()))
  const { result } = renderHook(useOffline)
  recordNoResponse()
  await waitFor(() => expect(result.current).toBe(true))
})

it('the page of the next test is online, and what the last one still requests is never answered', async () => {
  const { result } = renderHook(useOffline)
  expect(result.current).toBe(false)
  recordNoResponse()
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(result.current).toBe(false)
})
