import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect } from 'storybook/test'
import { SortableGroup, SortableHandle, useSortableEntry } from './sortable.tsx'

const names: Record<string, string> = {
  ring: 'Shared device ring',
  cards: 'Third card on device',
  night: 'Night orders',
  safe: 'Known good device',
}

function Entry({ id, name }: { id: string; name: string }) {
  return (
    <li
      {...useSortableEntry(id)}
      className="flex h-row items-center gap-2 border-be border-line-subtle bg-surface px-2 data-dragging:shadow-2"
    >
      <SortableHandle entryId={id} />
      <bdi className="truncate">{name}</bdi>
    </li>
  )
}

function List({ texts = names }: { texts?: Record<string, string> }) {
  const [ids, setIds] = useState<readonly string[]>(Object.keys(texts))
  return (
    <SortableGroup
      aria-label={Object.values(texts).join(', ')}
      className="max-w-dialog-sm text-sm"
      ids={ids}
      nameOf={id => texts[id] ?? id}
      onIdsChange={setIds}
    >
      <ol>
        {ids.map(id => (
          <Entry key={id} id={id} name={texts[id] ?? id} />
        ))}
      </ol>
    </SortableGroup>
  )
}

const meta = {
  title: 'Patterns/Sortable',
  component: SortableGroup,
  subcomponents: { SortableHandle },
  args: { ids: Object.keys(names), nameOf: id => names[id] ?? id, onIdsChange: () => undefined },
  argTypes: { ids: { control: { disable: true } } },
  render: () => <List />,
} satisfies Meta<typeof SortableGroup>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: () => (
    <div className="grid grid-cols-2 gap-6">
      <List />
      <List texts={{ one: 'Only one' }} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = {
  render: () => <List texts={{ a: 'حلقة أجهزة مشتركة', b: 'طلبات الليل', c: 'Known good device' }} />,
  globals: { locale: 'ar-AE' },
}
export const LongContent: Story = {
  render: () => (
    <div className="w-nav">
      <List texts={{ a: 'Betrugsverdachtsmeldungen_an_das_kartenausgebende_Kreditinstitut', b: 'x'.repeat(300) }} />
    </div>
  ),
  globals: { locale: 'qps-ploc' },
}

const order = (canvas: HTMLElement) => [...canvas.querySelectorAll('li bdi')].map(entry => entry.textContent)

export const Keyboard: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const handle = canvas.getByRole('button', { name: 'Move Shared device ring' })
    handle.focus()
    await userEvent.keyboard('{ArrowUp}')
    await expect(order(canvasElement)[0]).toBe('Shared device ring')
    await userEvent.keyboard('{ArrowDown}')
    await expect(order(canvasElement)).toEqual([
      'Third card on device',
      'Shared device ring',
      'Night orders',
      'Known good device',
    ])
    await expect(handle).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect(order(canvasElement)[3]).toBe('Shared device ring')
    await userEvent.keyboard('{Home}')
    await expect(order(canvasElement)[0]).toBe('Shared device ring')
    await expect(handle).toHaveFocus()
  },
}

export const Dragging: Story = {
  globals: { locale: 'en-US' },
  play: async ({ canvas, canvasElement, userEvent }) => {
    const handle = canvas.getByRole('button', { name: 'Move Shared device ring' })
    const { x, y, height } = handle.getBoundingClientRect()
    const row = handle.closest('li')?.getBoundingClientRect().height ?? height
    const at = { clientX: x + 4, clientY: y + 4 }
    await userEvent.pointer([{ keys: '[MouseLeft>]', target: handle, coords: at }])
    for (const step of [10, row, row * 2])
      await userEvent.pointer([{ target: handle, coords: { ...at, clientY: at.clientY + step } }])
    await new Promise(resolve => setTimeout(resolve, 50))
    await userEvent.pointer([
      { keys: '[/MouseLeft]', target: handle, coords: { ...at, clientY: at.clientY + row * 2 } },
    ])
    await expect(order(canvasElement)).toEqual([
      'Third card on device',
      'Night orders',
      'Shared device ring',
      'Known good device',
    ])
  },
}
