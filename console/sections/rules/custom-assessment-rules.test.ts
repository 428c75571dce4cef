// @vitest-environment jsdom
import type { RuleOverview } from '@assay/risk-service/contract'
import { screen } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../platform/testing/lost-session.ts'
import { withReadAccess } from '../../platform/testing/session.ts'
import { CustomAssessmentRules } from './list/custom-assessment-rules.tsx'
import { productionBranch, summaryOf } from './testing/rules.ts'

beforeEach(() => {
  stubConsoleApi({
    'rules.overview': () => [
      {
        eventType: 'CardAuthorization',
        assessmentId: 'a55a0008-0000-7000-8000-000000000001',
        name: 'Card authorization',
        sections: ['prior'],
        actions: true,
      } as unknown as RuleOverview,
    ],
    'rules.list': () => [{ ...summaryOf(11, 'Large cash'), eventType: 'CardAuthorization' }],
    'branches.list': () => ({ branches: [productionBranch], canKeepProduction: false }),
  })
})

it('an assessment that is not here is said to be unknown, with the way to all of them', async () => {
  renderPage(createElement(CustomAssessmentRules, { assessmentId: 'no-such-assessment' }))
  expect(await screen.findByText('Assessment not found')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All assessments' }).getAttribute('href')).toMatch(/^\/rulesconfiguration\?/)
})

it('who may only read the rules of an assessment that is named by its API name is offered no command', async () => {
  renderPage(withReadAccess(createElement(CustomAssessmentRules, { assessmentId: 'CardAuthorization' })))
  expect(await screen.findByRole('heading', { level: 1, name: 'Rules of Card authorization' })).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Large cash' })).toBeTruthy()
  expect(screen.getByText('You can view these rules but not change them')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New rule' })).toBeNull()
})
