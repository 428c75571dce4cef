// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { caseOf, decidedCase, reviewedCase } from '../../testing/case-fixture.ts'
import { renderCase } from '../../testing/case-page.ts'
import { Component } from '../case-page.tsx'
import '../json-tab.tsx'

const banner = /Case management is switched off for Purchase: .* can be decided as before/

it('a case whose assessment has case management switched off says so, and can be decided', async () => {
  renderCase(Component, reviewedCase({ caseManagement: false }))
  await screen.findByText(banner)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Approve ?A$/ }).disabled).toBe(false)
})

it('a case that nobody reviews says so, too, and can be started', async () => {
  renderCase(Component, caseOf({ caseManagement: false }))
  await screen.findByText(banner)
  expect(screen.getByRole('button', { name: 'Start review' })).toBeTruthy()
})

it('a decided case and one of another assessment say nothing of it', async () => {
  renderCase(Component, decidedCase({}, { caseManagement: false }))
  await screen.findByRole('region', { name: 'Outcome of the review' })
  expect(screen.queryByText(banner)).toBeNull()
})
