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
