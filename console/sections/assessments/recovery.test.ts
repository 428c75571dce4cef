// @vitest-environment jsdom
import type { AssessmentConfiguration } from '@assay/risk-service/contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ComponentType, createElement } from 'react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { beforeSignInEvent } from '../../platform/session/identity/sign-in-redirect.ts'
import { environmentId, type RecordedCall, stubConsoleApi } from '../../platform/testing/console-api-stub.ts'
import { renderFailingPage } from '../../platform/testing/failing-page.ts'
import { Component as LabelPage } from './observations/edit-label-page.tsx'
import { Component as SchemaPage } from './schema-details/schema-page.tsx'
import { configurationOf } from './testing/stored-configuration.ts'

const team = { name: 'team', type: 'String' as const }
let configuration: AssessmentConfiguration
let calls: RecordedCall[]
beforeEach(() => {
  configuration = configurationOf({ label: { custom: [team], version: 1 } })
  calls = stubConsoleApi({
    'assessmentConfiguration.get': () => configuration,
    'assessmentConfiguration.checkSchema': () => ({ checked: 0, refused: 0, changes: [], texts: 0, broken: [] }),
    'assessmentConfiguration.saveSchema': () => configuration,
    'assessmentConfiguration.saveLabel': () => configuration,
    'assessments.list': () => [],
  })
})
const show = (Page: ComponentType, page: string) =>
  renderFailingPage(
    createElement(
      Routes,
      null,
      createElement(Route, { path: `/fraud/assessments/:assessmentId/${page}`, element: createElement(Page) }),
    ),
    `/fraud/assessments/Pickup/${page}?env=${environmentId}`,
  )
/** The session ends, somebody else saves, and the user signs in again. */
const signInAgain = (meanwhile: Partial<AssessmentConfiguration>) => {
  act(() => void dispatchEvent(new Event(beforeSignInEvent)))
  cleanup()
  configuration = { ...configuration, ...meanwhile }
}
const save = async () => fireEvent.click(await screen.findByRole('button', { name: 'Save' }))
const savedBases = (procedure: string) =>
  calls
    .filter(each => each.procedure === `assessmentConfiguration.${procedure}`)
    .map(({ input }) => (input as { baseVersion: number }).baseVersion)

it('a schema that was edited before the sign-in is saved on the version that it was based on', async () => {
  show(SchemaPage, 'schemaDetails')
  const required = { name: 'custom.locker is required' }
  fireEvent.click(await screen.findByRole('checkbox', required))
  signInAgain({ schemaVersion: 8 })
  show(SchemaPage, 'schemaDetails')
  expect((await screen.findByRole('checkbox', required)).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByText('Version 7')).toBeTruthy()
  await save()
  await waitFor(() => expect(savedBases('saveSchema')).toEqual([7]))
})

it('a label event that was edited before the sign-in is saved on the version that it was based on', async () => {
  show(LabelPage, 'observations/label')
  const required = { name: 'custom.team is required' }
  fireEvent.click(await screen.findByRole('checkbox', required))
  signInAgain({ label: { custom: [team, { name: 'office', type: 'String' }], version: 2 } })
  show(LabelPage, 'observations/label')
  expect((await screen.findByRole('checkbox', required)).getAttribute('aria-checked')).toBe('true')
  await save()
  await waitFor(() => expect(savedBases('saveLabel')).toEqual([1]))
})

it('a field that was being edited is not restored in another assessment', async () => {
  show(SchemaPage, 'schemaDetails')
  fireEvent.click(await screen.findByRole('button', { name: 'New field' }))
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'colour' } })
  signInAgain({ id: 'another' })
  show(SchemaPage, 'schemaDetails')
  fireEvent.click(await screen.findByRole('button', { name: 'New field' }))
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('')
  cleanup()
  configuration = configurationOf()
  show(SchemaPage, 'schemaDetails')
  fireEvent.click(await screen.findByRole('button', { name: 'New field' }))
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('colour')
})
