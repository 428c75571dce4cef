import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderWithApp } from '../../testing/render-with-app.tsx'
import { Field } from '../field/field.tsx'
import { RangeSlider } from './slider.tsx'

afterEach(cleanup)

it('the number fields of a range have ids of their own, and both have a name and the description of the field', () => {
  renderWithApp(
    <Field label="Score" description="Scores go from 0 to 999">
      <RangeSlider inputs max={999} defaultValue={[200, 700]} thumbLabels={['Minimum score', 'Maximum score']} />
    </Field>,
  )
  const group = within(screen.getByRole('group', { name: 'Score' }))
  const fields = ['Minimum score', 'Maximum score'].map(name => group.getByRole('spinbutton', { name }))
  const [minimum, maximum] = fields
  expect(minimum?.id).not.toBe('')
  expect(maximum?.id).not.toBe('')
  expect(minimum?.id).not.toBe(maximum?.id)
  for (const field of fields) expect(document.querySelectorAll(`[id="${field.id}"]`)).toHaveLength(1)
  for (const field of fields) {
    const description = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).toBe('Scores go from 0 to 999')
  }
})
