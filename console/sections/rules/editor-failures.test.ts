// @vitest-environment jsdom
import type { RuleBody, RuleSummary } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { environmentParameter } from '../../platform/environments/environments.tsx'
import { environmentId, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { pressButton } from '../../platform/testing/user-input.ts'
import { EvaluationPane } from './editor/evaluation-pane.tsx'
import { Component } from './list/rules-page.tsx'
import { builtInAssessmentScopes, RuleScopeProvider } from './rule-scope.tsx'
// What the page fetches with the first rule.
import './editor/rule-editor-page.tsx'
import { useRuleEvaluation } from './editor/use-rule-evaluation.ts'

const rule: RuleSummary = {
  id: '0198a000-0000-7000-8000-000000000011',
  environmentId,
  type: 'decision',
  eventType: 'purchase',
  branch: 'production',
  inherited: false,
  name: 'Night',
  description: '',
  condition: '',
  status: 'active',
  hasDraft: false,
  position: 1,
  version: 1,
  clauseCount: 1,
  updatedBy: 'engineer@example.com',
  updatedAt: '2026-01-01T00:00:00Z',
  decided24h: 0,
}
const body: RuleBody = {
  name: 'Night',
  description: '',
  condition: '',
  sample: { payload: {}, riskScore: 500 },
  clauses: [],
} as unknown as RuleBody
const outcome = {
  selected: true,
  decision: 'Approve',
  clause: null,
  reason: '',
  supportMessage: '',
  challengeType: '',
  outputs: {},
  traces: [],
  explanation: { rules: [], runtimeErrors: [] },
}

function Evaluation() {
  return createElement(EvaluationPane, { body, evaluation: useRuleEvaluation(body, 'decision', null) })
}

let reachable: boolean
beforeEach(() => {
  reachable = false
  stubConsoleApi({
    'rules.list': () => [rule],
    'rules.get': () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    },
    'branches.list': () => ({ branches: [], canKeepProduction: false }),
    'rules.evaluate': () => {
      if (!reachable) throw new ORPCError('INTERNAL_SERVER_ERROR')
      return { problems: [], result: outcome }
    },
  })
})

const list = `/fraud/purchase/rules?${environmentParameter}=${environmentId}`
const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name })

it('a rule that cannot be loaded leaves the way back to the list', async () => {
  const router = renderFailingPage(createElement(Component), list)
  await findTitle('Purchase rules')
  fireEvent.click(await screen.findByRole('link', { name: 'Night' }))
  await findTitle('This could not be loaded')
  await pressButton('Back')
  await findTitle('Purchase rules')
  expect(router.state.location.pathname).toBe('/fraud/purchase/rules')
})

it('a rule that cannot be loaded leaves the way back to the list where the visit began with it', async () => {
  const router = renderFailingPage(createElement(Component), `${list}&rule=${rule.id}`)
  await findTitle('This could not be loaded')
  await pressButton('Back')
  await findTitle('Purchase rules')
  expect(router.state.location.pathname).toBe('/fraud/purchase/rules')
})

it('a rule that could not be evaluated is evaluated at another try, with nothing changed', async () => {
  const assessment = builtInAssessmentScopes.purchase
  renderFailingPage(createElement(RuleScopeProvider, { assessment, children: createElement(Evaluation) }))
  await screen.findByText('The rule could not be evaluated.')
  reachable = true
  await pressButton('Try again')
  expect(await screen.findByText('No clause returned a decision')).toBeTruthy()
  expect(screen.queryByText('The rule could not be evaluated.')).toBeNull()
})
