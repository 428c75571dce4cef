import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn } from 'storybook/test'
import { Tag } from './tag.tsx'

const meta = { title: 'Primitives/Tag', component: Tag, args: { name: 'Lithuania' } } satisfies Meta<typeof Tag>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => (
    <div className="flex flex-wrap gap-2">
      <Tag {...args} /><Tag {...args} onRemove={fn()} /><Tag {...args} onSelectedChange={fn()} selected={false} /><Tag {...args} onSelectedChange={fn()} selected />
      <Tag {...args} invalid onRemove={fn()} /><Tag {...args} name="Score" onActivate={fn()} onRemove={fn()}><b className="font-medium">Score</b> at least <b className="font-medium">600</b></Tag>
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }

export const Removable: Story = {
  render: function Removable() {
    const [names, setNames] = useState(['LT', 'LV', 'EE'])
    return <ul className="flex gap-1">{names.map(name => <li key={name}><Tag name={name} onRemove={() => setNames(names.filter(other => other !== name))} /></li>)}</ul>
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await userEvent.keyboard('{Delete}')
    await expect(canvas.queryByText('LT')).not.toBeInTheDocument()
    await expect(canvas.getByRole('button', { name: 'Remove LV' })).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard('{Backspace}')
    await expect(canvas.getByRole('button', { name: 'Remove LV' })).toHaveFocus()
  },
}
export const LongContent: Story = { args: { name: 'Lieferadresse weicht von der Rechnungsadresse um mehr als 500 Kilometer ab', onRemove: fn() }, render: args => <div className="w-rail max-w-full"><Tag {...args} /></div> }
export const RightToLeft: Story = { ...Matrix, args: { name: 'الإمارات' }, globals: { locale: 'ar-AE' } }
