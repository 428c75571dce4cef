// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../../platform/api/query-client.ts'
import { stubConsoleApi } from '../../../../platform/testing/console-api-stub.ts'
import { hookWrapper } from '../../../../platform/testing/hook-wrapper.ts'
import { caseOf } from '../../testing/case-fixture.ts'
import type { FoundCase } from '../model/use-case.ts'
import { useCaseHistory } from './use-case-history.ts'

const certain = { loading: false, error: null, retry: () => undefined }
const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(hookWrapper, { queryClient: createQueryClient(), children })
const render = (found: FoundCase) =>
  renderHook((props: FoundCase) => useCaseHistory(props), { wrapper, initialProps: found })

it('is loading until the case is known and its history is there', async () => {
  const answer = Promise.withResolvers<unknown[]>()
  const calls = stubConsoleApi({ 'cases.history': () => answer.promise })
  const { result, rerender } = render({ ...certain, row: null, loading: true })
  expect(result.current).toMatchObject({ records: [], loading: true, error: null })
  rerender({ ...certain, row: caseOf() })
  expect(result.current.loading).toBe(true)
  await waitFor(() => expect(calls).toHaveLength(1))
  act(() => answer.resolve([{ id: '1', kind: 'created', at: '2026-11-20T08:00:00Z', by: null, details: {} }]))
  await waitFor(() => expect(result.current.loading).toBe(false))
  expect(result.current.records).toHaveLength(1)
})

it('an event without a case has none, at once', () => {
  const calls = stubConsoleApi({ 'cases.history': () => [] })
  expect(render({ ...certain, row: null }).result.current).toMatchObject({ records: [], loading: false, error: null })
  expect(calls).toEqual([])
})

it('a case or a history that could not be read is an error, which is read again', async () => {
  const retry = vi.fn()
  const failed = new ORPCError('INTERNAL_SERVER_ERROR')
  const missing = render({ row: null, loading: false, error: failed, retry }).result
  expect(missing.current).toMatchObject({ loading: false, error: failed })
  missing.current.retry()
  expect(retry).toHaveBeenCalledOnce()

  let fails = true
  stubConsoleApi({
    'cases.history': () => {
      if (fails) throw new ORPCError('FORBIDDEN', { status: 403 })
      return []
    },
  })
  const { result } = render({ ...certain, row: caseOf() })
  await waitFor(() => expect(result.current.error).not.toBeNull())
  expect(result.current.loading).toBe(false)
  fails = false
  act(() => result.current.retry())
  await waitFor(() => expect(result.current).toMatchObject({ loading: false, error: null }))
})
