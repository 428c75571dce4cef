// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { Resolver } from 'react-hook-form'
import { expect, it, vi } from 'vitest'
import { beforeSignInEvent } from '../../session/identity/sign-in-redirect.ts'
import { hookWrapper } from '../../testing/hook-wrapper.ts'
import { useRecordForm } from './use-record-form.ts'

interface Values {
  name: string
  password: string
}
const resolver: Resolver<Values, unknown, Values> = values =>
  values.name === ''
    ? { values: {}, errors: { name: { type: 'invalid', message: 'empty' } } }
    : { values: { ...values, name: values.name.trim() }, errors: {} }
const stored = { values: { name: 'Night', password: '' }, version: 3 }

/** A form whose answers arrive when the test decides. */
function renderForm() {
  const answers: { resolve: (saved: Values) => void; reject: (error: unknown) => void }[] = []
  const save = vi.fn(
    (_body: Values, _attempt: { version: number }) =>
      new Promise<Values>((resolve, reject) => {
        answers.push({ resolve, reject })
      }),
  )
  const load = vi.fn(() => Promise.resolve({ version: 4 }))
  const moveOn = vi.fn()
  const { result, unmount } = renderHook(
    () =>
      useRecordForm({
        record: stored,
        resolver,
        recovery: { id: 'test/form', withoutSecrets: values => ({ ...values, password: '' }) },
        save,
        onSaved: (saved, accept) => accept({ values: saved, version: 4 }),
        moveOn,
        errorsOf: error => (error instanceof RangeError ? { name: { id: 'taken' } } : null),
        conflict: { load, differences: () => [], takeTheirs: () => undefined },
      }),
    { wrapper: hookWrapper },
  )
  const type = (field: keyof Values, text: string) =>
    act(() => result.current.form.setValue(field, text, { shouldDirty: true }))
  const submit = async () => {
    await act(async () => void result.current.submit())
    await waitFor(() => expect(answers).toHaveLength(1))
  }
  return { form: result, answers, save, load, moveOn, unmount, type, submit }
}

it('a form with an error is not sent, and one without goes out from its base version', async () => {
  const { form, answers, save, moveOn, type, submit } = renderForm()
  type('name', '')
  await act(() => form.current.submit())
  expect(save).not.toHaveBeenCalled()
  expect(form.current.form.formState.errors.name?.message).toBe('empty')
  type('name', ' Day ')
  await submit()
  await waitFor(() => expect(form.current.saving).toBe(true))
  expect(save.mock.calls[0]).toMatchObject([{ name: 'Day' }, { version: 3 }])
  await act(async () => answers[0]?.resolve({ name: 'Day', password: '' }))
  await waitFor(() => expect(form.current.saving).toBe(false))
  expect(form.current.values.name).toBe('Day')
  expect([form.current.dirty, form.current.version]).toEqual([false, 4])
  expect(moveOn).toHaveBeenCalledTimes(1)
})

it('what somebody typed while it was saved stays', async () => {
  const { form, answers, type, submit } = renderForm()
  type('name', 'Day')
  await submit()
  type('name', 'Dawn')
  await act(async () => answers[0]?.resolve({ name: 'Day', password: '' }))
  await waitFor(() => expect(form.current.saving).toBe(false))
  expect(form.current.values.name).toBe('Dawn')
  expect([form.current.dirty, form.current.version]).toEqual([true, 4])
})

it('what the service found wrong stands at its field', async () => {
  const { form, answers, type, submit } = renderForm()
  type('name', 'Day')
  await submit()
  await act(async () => answers[0]?.reject(new RangeError('There is one.')))
  await waitFor(() => expect(form.current.form.formState.errors.name?.message).toBe('taken'))
  expect(form.current.values.name).toBe('Day')
})

it('a change of somebody else is read and asked about, and nothing typed is lost', async () => {
  const { form, answers, load, type, submit } = renderForm()
  type('name', 'Day')
  await submit()
  await act(async () => answers[0]?.reject(new ORPCError('CONFLICT', { data: { reason: 'version.conflict' } })))
  await waitFor(() => expect(form.current.question).not.toBeNull())
  expect(load).toHaveBeenCalledTimes(1)
  expect(form.current.values.name).toBe('Day')
})

it('nobody is led on from a form that was left before the answer came', async () => {
  const { answers, moveOn, type, submit, unmount } = renderForm()
  type('name', 'Day')
  await submit()
  unmount()
  await act(async () => answers[0]?.resolve({ name: 'Day', password: '' }))
  expect(moveOn).not.toHaveBeenCalled()
})

it('what was typed comes back after a sign-in, but for its secrets', () => {
  const { type, unmount } = renderForm()
  type('name', 'Day')
  type('password', 'do not store')
  act(() => void dispatchEvent(new Event(beforeSignInEvent)))
  unmount()
  expect(JSON.stringify({ ...sessionStorage })).toContain('Day')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('do not store')
  const { form } = renderForm()
  expect(form.current.values).toEqual({ name: 'Day', password: '' })
  expect(form.current.dirty).toBe(true)
})
