// @vitest-environment jsdom
import type { Evaluation, Rule } from '@assay/risk-service/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { replaceCode } from '../../../platform/testing/code-input.ts'
import { type RecordedCall, stubConsoleApi, unanswered } from '../../../platform/testing/console-api-stub.ts'
import { renderPage } from '../../../platform/testing/lost-session.ts'
import { withReadAccess, withSession } from '../../../platform/testing/session.ts'
import type { ScopeAssessment } from '../rule-scope.tsx'
import { bodyOf, draftRule, finding, idOf, publishedRule, rejection, rulePage } from '../testing/rules.ts'
import { RuleEditorPage } from './rule-editor-page.tsx'

const parentId = '0198a000-0000-7000-8000-000000000009'
const listed = bodyOf('Freight', 'RETURN Review("Freight") WHEN ContainsKey("Freight forwarders", "Zip", @"zip")')
const early = bodyOf('Early', 'RETURN Review("Early") WHEN @"totalAmount" > 5 AND @"riskScore" > 600')

let rule: Rule
let evaluation: Evaluation
let saveDraft: (input: Record<string, unknown>) => unknown
let calls: RecordedCall[]
beforeEach(() => {
  evaluation = rejection
  saveDraft = ({ body }) => ({
    ...rule,
    draft: { ...(body as object), baseVersion: 0, savedAt: '2026-01-01T00:00:00Z' },
  })
  calls = stubConsoleApi({
    'rules.get': () => rule,
    'rules.list': () => [],
    'rules.evaluate': () => evaluation,
    'rules.vocabulary': () => ({
      attributes: [
        { path: 'totalAmount', type: 'number', description: 'Total amount' },
        { path: 'riskScore', type: 'number', description: 'Risk score' },
      ],
    }),
    'rules.settings': () => ({ payload: {} }),
    'rules.saveDraft': input => saveDraft(input),
  })
})

const editor = (assessment?: ScopeAssessment) =>
  rulePage(createElement(RuleEditorPage, { ruleId: idOf(11) }), assessment)
const findCode = (name: string) => screen.findByRole('textbox', { name: `Code of ${name}` })

it('an inherited rule is looked at with what is in the environment that it belongs to, and not changed', async () => {
  rule = { ...publishedRule(listed), environmentId: parentId }
  renderPage(
    withSession(editor(), session => ({
      ...session,
      environments: session.environments.flatMap(each => [
        { ...each, id: parentId, friendlyName: 'Harbor Group' },
        { ...each, parentId, ancestorIds: [parentId] },
      ]),
    })),
  )
  expect((await screen.findByText('Harbor Group')).parentElement?.textContent).toBe(
    'This rule belongs to Harbor Group. Edit it there.',
  )
  const uses = within(await screen.findByRole('region', { name: 'Uses' }))
  expect(uses.getByText('Freight forwarders')).toBeTruthy()
  expect(uses.queryByRole('link')).toBeNull()
  await waitFor(() =>
    expect(calls.find(({ procedure }) => procedure === 'rules.evaluate')?.input).toMatchObject({ ruleId: rule.id }),
  )
  expect(screen.getByRole('region', { name: 'Problems' }).textContent).toContain('None')
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
})

it('who may only read sees the text of a rule, which no key changes', async () => {
  rule = publishedRule(early)
  renderPage(withReadAccess(editor()))
  const code = await findCode('clause1')
  expect(code.textContent).toContain('RETURN')
  await replaceCode('Code of clause1', 'RETURN Approve()')
  expect(code.textContent).toContain('RETURN Review("Early")')
  const commands = ['Edit', 'Publish', 'Discard', 'Rename rule', 'New clause', 'Format', 'Delete clause']
  for (const name of commands) expect(screen.queryByRole('button', { name })).toBeNull()
})

it('a decision rule of an assessment of one’s own has one list of clauses, and runs on its sample', async () => {
  rule = { ...draftRule(early), eventType: 'CardAuthorization' }
  renderPage(
    editor({
      eventType: 'CardAuthorization',
      name: 'Card authorization',
      path: '/fraud/assessments/a55a0008/rules',
      sections: ['prior'],
      scored: false,
      botScore: false,
      actions: true,
    }),
  )
  const outcome = within(await screen.findByRole('region', { name: 'Evaluation' }))
  expect(await outcome.findByText(/^by clause 1,/)).toBeTruthy()
  expect(screen.queryByText('Before scoring')).toBeNull()
  expect(screen.queryByRole('spinbutton', { name: 'Risk score' })).toBeNull()
  cleanup()
  rule = draftRule(early)
  renderPage(editor())
  expect(await screen.findByText('Before scoring')).toBeTruthy()
  expect(screen.getByRole('spinbutton', { name: 'Risk score' })).toBeTruthy()
})

it('a post-decision action has no evaluation and no score, says what it may not do, and is not published with an error', async () => {
  rule = { ...draftRule(bodyOf('Till', 'RETURN Approve()')), type: 'postDecision', eventType: 'CardAuthorization' }
  evaluation = { problems: [finding({ code: 'FQL1007', params: { S: 'RETURN', context: 'an action' } })], result: null }
  renderPage(
    editor({
      eventType: 'CardAuthorization',
      name: 'Card authorization',
      path: '/fraud/assessments/a55a0008/rules',
      sections: ['prior'],
      scored: true,
      botScore: false,
      actions: true,
    }),
  )
  expect(await screen.findByText(/They cannot change the decision\.$/)).toBeTruthy()
  expect(await screen.findByText(/FQL1007/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Evaluation' })).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true)
})

it('the place of a problem is shown in the code of a clause that is seen as conditions', async () => {
  rule = draftRule(early)
  const text = early.clauses[0]?.text ?? ''
  const from = text.indexOf('@"riskScore"')
  evaluation = {
    ...rejection,
    problems: [finding({ severity: 'warning', code: 'FQL3002', params: {}, from, to: from + 12, column: from + 1 })],
  }
  renderPage(editor())
  fireEvent.click(await screen.findByRole('radio', { name: 'Visual' }))
  const conditions = within(await screen.findByRole('group', { name: 'Conditions' }))
  await waitFor(() =>
    expect(conditions.getAllByRole('combobox', { name: /: Field$/ })[0]?.textContent).toBe('Total amount'),
  )
  fireEvent.click(
    await within(screen.getByRole('region', { name: 'Problems' })).findByRole('button', { name: /clause1/ }),
  )
  const code = await findCode('clause1')
  await waitFor(() => expect(document.activeElement).toBe(code))
  fireEvent.paste(code, { clipboardData: { getData: () => '?' } })
  expect(code.textContent).toContain('AND ?@"riskScore" > 600')
  await replaceCode('Code of clause1', text)
  fireEvent.click(screen.getByRole('radio', { name: 'Visual' }))
  expect(await screen.findByRole('group', { name: 'Conditions' })).toBeTruthy()
})

it('what a published rule is tried with is there again after a lost session, also a sample that is no JSON yet', async () => {
  rule = publishedRule(early)
  const { loseSession } = renderPage(editor())
  const findRisk = () => screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Risk score' })
  const findSample = () => screen.findByRole('textbox', { name: 'Sample request as JSON' })
  await findSample()
  await replaceCode('Sample request as JSON', '{"half": ')
  expect((await screen.findByText(/This is not a JSON object/)).getAttribute('role')).toBe('alert')
  const risk = await findRisk()
  fireEvent.change(risk, { target: { value: '777' } })
  fireEvent.blur(risk)
  loseSession()
  await waitFor(async () => expect((await findRisk()).value).toBe('777'))
  expect((await findSample()).textContent).toContain('"half":')
  expect(screen.getByText(/This is not a JSON object/).getAttribute('role')).toBe('alert')
})

it('conditions of which one is not complete are there again after a lost session, beside the score that was typed', async () => {
  const clause = { name: 'clause1', section: 'prior' as const, text: 'RETURN Review("Early") WHEN @"totalAmount" > 5' }
  saveDraft = unanswered
  rule = draftRule({ ...early, clauses: [{ ...clause, visual: true }] })
  const { loseSession } = renderPage(editor())
  const findConditions = async () => within(await screen.findByRole('group', { name: 'Conditions' }))
  fireEvent.click((await (await findConditions()).findAllByRole('button', { name: 'Add condition' }))[0] as HTMLElement)
  await waitFor(async () =>
    expect((await findConditions()).getAllByRole('combobox', { name: /: Field$/ })).toHaveLength(2),
  )
  const findRisk = () => screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Risk score' })
  const risk = await findRisk()
  fireEvent.change(risk, { target: { value: '778' } })
  fireEvent.blur(risk)
  loseSession()
  await waitFor(async () => expect((await findRisk()).value).toBe('778'))
  await waitFor(async () =>
    expect((await findConditions()).getAllByRole('combobox', { name: /: Field$/ })).toHaveLength(2),
  )
})

it('a condition without a value is a problem that blocks publishing, until it has one or is removed', async () => {
  const clause = { section: 'prior' as const, text: 'RETURN Review("Early") WHEN @"totalAmount" > 5', visual: true }
  const clauses = [
    { ...clause, name: 'clause1' },
    { ...clause, name: 'clause2' },
  ]
  rule = draftRule({ ...early, clauses })
  renderPage(editor())
  const findConditions = async () => within(await screen.findByRole('group', { name: 'Conditions' }))
  const problems = within(await screen.findByRole('region', { name: 'Problems' }))
  const canPublish = () => !screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled
  await waitFor(() => expect(canPublish()).toBe(true))
  fireEvent.click((await (await findConditions()).findAllByRole('button', { name: 'Add condition' }))[0] as HTMLElement)
  expect(await problems.findByText('1 condition has no value.')).toBeTruthy()
  expect(canPublish()).toBe(false)
  // Another clause is no way round it, and the problem leads back to the blocks.
  fireEvent.click(screen.getByText('clause2'))
  await waitFor(async () =>
    expect((await findConditions()).getAllByRole('combobox', { name: /: Field$/ })).toHaveLength(1),
  )
  expect(canPublish()).toBe(false)
  fireEvent.click(problems.getByRole('button', { name: /1 condition has no value/ }))
  await waitFor(async () =>
    expect((await findConditions()).getAllByRole('combobox', { name: /: Field$/ })).toHaveLength(2),
  )
  const [, added] = (await findConditions()).getAllByRole('button', { name: /^Delete|^Remove/ })
  fireEvent.click(added as HTMLElement)
  await waitFor(() => expect(canPublish()).toBe(true))
  expect(problems.queryByText(/has no value/)).toBeNull()
})
