// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { reviewedCase } from '../../testing/case-fixture.ts'
import { refuse, renderCase } from '../../testing/case-page.ts'
import { Component } from '../case-page.tsx'

it('the tab of the link analysis says how many events share something', async () => {
  renderCase(Component, reviewedCase())
  expect(await screen.findByRole('link', { name: /^Link analysis ?14$/ })).toBeTruthy()
})

it('marks that more events share something than were counted', async () => {
  renderCase(Component, reviewedCase(), { 'linkAnalysis.total': () => ({ events: 10_001 }) })
  expect(await screen.findByRole('link', { name: /^Link analysis ?10,000\+$/ })).toBeTruthy()
})

it('has no number when the events cannot be counted', async () => {
  renderCase(Component, reviewedCase(), {
    'linkAnalysis.total': () => refuse('INTERNAL_SERVER_ERROR', 500, {}),
  })
  await screen.findByRole('timer')
  expect(screen.getByRole('link', { name: 'Link analysis' })).toBeTruthy()
})
