import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderWithApp } from '../../testing/render-with-app.tsx'
import { DataTable } from '../data-table.tsx'
import { SimpleTable } from '../simple-table/simple-table.tsx'
import { createColumns } from './columns.tsx'

interface Row {
  id: string
  name: string
}
afterEach(cleanup)
const c = createColumns<Row>()
const rows: readonly Row[] = [
  { id: '1', name: 'Berta' },
  { id: '2', name: 'Anton' },
]
const columns = [
  c.idLink('id', { label: 'Order', value: row => row.id }),
  c.text('name', { label: 'Customer', value: row => row.name, sortable: false }),
]
const descriptionOf = (element: Element | null) =>
  document.getElementById(element?.getAttribute('aria-describedby') ?? '')?.textContent

describe('names of columns', () => {
  it('are texts where there is no catalogue', () => {
    renderWithApp(<SimpleTable label="Orders" columns={columns} rows={rows} getRowId={row => row.id} />)
    expect(screen.getAllByRole('columnheader').map(head => head.textContent)).toEqual(['Order', 'Customer'])
  })
})

describe('headers of a table', () => {
  const render = (processing: 'client' | 'server') =>
    renderWithApp(
      <DataTable label="Orders" columns={columns} rows={rows} getRowId={row => row.id} processing={processing} />,
    )

  it('sort by default where the table sorts its rows, and say so', () => {
    render('client')
    expect(screen.getByRole('columnheader', { name: 'Order' }).getAttribute('aria-sort')).toBe('none')
    expect(descriptionOf(screen.getByRole('button', { name: 'Order' }))).toMatch(/^Enter sorts/)
  })
  it('that cannot sort say nothing about sorting', () => {
    render('client')
    const head = screen.getByRole('columnheader', { name: 'Customer' })
    expect(head.getAttribute('aria-sort')).toBeNull()
    expect(descriptionOf(head)).toMatch(/^Alt and the down arrow/)
  })
  it('do not sort by default where the owner of the rows sorts them', () => {
    render('server')
    expect(screen.getByRole('columnheader', { name: 'Order' }).getAttribute('aria-sort')).toBeNull()
  })
})
