// @vitest-environment jsdom
import type { DualRun, DualRunDetailed } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { pageAddress, type RecordedCall, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../platform/testing/session.ts'
import { fillField, pressButton } from '../../platform/testing/user-input.ts'
import { Component } from './page/dual-run-page.tsx'
import { detailed, done, failed, report, running } from './testing/dual-run-samples.ts'

let calls: RecordedCall[]
let runs: () => DualRun[]
let detail: () => DualRunDetailed
let start: () => DualRun
beforeEach(() => {
  stubLayout()
  runs = () => [done]
  detail = () => detailed
  start = () => running
  calls = stubConsoleApi({
    'dualRuns.list': () => runs(),
    'dualRuns.get': () => detail(),
    'dualRuns.start': () => start(),
    'dualRuns.cancel': () => ({ cancelled: true }),
    'dualRuns.remove': () => ({ deleted: true }),
    'assessments.list': () => [{ eventType: 'purchase', name: '' }],
  })
})
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)
const open = (address = pageAddress) => renderFailingPage(createElement(Component), address)
const dialog = async () => within(await screen.findByRole('dialog'))

it('shows parity, the decisions that differ, and each cause with money, remedy and examples', async () => {
  open()
  expect((await screen.findAllByText('98.50%')).length).toBeGreaterThan(0)
  const matrix = within(await screen.findByRole('table', { name: 'Decisions that differ' }))
  expect(matrix.getAllByRole('row')).toHaveLength(2)
  const score = within(screen.getByRole('region', { name: 'Score' }))
  expect(score.getByText('2 decisions, USD 50.00')).toBeTruthy()
  expect(score.getByText('150 instead of 700')).toBeTruthy()
  expect(score.getByRole('link', { name: 'Open the page' }).getAttribute('href')).toContain('/reports/scores')
  const list = within(screen.getByRole('region', { name: /^List/ }))
  expect(list.getByText(/The score of the former system is needed as well/)).toBeTruthy()
  expect(list.getByText('listed instead of not listed')).toBeTruthy()
  expect(screen.getByText('1 line cannot be read: 201')).toBeTruthy()
  expect(screen.getByText(/5 events with the decision/)).toBeTruthy()
})

it('opens an example with both answers beside each other', async () => {
  const router = open()
  fireEvent.click(await screen.findByRole('link', { name: 'ord-1' }))
  await waitFor(() => expect(router.state.location.search).toContain('example=ord-1'))
  const panel = await dialog()
  expect(panel.getByText('High score')).toBeTruthy()
  expect(panel.getByText('no rule')).toBeTruthy()
  expect(panel.getByRole('link', { name: /Open the event/ }).getAttribute('href')).toContain('/search/purchase/')
})

it('says that all decisions are the same', async () => {
  detail = () => ({
    ...detailed,
    report: { ...report, parity: 100, differing: { events: 0, amountUsd: 0 }, groups: [], matrix: [] },
  })
  open()
  expect(await screen.findByText('All 200 decisions are the same.')).toBeTruthy()
  expect(screen.queryByText('Causes of the differences')).toBeNull()
})

it('shows the progress of a run, and stops it', async () => {
  runs = () => [running]
  open()
  expect(await screen.findByText('50 of 200')).toBeTruthy()
  await pressButton('Cancel')
  await waitFor(() => expect(inputsOf('dualRuns.cancel')).toMatchObject([{ dualRunId: running.id }]))
})

it('says why a run failed, and removes it after a question', async () => {
  runs = () => [failed]
  open()
  expect(await screen.findByText(/have no answers of the former system/)).toBeTruthy()
  await pressButton('Delete')
  const question = within(await screen.findByRole('alertdialog'))
  fireEvent.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(inputsOf('dualRuns.remove')).toMatchObject([{ dualRunId: failed.id }]))
})

it('starts a comparison with a file and the words of the former system', async () => {
  const router = open()
  await screen.findAllByText('98.50%')
  await pressButton('New dual run')
  const form = await dialog()
  const input = document.querySelector('input[type="file"]')
  if (input === null) throw new Error('There is no field for a file.')
  fireEvent.change(input, { target: { files: [new File(['{}'], 'events.ndjson')] } })
  fireEvent.click(form.getByRole('button', { name: 'Add a word' }))
  fillField(form.getByRole('textbox', { name: 'Word 1' }), 'Declined')
  fireEvent.click(form.getByRole('button', { name: 'Compare' }))
  await waitFor(() => expect(inputsOf('dualRuns.start')).toHaveLength(1))
  await waitFor(() => expect(router.state.location.search).toContain(running.id))
})

it('names a refusal in the form', async () => {
  start = () => {
    throw new ORPCError('CONFLICT', { status: 409, data: { reason: 'dualRun.limit' } })
  }
  open()
  await screen.findAllByText('98.50%')
  await pressButton('New dual run')
  const form = await dialog()
  const input = document.querySelector('input[type="file"]')
  if (input === null) throw new Error('There is no field for a file.')
  fireEvent.change(input, { target: { files: [new File(['{}'], 'events.ndjson')] } })
  fireEvent.click(form.getByRole('button', { name: 'Compare' }))
  expect(await form.findByText(/At most 3 dual runs/)).toBeTruthy()
})

it('names the command for a file that is too large', async () => {
  open()
  await screen.findAllByText('98.50%')
  await pressButton('New dual run')
  const form = await dialog()
  const input = document.querySelector('input[type="file"]')
  if (input === null) throw new Error('There is no field for a file.')
  const large = new File(['x'], 'events.ndjson')
  Object.defineProperty(large, 'size', { value: 30 * 1024 * 1024 })
  fireEvent.change(input, { target: { files: [large] } })
  expect(await form.findByText(/too large for this page/)).toBeTruthy()
  fireEvent.click(form.getByRole('button', { name: 'Compare' }))
  expect(inputsOf('dualRuns.start')).toEqual([])
})

it('prints the report with the digests of file, rules and report', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  open()
  await screen.findAllByText('98.50%')
  await pressButton('Print')
  await waitFor(() => expect(print).toHaveBeenCalled())
  const sheet = document.querySelector('[data-slot="print-sheet"]')
  expect(sheet?.textContent).toContain('f11e')
  expect(sheet?.textContent).toContain('4a1e5')
  expect(sheet?.textContent).toContain('2e907')
})

it('prints the key of a signed report with the models that scored', async () => {
  vi.stubGlobal('print', vi.fn())
  detail = () => ({
    ...detailed,
    signature: { jws: 'e30.e30.e30', keyId: 'key-of-harbor', signedAt: '2026-11-20T09:00:10.000Z' },
    report: {
      ...report,
      ruleSet: { ...report.ruleSet, models: [{ environmentId: detailed.environmentId, kind: 'risk', version: 3 }] },
    },
  })
  open()
  await screen.findAllByText('98.50%')
  await pressButton('Print')
  await waitFor(() => expect(document.querySelector('[data-slot="print-sheet"]')).not.toBeNull())
  const sheet = document.querySelector('[data-slot="print-sheet"]')
  expect(sheet?.textContent).toContain('key-of-harbor')
  expect(sheet?.textContent).toContain('Risk model, version 3 (Harbor)')
  expect(sheet?.textContent).toContain('verify FILE --key-id key-of-harbor')
})

it('lets readers read, and nothing else', async () => {
  renderFailingPage(withReadAccess(createElement(Component)), pageAddress)
  expect((await screen.findAllByText('98.50%')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: 'New dual run' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

it('shows that there is none yet', async () => {
  runs = () => []
  open()
  expect(await screen.findByText('No dual run yet')).toBeTruthy()
})

it('shows a failure of the list, and tries again', async () => {
  runs = () => {
    throw new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 })
  }
  open()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})
