import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from 'storybook/test'
import { Heading, Text } from './text.tsx'

const meta = {
  title: 'Primitives/Text',
  component: Text,
  subcomponents: { Heading },
  args: { children: 'Reject order P-7241866, EUR 1,234.50' },
} satisfies Meta<typeof Text>
export default meta
type Story = StoryObj<typeof meta>

const sizes = ['2xs', 'xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl'] as const

export const Playground: Story = {}
export const Matrix: Story = {
  render: args => (
    <div className="grid gap-1">
      {sizes.map(size => (
        <Text key={size} {...args} size={size} />
      ))}
      <Text tone="secondary">Secondary</Text>
      <Text tone="muted">Muted</Text>
      <Text tone="danger">7 at risk</Text>
      <Text family="mono">0O 1lI c0a8-41f2</Text>
      {([1, 2, 3, 4] as const).map(level => (
        <Heading key={level} level={level}>{`Heading ${level}`}</Heading>
      ))}
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Headings: Story = {
  render: () => (
    <div className="grid gap-1">
      <Heading level={1}>Dashboard</Heading>
      <Heading level={2}>Decisions per hour</Heading>
      <Heading level={3}>Evidence</Heading>
    </div>
  ),
}
export const LongContent: Story = {
  args: { children: 'Harbor-EU bleibt bis zur Freigabe der Regel im Prüfmodus', truncate: true },
  decorators: [
    Story => (
      <div className="w-16">
        <Story />
      </div>
    ),
  ],
}
export const RightToLeft: Story = {
  globals: { locale: 'ar-AE' },
  render: () => (
    <div className="grid gap-1">
      {sizes.map(size => (
        <Text key={size} size={size}>
          رفض الطلب <bdi dir="ltr">P-7241866</bdi> بسبب درجة المخاطر
        </Text>
      ))}
    </div>
  ),
}
/** Every step with its name in the scale. */
export const Scale: Story = {
  render: () => (
    <div className="grid gap-1">
      {sizes.map(size => (
        <div key={size} className="flex items-baseline gap-3">
          <Text size="xs" tone="muted" className="w-[3rem]">
            {size}
          </Text>
          <Text size={size}>Reject order, EUR 1,234.50</Text>
        </div>
      ))}
    </div>
  ),
}
/** The whole text is shown in a tooltip, and only when it was cut. */
export const Truncation: Story = {
  globals: { locale: 'en-US' },
  render: () => (
    <div className="grid w-rail gap-2">
      <Text truncate>Harbor-EU</Text>
      <Text truncate>Harbor-EU stays in review mode until the owner of the environment publishes the rule</Text>
      <Heading level={2} truncate>
        Lieferadresse weicht von der Rechnungsadresse ab
      </Heading>
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.hover(canvas.getByText('Harbor-EU'))
    await new Promise(resolve => setTimeout(resolve, 700))
    await expect(screen.queryByRole('tooltip')).toBeNull()
    await userEvent.hover(canvas.getByText(/until the owner/))
    await waitFor(() => expect(screen.getByRole('tooltip')).toHaveTextContent(/publishes the rule$/), { timeout: 3000 })
    await userEvent.hover(canvas.getByRole('heading'))
    await waitFor(() => expect(screen.getByRole('tooltip')).toHaveTextContent(/Rechnungsadresse ab$/), {
      timeout: 3000,
    })
  },
}
