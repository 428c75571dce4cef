import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button } from '../button/button.tsx'
import { Card, CardBody, CardHeader } from './card.tsx'

const meta = { title: 'Primitives/Card', component: Card } satisfies Meta<typeof Card>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  render: args => (
    <div className="bg-canvas p-4">
      <Card {...args}>
        <CardHeader title="Queues" meta="assigned to me" actions={<Button variant="ghost" size="sm">All queues</Button>} />
        <CardBody>41 cases wait in High-value orders.</CardBody>
      </Card>
    </div>
  ),
}
export const Dark: Story = { ...Playground, globals: { theme: 'dark' } }
export const RightToLeft: Story = { ...Playground, globals: { locale: 'qps-plocm' } }
