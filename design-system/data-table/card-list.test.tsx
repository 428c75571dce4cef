// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderWithApp } from '../testing/render-with-app.tsx'
import { createColumns } from './columns/columns.tsx'
import { DataTable } from './data-table.tsx'

const c = createColumns<{ id: string }>()
const columnOf = (name: string) => c.text(name, { label: name, value: ({ id }) => `${name} of ${id}` })

it.each([
  [5, 'five'],
  [4, null],
  [6, 'five'],
])('of %i facts, the last one of an odd number of a card has a line of its own', async (count, wide) => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  // A phone.
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(320)
  const names = ['one', 'two', 'three', 'four', 'five', 'six'].slice(0, count)
  const head = c.text('head', { label: 'head', rowHeader: true, value: ({ id }) => id })
  renderWithApp(
    <DataTable
      label="Groups"
      narrow="cards"
      processing="client"
      columns={[head, ...names.map(columnOf)]}
      rows={[{ id: 'a' }]}
      getRowId={({ id }) => id}
      getRowName={({ id }) => id}
    />,
  )
  await screen.findByText('one of a')
  const fact = document.querySelector('dl > .last\\:odd\\:col-span-full:last-child:nth-child(odd) > dt')
  expect(fact?.textContent ?? null).toBe(wide)
})
