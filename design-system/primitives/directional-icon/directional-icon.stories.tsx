import type { Meta, StoryObj } from '@storybook/react-vite'
import { Check, Clock, Play, Plus, Search, TrendingUp } from 'lucide-react'
import { expect } from 'storybook/test'
import { DirectionalIcon } from './directional-icon.tsx'
import { directionalIcons } from './directional-icons.ts'

const meta = { title: 'Primitives/DirectionalIcon', component: DirectionalIcon, args: { icon: Clock } } satisfies Meta<
  typeof DirectionalIcon
>
export default meta
type Story = StoryObj<typeof meta>

const still = [Check, Clock, Play, Plus, Search, TrendingUp]
const nameOf = (icon: (typeof directionalIcons)[number]) => icon.displayName ?? ''

/** A clock is the same in every language. */
export const Playground: Story = {}
/** All icons that mirror. */
export const Matrix: Story = {
  render: () => (
    <div className="flex flex-wrap gap-3">
      {directionalIcons.map((icon, index) => (
        <DirectionalIcon key={index} icon={icon} size={20} />
      ))}
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'qps-plocm' } }
export const LongContent: Story = {
  ...Matrix,
  globals: { locale: 'qps-ploc' },
  decorators: [
    Story => (
      <div className="w-rail">
        <Story />
      </div>
    ),
  ],
}
/** Each icon in both directions, and those that do not mirror. */
export const MirrorTable: Story = {
  render: () => (
    <table className="text-sm">
      <thead>
        <tr className="text-xs text-fg-muted">
          <th scope="col" className="px-2 text-start font-medium">
            Icon
          </th>
          <th scope="col" className="px-2 font-medium">
            Left to right
          </th>
          <th scope="col" className="px-2 font-medium">
            Right to left
          </th>
        </tr>
      </thead>
      <tbody>
        {[...directionalIcons, ...still].map((icon, index) => (
          <tr key={index}>
            <th scope="row" className="px-2 text-start font-normal">
              {nameOf(icon)}
            </th>
            {(['ltr', 'rtl'] as const).map(dir => (
              <td key={dir} dir={dir} data-dir={dir} className="px-2 py-0.5">
                <DirectionalIcon icon={icon} size={20} className="mx-auto" />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  ),
  play: async ({ canvasElement }) => {
    const drawn = (dir: string) =>
      [...canvasElement.querySelectorAll(`td[data-dir="${dir}"] svg`)].map(svg => getComputedStyle(svg).scale)
    await expect(drawn('ltr').every(scale => scale === 'none')).toBe(true)
    await expect(drawn('rtl').filter(scale => scale === '-1 1')).toHaveLength(directionalIcons.length)
    await expect(drawn('rtl').slice(-still.length)).toEqual(still.map(() => 'none'))
  },
}
