// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, renderHook, waitFor } from '@testing-library/react'
import { createRef } from 'react'
import { expect, it, vi } from 'vitest'
import { environmentId, pageWrapper, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import type { StoredDatabaseList } from './database-list-form.ts'
import { useDatabaseList } from './use-database-list.ts'

const listId = '0198a000-0000-7000-8000-000000000002'
const connection = {
  kind: 'cosmos' as const,
  account: 'risk',
  database: 'fraud',
  container: 'phones',
  timeoutMs: 300,
  secret: { kept: true as const },
}
const stored = {
  list: { id: listId, name: 'Phones', description: 'Stolen', version: 2 },
  definition: { connection, columns: ['phone', 'status'], version: 2 },
} as unknown as StoredDatabaseList

it('a description that fails after its connection was saved is saved alone at the next attempt', async () => {
  const describe = vi.fn((input: Record<string, unknown>): unknown => ({ ...stored.list, ...input, version: 3 }))
  describe.mockImplementationOnce(() => {
    throw new ORPCError('INTERNAL_SERVER_ERROR')
  })
  const calls = stubConsoleApi({
    'databaseLists.update': () => ({ ...stored.list, version: 3 }),
    'customLists.describe': describe,
  })
  const onSaved = vi.fn()
  const { result } = renderHook(() => useDatabaseList(stored, { element: createRef<HTMLElement>(), onSaved }), {
    wrapper: pageWrapper,
  })
  await waitFor(() => expect(result.current).not.toBeNull())
  act(() => result.current.change({ timeoutMs: 500, description: 'Stolen phones' }))

  await act(() => result.current.save())
  expect(calls).toEqual([
    {
      procedure: 'databaseLists.update',
      input: {
        environmentId,
        listId,
        connection: { ...connection, timeoutMs: 500 },
        columns: ['phone', 'status'],
        baseVersion: 2,
      },
    },
    { procedure: 'customLists.describe', input: { environmentId, listId, description: 'Stolen phones' } },
  ])
  expect(onSaved).not.toHaveBeenCalled()
  expect(result.current.form).toMatchObject({ timeoutMs: 500, description: 'Stolen phones' })
  expect(result.current.dirty).toBe(true)

  await act(() => result.current.save())
  expect(calls.slice(2).map(({ procedure }) => procedure)).toEqual(['customLists.describe'])
  expect(onSaved).toHaveBeenCalledTimes(1)
  expect(onSaved.mock.calls[0]).toMatchObject([{ id: listId, description: 'Stolen phones' }])
})
