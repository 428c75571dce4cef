// @vitest-environment jsdom
import type { Rule } from '@assay/risk-service/contract'
import { screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { replaceCode } from '../../../platform/testing/code-input.ts'
import { type RecordedCall, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { pressButton } from '../../../platform/testing/user-input.ts'
import { bodyOf, draftRule, idOf, rejection, rulePage } from '../testing/rules.ts'
import { RuleEditorPage } from './rule-editor-page.tsx'

const made = bodyOf('Large', 'RETURN Review("Large") WHEN @"totalAmount" > 1000')
const [clause] = made.clauses

let rule: Rule
let calls: RecordedCall[]
beforeEach(() => {
  rule = draftRule({ ...made, clauses: clause ? [{ ...clause, visual: true }] : [] })
  calls = stubConsoleApi({
    'rules.get': () => rule,
    'rules.list': () => [],
    'rules.evaluate': () => rejection,
    'rules.vocabulary': () => ({
      attributes: [{ path: 'totalAmount', type: 'number', description: 'Total amount' }],
    }),
    'rules.settings': () => ({ payload: {} }),
    'rules.saveDraft': ({ body }) => ({
      ...rule,
      draft: { ...(body as object), baseVersion: 0, savedAt: '2026-01-01T00:00:00Z' },
    }),
  })
})
const show = () => renderPage(rulePage(createElement(RuleEditorPage, { ruleId: idOf(11) })))
const view = (name: string) => screen.queryByRole('radio', { name })

it('[S12] a clause of conditions says that code is one-way before it is edited, and offers no conditions afterwards', async () => {
  show()
  ;(await screen.findByRole('radio', { name: 'Code' })).click()
  await screen.findByText('You will not be able to return to Visual view after editing in Code view.')
  const code = await screen.findByRole('textbox', { name: 'Code of clause1' })
  // Nothing can be typed before the notice is answered.
  await replaceCode('Code of clause1', 'RETURN Approve()')
  expect(code.textContent).toContain('1000')
  await pressButton('Edit code')
  await replaceCode('Code of clause1', 'RETURN Review("Large") WHEN @"totalAmount" > 900')
  await waitFor(() => expect(view('Visual')).toBeNull())
  await waitFor(() =>
    expect(calls.findLast(({ procedure }) => procedure === 'rules.saveDraft')?.input).toMatchObject({
      body: { clauses: [{ visual: false, text: 'RETURN Review("Large") WHEN @"totalAmount" > 900' }] },
    }),
  )
})

it('[S12] a clause that was edited as code has no view of conditions for whoever opens it later', async () => {
  rule = draftRule({ ...made, clauses: clause ? [{ ...clause, visual: false }] : [] })
  show()
  await screen.findByRole('textbox', { name: 'Code of clause1' })
  expect([view('Visual'), view('Code')]).toEqual([null, null])
})
