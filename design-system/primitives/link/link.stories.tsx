import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { Link } from './link.tsx'

const meta = { title: 'Primitives/Link', component: Link, args: { href: '#guide', children: 'rule guide' } } satisfies Meta<typeof Link>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {}
export const Matrix: Story = {
  globals: { locale: 'en-US' },
  render: args => (
    <div className="grid justify-items-start gap-2">
      <p>Read the <Link {...args} /> before you publish.</p>
      <Link variant="standalone" href="#queue">Open queue</Link>
      <Link variant="subtle" href="#case">P-7241903</Link>
      <Link external href="https://example.com/">Register of merchants</Link>
    </div>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: /Register of merchants opens in a new tab/ })).toHaveAttribute('target', '_blank')
  },
}
export const Dark: Story = { args: { external: true }, globals: { theme: 'dark' } }
export const LongContent: Story = { args: { external: true, children: 'Verzeichnis der abweichenden Lieferanschriften' }, globals: { locale: 'qps-ploc' }, decorators: [Story => <div className="w-rail"><Story /></div>] }
export const RightToLeft: Story = { args: { external: true, children: 'دليل القواعد' }, globals: { locale: 'ar-AE' } }
