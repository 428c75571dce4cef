// @vitest-environment jsdom
import type { AssessmentSchema } from '@assay/risk-service/contract/assessment-schemas'
import { fireEvent, screen, within } from '@testing-library/react'
import { createElement, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { stubConsoleApi } from '../testing/console-api-stub.ts'
import { stubMedia } from '../testing/dom-stubs.ts'
import { renderFailingPage } from '../testing/failing-page.ts'
import { JsonPreview } from './json-preview.tsx'
import { SchemaActions } from './schema-actions.tsx'
import { SchemaEditor } from './schema-editor.tsx'

let current: AssessmentSchema
function Page({ initial, locked }: { initial: AssessmentSchema; locked?: AssessmentSchema }) {
  const [value, setValue] = useState(initial)
  current = value
  return createElement(
    'div',
    null,
    createElement(SchemaActions, { value, onChange: setValue }),
    createElement(SchemaEditor, {
      recoveryId: 'assessment/schema/test',
      value,
      onChange: setValue,
      template: 'Custom' as const,
      ...(locked ? { locked } : {}),
    }),
    createElement(JsonPreview, { schema: value, template: 'Custom' as const }),
  )
}
const base: AssessmentSchema = {
  sections: ['metadata', 'user'],
  custom: [
    { name: 'lockerId', friendlyName: 'Parcel locker', type: 'String', sample: '114', required: true },
    { name: 'box', type: 'Object', fields: [{ name: 'size', type: 'Integer', sample: 3 }] },
  ],
}
beforeEach(() => {
  stubMedia(null)
  stubConsoleApi({})
})
const show = (initial = base, locked?: AssessmentSchema) =>
  renderFailingPage(createElement(Page, { initial, ...(locked ? { locked } : {}) }))
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = () => within(screen.getByRole('dialog'))

it('shows standard fields as they are, and removes sections but the metadata', async () => {
  show()
  await screen.findByRole('rowheader', { name: 'eventId' })
  expect(screen.getByRole('checkbox', { name: 'eventId is required' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Remove section Metadata' })).toBeNull()
  click('Remove section User')
  expect(current.sections).toEqual(['metadata'])
})

it('creates a field inside an object, with its sample value in the preview', async () => {
  show()
  await screen.findByRole('rowheader', { name: 'eventId' })
  click('New field in custom.box')
  fireEvent.change(dialog().getByLabelText(/^Name/), { target: { value: '2nd' } })
  fireEvent.click(dialog().getByRole('button', { name: 'Add field' }))
  await dialog().findByText(/Start the name with a letter/)
  fireEvent.change(dialog().getByLabelText(/^Name/), { target: { value: 'colour' } })
  fireEvent.change(dialog().getByLabelText(/^Sample value/), { target: { value: 'red' } })
  fireEvent.click(dialog().getByRole('checkbox', { name: /^Searchable/ }))
  fireEvent.click(dialog().getByRole('button', { name: 'Add field' }))
  expect(current.custom[1]?.fields?.[1]).toEqual({ name: 'colour', type: 'String', sample: 'red', searchable: true })
})

it('a field that calls use retains name and type, and its section stays', async () => {
  show(base, base)
  await screen.findByRole('rowheader', { name: 'eventId' })
  expect(screen.queryByRole('button', { name: 'Remove section User' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete custom.lockerId' })).toBeNull()
  click('Edit custom.lockerId')
  expect(dialog().queryByLabelText(/^Name/)).toBeNull()
  fireEvent.change(dialog().getByLabelText('Friendly name'), { target: { value: 'Locker' } })
  fireEvent.click(dialog().getByRole('button', { name: 'Apply changes' }))
  expect(current.custom[0]).toEqual({ ...base.custom[0], friendlyName: 'Locker' })
  // What is not stored yet can be removed.
  fireEvent.click(screen.getByRole('checkbox', { name: 'custom.box is required' }))
  expect(current.custom[1]).toMatchObject({ required: true })
})

it('fields are cards on a phone, with the names of their values and the same commands', async () => {
  stubMedia('40rem')
  show()
  const eventId = (await screen.findByText('eventId')).closest('li')
  expect(screen.queryByRole('table')).toBeNull()
  expect(eventId?.textContent).toMatch(/Friendly name.*Type.*String.*Required.*Searchable/)
  const locker = within(screen.getByText('custom.lockerId').closest('li') as HTMLElement)
  expect(locker.getByText('Parcel locker')).toBeTruthy()
  expect(locker.getByText('114')).toBeTruthy()
  fireEvent.click(locker.getByRole('checkbox', { name: 'custom.lockerId is searchable' }))
  expect(current.custom[0]).toMatchObject({ name: 'lockerId', searchable: true })
  click('Delete custom.lockerId')
  expect(current.custom.map(({ name }) => name)).toEqual(['box'])
  expect(screen.getByRole('button', { name: /^Metadata/ }).getAttribute('aria-expanded')).toBe('true')
  click('New field in custom.box')
  expect(dialog().getByLabelText(/^Name/)).toBeTruthy()
})
