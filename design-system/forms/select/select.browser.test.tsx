import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Dialog, DialogContent } from '../../overlays/index.ts'
import { renderWithApp } from '../../testing/render-with-app.tsx'
import { Field } from '../field/field.tsx'
import { Select } from './select.tsx'

/* What only real events of a browser show: the press on a label, the wheel, and what a form reads. */

afterEach(cleanup)
const options = Array.from({ length: 60 }, (_, index) => ({ value: `q${index}`, label: `Queue ${index}` }))
const trigger = () => page.getByRole('combobox')
const list = () => page.getByRole('listbox')

describe('a select with real input', () => {
  it('gets the focus from its label and stays closed', async () => {
    renderWithApp(
      <Field label="Queue">
        <Select options={options} />
      </Field>,
    )
    await userEvent.click(page.getByText('Queue', { exact: true }))
    await expect.element(trigger()).toHaveFocus()
    expect(list().elements()).toEqual([])
    await userEvent.click(trigger())
    await expect.element(list()).toBeVisible()
    await userEvent.click(trigger())
    await expect.poll(() => list().elements()).toEqual([])
  })

  it('opens by the space bar and stays open when the key is released', async () => {
    renderWithApp(<Select aria-label="Queue" options={options} />)
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect.element(list()).toBeVisible()
  })

  it('scrolls by the wheel inside a modal dialog', async () => {
    renderWithApp(
      <Dialog defaultOpen>
        <DialogContent title="Move">
          <Select aria-label="Queue" options={options} />
        </DialogContent>
      </Dialog>,
    )
    await userEvent.click(trigger())
    await expect.element(list()).toBeVisible()
    await userEvent.wheel(list(), { delta: { y: 200 } })
    await expect.poll(() => list().element().scrollTop).toBeGreaterThan(0)
  })

  it('gives its value to the form and the focus back when the value is missing', async () => {
    const onSubmit = vi.fn()
    const { container } = renderWithApp(
      <form
        onSubmit={event => {
          event.preventDefault()
          onSubmit(new FormData(event.currentTarget).get('queue'))
        }}
      >
        <Select aria-label="Queue" name="queue" required options={options} />
      </form>,
    )
    const form = container.querySelector('form')
    form?.requestSubmit()
    await expect.element(trigger()).toHaveFocus()
    expect(onSubmit).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}{ArrowDown}{Enter}')
    form?.requestSubmit()
    expect(onSubmit).toHaveBeenCalledWith('q1')
  })
})
