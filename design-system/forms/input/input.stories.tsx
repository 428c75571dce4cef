import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Icon } from '../../primitives/icon/icon.tsx'
import { Kbd } from '../../primitives/kbd/kbd.tsx'
import { Input } from './input.tsx'

const meta = { title: 'Forms/Input', component: Input, args: { 'aria-label': 'Name', defaultValue: 'Harbor-EU' } } satisfies Meta<typeof Input>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => (
    <div className="grid max-w-dialog-md grid-cols-2 gap-3">
      <Input {...args} /><Input {...args} size="sm" /><Input {...args} invalid /><Input {...args} disabled /><Input {...args} readOnly />
      <Input {...args} mono defaultValue="dv_7f3a90c210" /><Input aria-label="Search" placeholder="Search events" start={<Icon icon={Search} />} end={<Kbd keys="/" />} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Clearable: Story = {
  globals: { locale: 'en-US' },
  args: { onClear: fn() },
  render: function Clearable({ defaultValue: _none, ...args }) {
    const [text, setText] = useState('dv_7f')
    return <Input {...args} value={text} onChange={event => setText(event.target.value)} onClear={() => { setText(''); args.onClear?.() }} />
  },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: /clear/i }))
    await expect(args.onClear).toHaveBeenCalledOnce()
    await expect(canvas.getByRole('textbox', { name: 'Name' })).toHaveFocus()
    await expect(canvas.queryByRole('button')).toBeNull()
  },
}
export const LongContent: Story = { args: { defaultValue: 'Donaudampfschifffahrtsgesellschaft mit abweichender Lieferadresse' }, globals: { locale: 'qps-ploc' }, decorators: [Story => <div className="w-rail"><Story /></div>] }
/** Words run with their own direction, ids always left to right; both start at the reading side. */
export const RightToLeft: Story = { globals: { locale: 'ar-AE' }, render: args => <div className="grid max-w-dialog-sm gap-2"><Input {...args} defaultValue="متجر الميناء" /><Input {...args} mono defaultValue="dv_7f3a90c210" /></div> }
