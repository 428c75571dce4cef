// @vitest-environment jsdom
import type { EventDetail } from '@assay/risk-service/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { beforeEach, expect, it } from 'vitest'
import {
  environmentId,
  type RecordedCall,
  stubConsoleApi,
  unanswered,
} from '../../../platform/testing/console-api-stub.ts'
import { readRecoveryKeys, renderPage, waitForCall } from '../../../platform/testing/lost-session.ts'
import { fillField, pressButton } from '../../../platform/testing/user-input.ts'
// What is fetched when a status is changed.
import './support-status-dialog.tsx'
import { useSupportStatus } from './use-support-status.tsx'

const email = 'ana@example.com'
const detail = {
  row: { environmentId, userId: null, email, deviceId: null, ip: null },
  request: {},
} as unknown as EventDetail

let calls: RecordedCall[]
beforeEach(() => {
  calls = stubConsoleApi({
    'supportEntries.get': () => [],
    'supportEntries.set': unanswered,
    'supportEntries.history': () => [
      {
        id: 'change',
        at: '2026-11-20T10:00:00.000Z',
        by: 'Cleo',
        list: 'email',
        value: email,
        status: 'Watch',
        reason: 'Suspicious spend',
        comments: 'Three cards in a day',
        expiresAt: null,
      },
    ],
  })
})

const Email = (): ReactNode => useSupportStatus(detail).edit('email', email, 'Email')

it('the support status of a value is open again after a lost session, with what was chosen and typed', async () => {
  const { loseSession } = renderPage(createElement(Email))
  await waitFor(() => screen.getByRole('button', { name: 'Support status of Email' }))
  await pressButton('Support status of Email')
  const findDialog = async () => within(await screen.findByRole('dialog'))
  const findReason = async () => (await findDialog()).findByRole<HTMLInputElement>('textbox', { name: 'Reason' })
  fireEvent.click((await findDialog()).getByRole('radio', { name: 'Watch' }))
  fillField(await findReason(), 'Asked twice for the same parcel')
  await pressButton('Set status')
  await waitForCall(calls, 'supportEntries.set')
  loseSession()
  expect((await findReason()).value).toBe('Asked twice for the same parcel')
  expect((await findDialog()).getByRole('radio', { name: 'Watch' }).getAttribute('aria-checked')).toBe('true')
  expect(readRecoveryKeys()).toEqual([])
})

it('the earlier changes of a value are one press away', async () => {
  renderPage(createElement(Email))
  await pressButton('Support status of Email')
  await pressButton('Change log')
  const list = await screen.findByRole('list', { name: 'Timeline' })
  expect(list.textContent).toContain(`Cleo set ${email} to Watch on “Email Support List”`)
  expect(list.textContent).toContain('Three cards in a day')
  expect(calls.find(({ procedure }) => procedure === 'supportEntries.history')?.input).toMatchObject({
    environmentId,
    entities: [{ list: 'email', value: email }],
  })
})
