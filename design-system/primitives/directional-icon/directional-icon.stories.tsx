import type { Meta, StoryObj } from '@storybook/react-vite'
import { Clock } from 'lucide-react'
import { directionalIcons, DirectionalIcon } from './directional-icon.tsx'

const meta = { title: 'Primitives/DirectionalIcon', component: DirectionalIcon, args: { icon: Clock } } satisfies Meta<typeof DirectionalIcon>
export default meta
type Story = StoryObj<typeof meta>

/** A clock turns the same way in every language. */
export const Playground: Story = {}
/** All icons that mirror. */
export const Matrix: Story = { render: () => <div className="flex flex-wrap gap-3">{directionalIcons.map((icon, index) => <DirectionalIcon key={index} icon={icon} size={20} />)}</div> }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const RightToLeft: Story = { ...Matrix, globals: { locale: 'qps-plocm' } }
