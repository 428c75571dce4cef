// @vitest-environment jsdom
import type { FunctionBody } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { screen } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import { EvaluationPane } from './evaluation-pane.tsx'
import { useFunctionEvaluation } from './use-function-draft.ts'

const body = { name: 'Total', description: '', parameters: [], properties: [], sample: {} } as unknown as FunctionBody

function Evaluation() {
  const evaluation = useFunctionEvaluation(body, environmentId, environmentId)
  return createElement(EvaluationPane, { evaluation })
}

let reachable: boolean
beforeEach(() => {
  reachable = false
  stubConsoleApi({
    'functions.evaluate': () => {
      if (!reachable) throw new ORPCError('INTERNAL_SERVER_ERROR')
      return { problems: [], results: [{ property: 'Result', value: 7, error: null }] }
    },
  })
})

it('a function that could not be evaluated is evaluated at another try', async () => {
  renderFailingPage(createElement(Evaluation))
  await screen.findByText('The function could not be evaluated.')
  reachable = true
  await pressButton('Try again')
  expect(await screen.findByText('Result')).toBeTruthy()
  expect(screen.getByText('7')).toBeTruthy()
  expect(screen.queryByText('The function could not be evaluated.')).toBeNull()
})
