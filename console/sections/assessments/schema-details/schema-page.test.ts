// @vitest-environment jsdom
import type { AssessmentConfiguration, SchemaEvidence } from '@assay/risk-service/contract'
import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import {
  environmentId,
  type RecordedCall,
  stubConsoleApi,
  unanswered,
} from '../../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../../platform/testing/failing-page.ts'
import { withReadAccess } from '../../../platform/testing/session.ts'
import { configurationOf } from '../testing/stored-configuration.ts'
import { Component } from './schema-page.tsx'

let configuration: AssessmentConfiguration
let evidence: (input: Record<string, unknown>) => unknown
let save: (input: Record<string, unknown>) => unknown
let calls: RecordedCall[]
const found: SchemaEvidence = {
  checked: 9812,
  refused: 212,
  changes: [{ kind: 'required', path: 'custom.locker', refused: 212 }],
  texts: 4,
  broken: [],
}
beforeEach(() => {
  configuration = configurationOf()
  evidence = () => found
  save = ({ schema }) => {
    configuration = { ...configuration, schema: schema as AssessmentConfiguration['schema'], schemaVersion: 8 }
    return configuration
  }
  calls = stubConsoleApi({
    'assessmentConfiguration.get': () => configuration,
    'assessmentConfiguration.checkSchema': input => evidence(input),
    'assessmentConfiguration.saveSchema': input => save(input),
    'assessments.list': () => [],
  })
})
const show = (page: ReactNode = createElement(Component)) =>
  renderFailingPage(
    createElement(
      Routes,
      null,
      createElement(Route, { path: '/fraud/assessments/:assessmentId/schemaDetails', element: page }),
    ),
    `/fraud/assessments/Pickup/schemaDetails?env=${environmentId}`,
  )
const required = () => screen.findByRole<HTMLButtonElement>('checkbox', { name: 'custom.locker is required' })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const sent = (procedure: string) =>
  calls.filter(each => each.procedure === `assessmentConfiguration.${procedure}`).map(({ input }) => input)

it('shows the fields of the version in force, and nothing to save', async () => {
  show()
  expect((await required()).getAttribute('aria-checked')).toBe('false')
  expect(screen.getByText('Version 7')).toBeTruthy()
  expect(button('Save').disabled).toBe(true)
  expect(sent('checkSchema')).toEqual([])
})

it('says what a required field would have meant before it is saved as the next version', async () => {
  show()
  fireEvent.click(await required())
  const text = await screen.findByText(/would have refused/)
  expect(text.textContent).toMatch(/Making custom.locker required would have refused 212 of the last 9,812 events/)
  expect(screen.getByText(/will fail with status 400/)).toBeTruthy()
  expect(screen.getByText(/1 change, saved as version 8/)).toBeTruthy()
  const schema = { sections: ['metadata', 'user'], custom: [{ name: 'locker', type: 'String', required: true }] }
  expect(sent('checkSchema')).toEqual([{ environmentId, assessmentId: configuration.id, schema }])
  fireEvent.click(button('Save'))
  await screen.findByText('Version 8')
  expect(sent('saveSchema')).toEqual([{ environmentId, assessmentId: configuration.id, baseVersion: 7, schema }])
  await waitFor(() => expect(button('Save').disabled).toBe(true))
})

it('names the clauses that a change breaks, with the way to the rule', async () => {
  const text = {
    kind: 'rule' as const,
    id: 'r1',
    name: 'Many gifts',
    environmentId,
    environment: 'Harbor',
    eventType: 'Pickup',
    place: 'Gift cards',
    code: 'FQL2003',
    severity: 'error' as const,
    params: {},
  }
  evidence = () => ({ ...found, refused: 0, changes: [], broken: [text] })
  show()
  fireEvent.click(await required())
  const link = await screen.findByRole('link', { name: 'Many gifts' })
  expect(link.getAttribute('href')).toMatch(/Pickup\/rules\?.*rule=r1/)
  expect(link.closest('li')?.textContent).toBe('Breaks clause Gift cards of rule Many gifts.')
})

it.each([
  ['dataFilter', 'Breaks data filter custom.locker of the reports of Pick-ups.'],
  ['amount', 'Breaks the amount in the reports of Pick-ups, of which custom.locker is a part.'],
  ['assessment', 'Breaks data subject ID custom.locker of Pick-ups.'],
] as const)('names what the assessment itself reads as %s, with the way to its configuration', async (kind, text) => {
  const broken = {
    ...{ kind, id: 'a1', name: 'Pick-ups', environmentId, environment: 'Harbor', eventType: 'Pickup' },
    ...{ place: 'custom.locker', code: 'schema.field', severity: 'error' as const, params: {} },
  }
  evidence = () => ({ ...found, refused: 0, changes: [], broken: [broken] })
  show()
  fireEvent.click(await required())
  const link = await screen.findByRole('link', { name: 'Pick-ups' })
  expect(link.getAttribute('href')).toMatch(/Pickup\/configuration/)
  expect(link.closest('li')?.textContent).toBe(text)
})

it('a check that takes long can be cancelled, and run again', async () => {
  evidence = unanswered
  show()
  fireEvent.click(await required())
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await screen.findByText(/was not checked/)
  evidence = () => found
  fireEvent.click(button('Check'))
  await screen.findByText(/would have refused/)
})

it('a version that somebody saved meanwhile is loaded on request, and nothing is overwritten', async () => {
  save = () => {
    configuration = configurationOf({ schemaVersion: 8, schema: { sections: ['metadata'], custom: [] } })
    throw new ORPCError('CONFLICT', {
      status: 409,
      data: { reason: 'version.conflict', currentVersion: 8, changedBy: 'Mirela' },
    })
  }
  show()
  fireEvent.click(await required())
  fireEvent.click(button('Save'))
  await screen.findByText(/saved a newer version/)
  fireEvent.click(button('Reload'))
  await screen.findByText('Version 8')
  expect(screen.queryByRole('checkbox', { name: 'custom.locker is required' })).toBeNull()
})

it('who only reads sees the fields and changes none', async () => {
  show(withReadAccess(createElement(Component)))
  expect((await required()).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add section' })).toBeNull()
})

it.each([
  ['NOT_FOUND', 'Assessment not found'],
  ['INTERNAL_SERVER_ERROR', 'Try again'],
] as const)('a read that fails with %s is reported', async (code, text) => {
  calls = stubConsoleApi({
    'assessmentConfiguration.get': () => {
      throw new ORPCError(code)
    },
  })
  show()
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  expect(within(document.body).queryByRole('checkbox')).toBeNull()
})
