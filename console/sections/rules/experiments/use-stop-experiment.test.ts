// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { environmentId, pageWrapper, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { builtInAssessmentScopes, RuleScopeProvider } from '../rule-scope.tsx'
import { useStopExperiment } from './use-stop-experiment.ts'

/** The command on a page of purchase rules. */
async function renderStop() {
  const wrapper = ({ children }: { children: ReactNode }) =>
    pageWrapper({
      children: createElement(RuleScopeProvider, { assessment: builtInAssessmentScopes.purchase, children }),
    })
  const { result } = renderHook(() => useStopExperiment(), { wrapper })
  await waitFor(() => expect(result.current).not.toBeNull())
  return result
}

it('an experiment that was stopped is announced by its name', async () => {
  const calls = stubConsoleApi({ 'branches.stopExperiment': () => ({}) })
  const stop = await renderStop()
  act(() => stop.current.mutate({ branch: 'trial', name: 'Lower limit' }))
  await waitFor(() => expect(stop.current.isSuccess).toBe(true))
  expect(calls).toEqual([
    { procedure: 'branches.stopExperiment', input: { environmentId, eventType: 'purchase', branch: 'trial' } },
  ])
  expect(await screen.findByText(/Lower limit/)).toBeTruthy()
})

it('an experiment that cannot be stopped says so', async () => {
  stubConsoleApi({
    'branches.stopExperiment': () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    },
  })
  const stop = await renderStop()
  act(() => stop.current.mutate({ branch: 'trial', name: 'Lower limit' }))
  expect(await screen.findByText('Something went wrong')).toBeTruthy()
})
