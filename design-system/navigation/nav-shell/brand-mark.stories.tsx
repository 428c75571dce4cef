import type { Meta, StoryObj } from '@storybook/react-vite'
import { BrandMark } from './brand-mark.tsx'

const meta = { title: 'Navigation/BrandMark', component: BrandMark } satisfies Meta<typeof BrandMark>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = { args: { size: 40 } }
export const Matrix: Story = {
  render: () => (
    <div className="flex items-center gap-3">
      <BrandMark />
      <BrandMark size={40} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
/** A mark of the product does not mirror. */
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'qps-plocm' } }
