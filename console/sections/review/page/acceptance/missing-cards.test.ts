// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { decidedCase, reviewedCase } from '../../testing/case-fixture.ts'
import { refuse, renderCase } from '../../testing/case-page.ts'
import { Component } from '../case-page.tsx'

const fail = () => refuse('INTERNAL_SERVER_ERROR', 500, {})
const openReject = async () => {
  fireEvent.click((await screen.findAllByRole('button', { name: /^Reject/ }))[0] as HTMLElement)
  return within(await screen.findByRole('dialog', { name: 'Reject' }))
}

it('the decision lists the cards that could not be loaded, and is possible all the same', async () => {
  const page = renderCase(Component, reviewedCase(), {
    'notes.list': fail,
    'cases.history': fail,
    'cases.decide': () => decidedCase(),
  })
  const { findByText, getByText, getByRole } = await openReject()
  await findByText('These cards could not be loaded:')
  await waitFor(() =>
    expect(
      [...(getByText(/could not be loaded/).parentElement?.querySelectorAll('li') ?? [])].map(li => li.textContent),
    ).toEqual(['Notes', 'Timeline']),
  )
  fireEvent.keyDown(document.activeElement ?? document.body, { key: '1' })
  fireEvent.click(getByRole('button', { name: 'Submit' }))
  await waitFor(() => expect(page.changes()).toContain('cases.decide'))
})

it('says nothing while every card has what it needs', async () => {
  renderCase(Component, reviewedCase())
  const { queryByText } = await openReject()
  expect(queryByText(/could not be loaded/)).toBeNull()
})
