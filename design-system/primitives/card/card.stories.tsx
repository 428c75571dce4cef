import type { Meta, StoryObj } from '@storybook/react-vite'
import { Button } from '../button/button.tsx'
import { Card, CardBody, CardHeader } from './card.tsx'

const meta = { title: 'Primitives/Card', component: Card, subcomponents: { CardHeader } } satisfies Meta<typeof Card>
export default meta
type Story = StoryObj<typeof meta>

export const Playground: Story = {
  render: args => (
    <div className="bg-canvas p-4">
      <Card {...args}>
        <CardHeader
          title="Queues"
          meta="assigned to me"
          actions={
            <Button variant="ghost" size="sm">
              All queues
            </Button>
          }
        />
        <CardBody>41 cases wait in High-value orders.</CardBody>
      </Card>
    </div>
  ),
}
export const Dark: Story = { ...Playground, globals: { theme: 'dark' } }
export const RightToLeft: Story = { ...Playground, globals: { locale: 'qps-plocm' } }
export const Matrix: Story = {
  render: args => (
    <div className="grid grid-cols-2 gap-3 bg-canvas p-4">
      <Card {...args}>
        <CardBody className="pbs-4">Body alone</CardBody>
      </Card>
      <Card {...args}>
        <CardHeader title="Head alone" />
      </Card>
      <Card {...args}>
        <CardHeader title="Queues" meta="assigned to me" level={3} />
        <CardBody>41 cases</CardBody>
      </Card>
      <Card {...args}>
        <CardHeader title="Actions" actions={<Button size="sm">Try again</Button>} />
        <CardBody>No cases</CardBody>
      </Card>
    </div>
  ),
}
export const LongContent: Story = {
  globals: { locale: 'qps-ploc' },
  render: args => (
    <div className="w-rail">
      <Card {...args}>
        <CardHeader
          title="Abweichende Lieferadressen der letzten dreißig Tage"
          meta="mir zugewiesen"
          actions={
            <Button variant="ghost" size="sm">
              Alle
            </Button>
          }
        />
        <CardBody>Donaudampfschifffahrtsgesellschaft</CardBody>
      </Card>
    </div>
  ),
}
