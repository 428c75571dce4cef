// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderWithApp } from '../../testing/render-with-app.tsx'
import { BrailleLines } from './braille-lines.tsx'

afterEach(cleanup)

it('a line is named in the language of the page, by the steps that have a value; only its patterns have none', () => {
  const values = [3, null, 7, Number.NaN, 5]
  renderWithApp(
    <BrailleLines
      table={{
        head: 'Time',
        columns: [{ key: 'approve', label: 'Approve', format: String }],
        rows: values.map((approve, n) => ({ id: String(n), name: String(n), values: { approve } })),
      }}
    />,
  )
  const line = screen.getByRole('img', { name: 'Approve: 3 steps, lowest 3, highest 7' })
  expect(line.closest('[lang="zxx"]')).toBeNull()
  const patterns = line.querySelector('[lang="zxx"]')
  expect(patterns?.getAttribute('aria-hidden')).toBe('true')
  expect(patterns?.textContent).toBe(line.getAttribute('aria-braillelabel'))
})
