import { act, cleanup, screen, within } from '@testing-library/react'
import { Trash2 } from 'lucide-react'
import { afterEach, describe, expect, it } from 'vitest'
import { NotificationMenu } from '../../feedback/index.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  SidePanel,
} from '../../overlays/index.ts'
import { CaseHeader } from '../../patterns/index.ts'
import { Icon } from '../../primitives/index.ts'
import { renderWithApp } from '../render-with-app.tsx'

/* Where texts begin and are cut: at the edge that their own direction, and those beside them, demand. */

afterEach(cleanup)
const nothing = () => undefined
const id = '9e37a2c4-77d1-4a41-9c1b-a41cd20b8d19'

/** The box of a part of the text of an element. */
function lettersOf(element: Element, from: number, to: number): DOMRect {
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
  if (!text) throw new Error('no text')
  const range = document.createRange()
  range.setStart(text, from)
  range.setEnd(text, to)
  return range.getBoundingClientRect()
}

describe('an id without room keeps its start and loses its end, in both directions', () => {
  const heads = {
    CaseHeader: <CaseHeader typeLabel="[Purchase]" recordId={id} idEnd={<button type="button">[Copy]</button>} />,
    SidePanel: (
      <SidePanel title={id} onClose={nothing}>
        [Facts]
      </SidePanel>
    ),
  }
  it.for(
    Object.entries(heads).flatMap(([name, head]) =>
      ['en-US', 'qps-plocm'].map(locale => [name, locale, head] as const),
    ),
  )('%s, %s', ([, locale, head]) => {
    renderWithApp(<div style={{ inlineSize: '16rem' }}>{head}</div>, { locale })
    const heading = screen.getByRole('heading')
    const text = within(heading).queryByText(id) ?? heading
    const { left, right } = text.getBoundingClientRect()
    const [first, last] = [lettersOf(text, 0, 1), lettersOf(text, id.length - 1, id.length)]
    expect(first.left).toBeGreaterThanOrEqual(left)
    expect(first.right).toBeLessThan(right)
    expect(last.left).toBeGreaterThan(right)
  })
})

it('the labels of a menu start at one edge, with and without an icon', () => {
  renderWithApp(
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger>[Actions]</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem>[Rename]</DropdownMenuItem>
        <DropdownMenuItem start={<Icon icon={Trash2} />}>[Delete]</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>,
  )
  const edges = ['[Rename]', '[Delete]'].map(label => screen.getByText(label).getBoundingClientRect().left)
  expect(edges[0]).toBeCloseTo(edges[1]!)
})

it('the labels of a menu without icons have no space for them', () => {
  renderWithApp(
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger>[Actions]</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem>[Rename]</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>,
  )
  const label = screen.getByText('[Rename]').getBoundingClientRect()
  expect(label.left - screen.getByRole('menuitem').getBoundingClientRect().left).toBeLessThan(16)
})

it('the button of the notifications has room for its ring, in German, too', () => {
  renderWithApp(
    <NotificationMenu
      defaultOpen
      notifications={[{ id: 'a', tone: 'info', title: 'A', unread: true }]}
      onRead={nothing}
    />,
    { locale: 'de-DE' },
  )
  const panel = screen.getByRole('dialog')
  act(() => panel.style.setProperty('width', '20rem'))
  const button = screen.getByRole('button', { name: 'Alle als gelesen markieren' }).getBoundingClientRect()
  const { left, right } = panel.getBoundingClientRect()
  expect(right - button.right).toBeGreaterThanOrEqual(4)
  expect(button.left - left).toBeGreaterThanOrEqual(4)
})
