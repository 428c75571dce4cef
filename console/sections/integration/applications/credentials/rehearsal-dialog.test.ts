// @vitest-environment jsdom

import type { Application, ApplicationUse, BrownOutState } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../../../platform/testing/console-api-stub.ts'
import { stubLayout } from '../../../../platform/testing/dom-stubs.ts'
import { renderFailingPage } from '../../../../platform/testing/failing-page.ts'
import { Component as ManagePage } from '../manage-page.tsx'

const credential: Application['credentials'][number] = {
  id: '40000000-0000-4000-8000-000000000001',
  kind: 'secret',
  thumbprint: null,
  createdAt: '2025-11-20T12:00:00.000Z',
  expiresAt: '2027-11-20T12:00:00.000Z',
  lastUsedAt: null,
}
const application: Application = {
  clientId: '30000000-0000-4000-8000-000000000001',
  name: 'Checkout',
  environmentId,
  createdAt: '2025-11-20T12:00:00.000Z',
  lastUsedAt: null,
  roles: ['Risk_API'],
  elsewhere: [],
  credentials: [credential],
}
const started: BrownOutState = {
  percent: 10,
  startedAt: '2025-11-20T12:00:00.000Z',
  endsAt: '2025-11-20T12:15:00.000Z',
  startedBy: 'Ana',
  active: true,
  calls: 120,
  refused: 12,
}
let brownOut: BrownOutState | null
const use = (): ApplicationUse => ({
  minutes: 10,
  now: new Date().toISOString(),
  credentials: [
    {
      credentialId: credential.id,
      calls: 410,
      tokens: 1,
      callsPerMinute: 41,
      lastAt: new Date(Date.now() - 4_000).toISOString(),
      sources: [
        { source: '203.0.113.***', calls: 300, refused: 9, lastAt: new Date().toISOString() },
        { source: '198.51.100.***', calls: 111, refused: 3, lastAt: new Date().toISOString() },
      ],
      brownOut,
    },
  ],
})
let calls: RecordedCall[]
let callers: () => unknown
beforeEach(() => {
  stubLayout()
  brownOut = null
  callers = use
  calls = stubConsoleApi({
    'applications.list': () => ({
      applications: [application],
      unseen: [],
      mayCreate: true,
      mayAssign: ['RiskApi', 'ProvisioningApi'],
    }),
    'applications.callers': () => callers(),
    'applications.remove': () => ({ removed: true }),
    'applications.removeCredential': () => application,
    'applications.startBrownOut': input => {
      brownOut = { ...started, percent: input['percent'] as 1 | 10 }
      return use()
    },
    'applications.endBrownOut': () => {
      brownOut = { ...started, active: false }
      return use()
    },
  })
})
const inputsOf = (procedure: string) => calls.filter(call => call.procedure === procedure).map(({ input }) => input)

describe('the rehearsal of a deletion', () => {
  const openRehearsal = async () => {
    renderFailingPage(createElement(ManagePage))
    fireEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
    fireEvent.click(await screen.findByRole('button', { name: /^Rehearse/ }))
    return within(await screen.findByRole('dialog', { name: /^Rehearse the deletion/ }))
  }

  it('says who calls, how often and when last', async () => {
    const dialog = await openRehearsal()
    expect(
      await dialog.findByText(/^41 calls per minute from 2 networks, last \d+ seconds ago, 1 token request$/),
    ).toBeTruthy()
    expect(dialog.getByRole('row', { name: /203\.0\.113\.\*\*\*/ }).textContent).toContain('300')
  })

  it('rejects a share of the calls until it is ended', async () => {
    const dialog = await openRehearsal()
    fireEvent.click(await dialog.findByRole('button', { name: 'Reject 10%' }))
    expect(await dialog.findByText(/^Rejects 10% until .*: 12 of 120 rejected so far\.$/)).toBeTruthy()
    expect(inputsOf('applications.startBrownOut')).toEqual([
      { environmentId, clientId: application.clientId, credentialId: credential.id, percent: 10, minutes: 15 },
    ])
    fireEvent.click(dialog.getByRole('button', { name: 'End rehearsal' }))
    expect(await dialog.findByText(/^The last rehearsal ended at .*: 12 of 120 rejected\.$/)).toBeTruthy()
    expect(inputsOf('applications.endBrownOut')).toHaveLength(1)
  })

  it('is shown in the question before an application is deleted', async () => {
    renderFailingPage(createElement(ManagePage))
    fireEvent.click(await screen.findByRole('button', { name: /^Delete/ }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(await question.findByText(/^41 calls per minute from 2 networks/)).toBeTruthy()
    expect(question.getByText(/^Its tokens end immediately: 41 calls per minute/)).toBeTruthy()
  })

  it('delays the deletion until it is read', async () => {
    const { promise, resolve } = Promise.withResolvers<ApplicationUse>()
    callers = () => promise
    renderFailingPage(createElement(ManagePage))
    fireEvent.click(await screen.findByRole('button', { name: /^Delete/ }))
    const question = within(await screen.findByRole('alertdialog'))
    const confirm = () => question.getByRole<HTMLButtonElement>('button', { name: 'Delete' })
    expect(confirm().disabled).toBe(true)
    expect(question.getByText('Reading its latest calls')).toBeTruthy()
    resolve(use())
    expect(await question.findByText(/^41 calls per minute/)).toBeTruthy()
    expect(confirm().disabled).toBe(false)
  })

  it('that cannot be read is not taken for none', async () => {
    callers = () => {
      throw new ORPCError('FORBIDDEN')
    }
    renderFailingPage(createElement(ManagePage))
    fireEvent.click(await screen.findByRole('button', { name: /^Delete/ }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(await question.findByText('Its latest calls could not be read. It may still be in use.')).toBeTruthy()
  })
})

describe('the question before a credential is deleted', () => {
  const openQuestion = async () => {
    renderFailingPage(createElement(ManagePage))
    fireEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: /^Delete/ }))
    const question = within(await screen.findByRole('alertdialog'))
    await question.findByText(/^41 calls per minute from 2 networks/)
    return question
  }
  const confirm = (question: Awaited<ReturnType<typeof openQuestion>>) =>
    fireEvent.click(question.getByRole('button', { name: 'Delete' }))
  const box = (question: Awaited<ReturnType<typeof openQuestion>>) =>
    question.getByRole('checkbox', { name: 'End its tokens immediately' })
  const input = { environmentId, clientId: application.clientId, credentialId: credential.id }

  it('leaves its tokens their hour, and says until when', async () => {
    const question = await openQuestion()
    expect(box(question).getAttribute('data-state')).toBe('unchecked')
    expect(question.getByText(/^Its tokens end with their hour, the last one by .* UTC\.$/)).toBeTruthy()
    confirm(question)
    await waitFor(() => expect(inputsOf('applications.removeCredential')).toEqual([{ ...input, tokens: 'expire' }]))
  })

  it('ends them with it, and says how many calls end', async () => {
    const question = await openQuestion()
    fireEvent.click(box(question))
    expect(
      question.getByText('Its tokens end immediately: 41 calls per minute are rejected from then on.'),
    ).toBeTruthy()
    expect(question.queryByText(/^Its tokens end with their hour/)).toBeNull()
    confirm(question)
    await waitFor(() => expect(inputsOf('applications.removeCredential')).toEqual([{ ...input, tokens: 'end' }]))
  })

  it('asks again each time', async () => {
    const question = await openQuestion()
    fireEvent.click(box(question))
    fireEvent.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Delete/ }))
    expect(box(within(await screen.findByRole('alertdialog'))).getAttribute('data-state')).toBe('unchecked')
    expect(inputsOf('applications.removeCredential')).toEqual([])
  })

  it('of an application that nobody uses names no calls', async () => {
    callers = () => ({ ...use(), credentials: [{ ...use().credentials[0], calls: 0, tokens: 0, lastAt: null }] })
    renderFailingPage(createElement(ManagePage))
    fireEvent.click(await screen.findByRole('button', { name: /^Delete/ }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(await question.findByText('Its tokens end immediately.')).toBeTruthy()
  })
})
