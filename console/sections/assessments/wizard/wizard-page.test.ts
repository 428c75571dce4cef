// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { environmentId, stubConsoleApi } from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withCapabilities } from '../../../platform/testing/session.ts'
import { Component } from './wizard-page.tsx'

let sent: Record<string, unknown>[]
let answer: () => unknown
beforeEach(() => {
  localStorage.clear()
  sent = []
  answer = () => ({ id: '7b1f6a52-3a3e-4a53-9c8e-0d6a4f1f2b11', eventType: 'Locker' })
  stubConsoleApi({
    'assessments.list': () => [],
    'assessments.create': input => {
      sent.push(input as Record<string, unknown>)
      return answer()
    },
    'searchSwitch.get': () => ({ state: 'On' }),
    'integration.overview': () => {
      throw new ORPCError('FORBIDDEN')
    },
  })
})
const show = () => renderFailingPage(createElement(Component), `/fraud/assessments/setup?env=${environmentId}`)
const next = () => screen.getByRole('button', { name: 'Next' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function toNames() {
  fireEvent.click(await screen.findByRole('radio', { name: 'Custom' }))
  for (const title of [/Define the schema/, /Select observation events/, /Define settings/, /Finalize name/]) {
    fireEvent.click(next())
    await screen.findByRole('heading', { name: title })
  }
}

it('says why a step cannot be left, and creates what was chosen', async () => {
  const page = show()
  await screen.findByRole('radio', { name: 'Custom' })
  const reason = document.getElementById(next().getAttribute('aria-describedby') ?? '')
  expect([next().getAttribute('aria-disabled'), reason?.textContent]).toEqual([
    'true',
    'Select a template to continue.',
  ])
  fireEvent.click(next())
  expect(screen.queryByRole('heading', { name: /Define the schema/ })).toBeNull()
  await toNames()
  fireEvent.change(screen.getByLabelText(/^Friendly name/), { target: { value: 'Locker' } })
  expect(screen.getByText('/v1.0/assessment/Locker')).toBeTruthy()
  press('Create')
  await waitFor(() => expect(page.state.location.pathname).toBe('/fraud/assessments/Locker/rules'))
  expect(sent).toMatchObject([
    {
      environmentId,
      template: 'Custom',
      apiName: 'Locker',
      friendlyName: 'Locker',
      schema: { sections: ['metadata'], custom: [] },
      observations: [],
      label: false,
      evaluation: 'all',
    },
  ])
  expect(localStorage.getItem('assay/assessment-drafts')).toBeNull()
})

it.each([
  ['assessment.exists', 'An assessment with this API name already exists.'],
  ['assessment.limit', 'This root environment has 16 assessments, which is the limit.'],
])('shows the refusal %s, with everything that was typed, and the repeat has the same id', async (reason, text) => {
  answer = () => {
    throw new ORPCError('CONFLICT', { status: 409, data: { reason } })
  }
  show()
  await toNames()
  fireEvent.change(screen.getByLabelText(/^Friendly name/), { target: { value: 'Locker' } })
  press('Create')
  await screen.findByText(text)
  expect(screen.getByLabelText(/^Friendly name/)).toHaveProperty('value', 'Locker')
  press('Create')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]?.['assessmentId']).toBe(sent[1]?.['assessmentId'])
})

it('offers a draft that was left, to resume or to discard', async () => {
  show()
  fireEvent.click(await screen.findByRole('radio', { name: 'Money transfer' }))
  fireEvent.click(next())
  await screen.findByRole('heading', { name: /Define the schema/ })
  cleanup()
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Resume draft' }))
  await screen.findByRole('heading', { name: /Define the schema/ })
  cleanup()
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Discard draft' }))
  expect((await screen.findByRole('radio', { name: 'Money transfer' })).getAttribute('aria-checked')).toBe('false')
  expect(localStorage.getItem('assay/assessment-drafts')).toBeNull()
})

it('asks before a draft is discarded by Cancel', async () => {
  const page = show()
  fireEvent.click(await screen.findByRole('radio', { name: 'Custom' }))
  press('Cancel')
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(page.state.location.pathname).toBe('/fraud/assessments/setup')
  press('Cancel')
  fireEvent.click(await screen.findByRole('button', { name: /Discard/ }))
  await waitFor(() => expect(page.state.location.pathname).toBe('/fraud/assessments'))
  expect(localStorage.getItem('assay/assessment-drafts')).toBeNull()
})

it('is not for who may only read', async () => {
  renderFailingPage(
    withCapabilities(createElement(Component), () => ({ assessments: 'read' })),
    `/fraud/assessments/setup?env=${environmentId}`,
  )
  await screen.findByText('You cannot create assessments')
})
